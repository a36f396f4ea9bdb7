/**
 * Reads a script. It is looked over on every thread, and run only where it is used: importing a module executes it, so
 * that must stay in workers, which can be stopped.
 */
import { extname, isAbsolute } from "node:path";
import { counted } from "../../model/counted.ts";
import { problem, type Problem } from "../../model/problem.ts";
import { failure, success, type Result } from "../../model/result.ts";
import type { Script } from "../../model/script.ts";
import type { ScriptSpec } from "../../model/spec.ts";
import { printToStandardError } from "./console.ts";
import { Deadline, DeadlinePassed } from "./deadline.ts";
import { errorText, placeDetails, placeInModule, placeInScript, scriptName, type ScriptPlace } from "./stack.ts";

/** `script_parse` when the module cannot be read, does not parse or exports nothing to call. */
export async function checkScript({ file }: ScriptSpec): Promise<Problem | undefined> {
  let source: string;
  try {
    source = await Bun.file(file).text();
  } catch (error) {
    return unloadable(file, (error as { code?: string }).code === "ENOENT" ? "no such file" : errorText(error));
  }
  try {
    const { exports, imports } = new Bun.Transpiler({ loader: loaderOf(file) }).scan(source);
    if (exports.includes("default") || exports.includes("setup")) return undefined;
    const passesOn = imports.length > 0 && /\bexport\s*\*/.test(source);
    return passesOn ? undefined : nothingToCall(file);
  } catch (error) {
    return unloadable(file, error);
  }
}

/** Runs the module; from then on what this thread prints goes to standard error. */
export async function loadScript({ file, timeout }: ScriptSpec): Promise<Result<Script>> {
  printToStandardError();
  try {
    const script = await evaluated(file, new Deadline(timeout * 1000));
    const { setup, default: replace } = script;
    if (setup && typeof setup !== "function") return failure(unusableSetup(file, setup));
    return setup || typeof replace === "function" ? success(script) : failure(nothingToCall(file));
  } catch (error) {
    const late = error instanceof DeadlinePassed;
    return failure(unloadable(file, late ? `it took longer than ${counted(timeout, "second")}` : error));
  }
}

/** A module without top-level `await` is run at once, where its busy loops can be ended. */
async function evaluated(file: string, deadline: Deadline): Promise<Script> {
  try {
    return deadline.run(() => require(file) as Script);
  } catch (error) {
    if (!(error instanceof TypeError) || !error.message.includes("async module")) throw error;
  }
  return deadline.wait(import(file) as Promise<Script>);
}

function loaderOf(file: string): "ts" | "tsx" | "js" | "jsx" {
  if (/\.tsx$/i.test(file)) return "tsx";
  if (/\.jsx$/i.test(file)) return "jsx";
  return /\.[cm]?js$/i.test(file) ? "js" : "ts";
}

/** Of files that are run as code; the runtime loads many others as text, as data or as assets. */
const codeEnding = /^(?:\.[cm]?[jt]sx?)?$/i;

function nothingToCall(file: string): Problem {
  const example = "as in `export default ({ text }) => text.toUpperCase()`";
  const isCode = codeEnding.test(extname(file));
  return problem("script_parse", `the script ${scriptName(file)} exports no function`, {
    suggestion: isCode
      ? `Export one, ${example}.`
      : `Give the file a name that ends in .ts, so that it is run as code, and export one, ${example}.`,
  });
}

function unusableSetup(file: string, setup: unknown): Problem {
  return problem(
    "script_parse",
    `the script ${scriptName(file)} exports a setup of type ${typeof setup}, not a function`,
    {
      suggestion: "Export `setup` as a function that is called for each file and returns the function for its matches.",
    },
  );
}

function unloadable(file: string, thrown: unknown): Problem {
  const cause: unknown = thrown instanceof AggregateError ? (thrown.errors[0] ?? thrown) : thrown;
  const parsed = parsedPlace(cause);
  const isElsewhere = parsed !== undefined && isAbsolute(parsed.file) && scriptName(parsed.file) !== scriptName(file);
  const place = isElsewhere ? undefined : (parsed ?? placeInScript(cause, file));
  const at = place ? `:${place.line}:${place.column}` : "";
  const inModule = place ? "" : placeInModule(cause);
  const from = isElsewhere ? `${scriptName(parsed.file)}:${parsed.line}:${parsed.column}: ` : inModule;
  return problem("script_parse", `the script ${scriptName(file)}${at} does not load: ${from}${errorText(cause)}`, {
    details: { script: scriptName(file), ...placeDetails(place) },
  });
}

/** Where the parser stopped: in the script, or in a module that it imports. */
function parsedPlace(cause: unknown): Position | undefined {
  const {
    file = "",
    line,
    column = 1,
  } = (cause as { position?: Partial<Position> | null } | undefined)?.position ?? {};
  return line === undefined ? undefined : { file, line, column };
}

interface Position extends ScriptPlace {
  readonly file: string;
}
