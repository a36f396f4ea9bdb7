/** From arguments to an exit code: finds the verb, reads its flags and hands over to its command, which is loaded only then. */
import { unforeseenProblem } from "../model/bug.ts";
import { adviceOn, nearestName } from "../model/nearest.ts";
import { NoWorkingDirectory, noWorkingDirectory, problem, systemProblem, type Problem } from "../model/problem.ts";
import { version } from "../model/version.ts";
import { explain } from "../report/explain.ts";
import type { Command } from "./command.ts";
import { ExitCode } from "./exit-code.ts";
import { fail } from "./fail.ts";
import { parseFlags, type FlagMistake } from "./flags.ts";
import { habitOf } from "./habits.ts";
import type { Io } from "./io.ts";
import { OutputFailure } from "./output.ts";
import { flagElsewhere, flagsOf, isVerb, verbs, type VerbName } from "./verbs.ts";

const match = async (): Promise<Command> => (await import("./commands/match.ts")).matchCommand;
const mend = async (): Promise<Command> => (await import("./commands/mend.ts")).mendCommand;
const file = async (): Promise<Command> => (await import("./commands/file.ts")).fileCommand;

const commands: Readonly<Record<VerbName, () => Promise<Command>>> = {
  plan: match,
  apply: match,
  check: match,
  search: match,
  rename: match,
  recover: mend,
  undo: mend,
  read: file,
  sparse: file,
  edit: file,
  test: async () => (await import("./commands/test.ts")).testCommand,
  mcp: async () => (await import("./commands/mcp.ts")).mcpCommand,
  schema: async () => (await import("./commands/schema.ts")).schemaCommand,
  languages: async () => (await import("./commands/languages.ts")).languagesCommand,
  config: async () => (await import("./commands/config.ts")).configCommand,
  completions: async () => (await import("./commands/completions.ts")).completionsCommand,
  help: async () => (await import("./commands/help.ts")).helpCommand,
};

export async function app(io: Io): Promise<ExitCode> {
  try {
    return await route(io);
  } catch (error) {
    if (error instanceof OutputFailure)
      return fail(io, systemProblem("io", error.cause, "write", "the output"), { json: false, writes: true });
    const cause = error instanceof NoWorkingDirectory ? noWorkingDirectory(error.cause) : unforeseenProblem(error);
    return refuse(io, io.argv[0] ?? "", cause);
  }
}

async function route(io: Io): Promise<ExitCode> {
  const [word, ...rest] = io.argv;
  if (word === undefined || word === "--help" || word === "-h") return mainHelp(io, word === undefined);
  if (word === "--version" || word === "-V") {
    io.stdout.write(`swath ${version}\n`);
    return ExitCode.success;
  }
  if (!isVerb(word)) return fail(io, unknownVerb(word), { json: wantsJson(io.argv) });
  const parsed = parseFlags(rest, flagsOf(word), (flag) => habitOf(word, flag) ?? flagElsewhere(flag));
  if (parsed.help) {
    io.stdout.write((await import("./help.ts")).verbHelp(word));
    return ExitCode.success;
  }
  if (parsed.mistakes.length > 0) return refuse(io, word, usageProblem(word, parsed.mistakes), parsed.given["color"]);
  const { given, operands } = parsed;
  return (await commands[word]())({ verb: word, given, operands, io });
}

/** The file verbs tell their errors as records, like everything else. */
async function refuse(io: Io, verb: string, cause: Problem, color?: unknown): Promise<ExitCode> {
  if (verb !== "read" && verb !== "sparse" && verb !== "edit")
    return fail(io, cause, { json: wantsJson(io.argv), color });
  const { errorRecord } = await import("../agent/error-record.ts");
  const record = errorRecord(cause);
  io.stdout.write(`${JSON.stringify(record)}\n`);
  return explain(cause).exit_code;
}

/** Without a verb the help is no answer but a hint. */
async function mainHelp(io: Io, asHint: boolean): Promise<ExitCode> {
  const text = (await import("./help.ts")).overview();
  (asHint ? io.stderr : io.stdout).write(text);
  return asHint ? ExitCode.error : ExitCode.success;
}

/** A mistake may hide what `--json` was meant for, so its mere presence counts. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? undefined : end).includes("--json");
}

function unknownVerb(word: string): Problem {
  if (word.startsWith("-"))
    return problem("invalid_request", `the verb comes first, and ${word} was given`, {
      suggestion: `Write swath VERB ${word}, with one of ${Object.keys(verbs).join(", ")}.`,
    });
  const near = nearestName(word, Object.keys(verbs));
  return problem("invalid_request", `unknown verb "${word}"`, {
    suggestion: near ? `Did you mean swath ${near}?` : `The verbs are ${Object.keys(verbs).join(", ")}.`,
  });
}

function usageProblem(verb: VerbName, mistakes: readonly FlagMistake[]): Problem {
  const [first] = mistakes;
  const onlyThreads = mistakes.every((mistake) => mistake.option === "threads");
  return problem(
    onlyThreads ? "invalid_threads" : "invalid_request",
    mistakes.map(({ message }) => message).join("; "),
    {
      suggestion: adviceOn(mistakes) ?? `See swath ${verb} --help.`,
      details: {
        verb,
        ...(first?.option && { option: first.option }),
        ...(mistakes.length > 1 && { mistakes: mistakes.map(({ message }) => message) }),
      },
    },
  );
}
