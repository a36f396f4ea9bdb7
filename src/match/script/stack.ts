/** How a script failed: what it threw, in words, and where in the script that was. */
import { basename, dirname } from "node:path";
import { counted } from "../../model/counted.ts";
import { problem, type Problem } from "../../model/problem.ts";
import type { ScriptSpec } from "../../model/spec.ts";

export interface ScriptPlace {
  /** 1-based, in the script as it was written. */
  readonly line: number;
  readonly column: number;
}

/** Scripts are named without their directory, so that reports do not depend on where they lie. */
export function scriptName(file: string): string {
  return basename(file);
}

/** The match that a script was called for, where that is known. */
export interface MatchPlace {
  readonly path: string;
  readonly line?: number;
}

export function showPlace({ path, line }: MatchPlace): string {
  return line === undefined ? path : `${path}:${line}`;
}

export function tookTooLong({ file, timeout }: ScriptSpec, place: MatchPlace): Problem {
  const script = scriptName(file);
  const most = counted(timeout, "second");
  return problem("script_runtime", `${script} took longer than ${most}, at ${showPlace(place)}`, {
    ...place,
    suggestion: `Raise script_timeout if it needs more than ${most} for one file.`,
    details: { script },
  });
}

export function errorText(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  if (!(thrown instanceof Error)) return Bun.inspect(thrown);
  const { name, message } = thrown;
  if (typeof name !== "string" || typeof message !== "string") return Bun.inspect(thrown);
  if (message === "") return name;
  return ["Error", "BuildMessage", "ResolveMessage"].includes(name) ? message : `${name}: ${message}`;
}

/** The innermost frame that lies in the script itself, told by its name, since links in its path are resolved in a stack. */
export function placeInScript(thrown: unknown, file: string): ScriptPlace | undefined {
  const name = `/${scriptName(file)}:`;
  for (const frame of framesOf(thrown)) {
    const at = frame.indexOf(name);
    const [, line, column] = at < 0 ? [] : (/^(\d+):(\d+)/.exec(frame.slice(at + name.length)) ?? []);
    if (line !== undefined) return { line: Number(line), column: Number(column) };
  }
  return undefined;
}

export function placeDetails(place: ScriptPlace | undefined): { script_line?: number; script_column?: number } {
  return place ? { script_line: place.line, script_column: place.column } : {};
}

/**
 * The innermost frame as a prefix for what was thrown, where it lies in a module that the script calls or imports: a script
 * that returns what the module makes has no frame itself, as the runtime does without those of tail calls.
 */
export function placeInModule(thrown: unknown): string {
  for (const frame of framesOf(thrown)) {
    const [, file, line, column] = /[ (](\/.*):(\d+):(\d+)\)?$/.exec(frame) ?? [];
    if (file !== undefined) return dirname(file) === import.meta.dir ? "" : `${scriptName(file)}:${line}:${column}: `;
  }
  return "";
}

function framesOf(thrown: unknown): string[] {
  const stack = thrown instanceof Error && typeof thrown.stack === "string" ? thrown.stack : "";
  return stack.split("\n").filter((line) => line.startsWith("    at "));
}
