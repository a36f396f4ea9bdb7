/** How a script failed: what it threw, in words, and where in the script that was. */
import { basename } from "node:path";
import { counted } from "../../model/counted.ts";

export interface ScriptPlace {
  /** 1-based, in the script as it was written. */
  readonly line: number;
  readonly column: number;
}

/** Scripts are named without their directory, so that reports do not depend on where they lie. */
export function scriptName(file: string): string {
  return basename(file);
}

/** What helps a script that took longer than it may. */
export function longerTimeout(seconds: number): string {
  return `Raise script_timeout if it needs more than ${counted(seconds, "second")} for one file.`;
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
  const stack = thrown instanceof Error && typeof thrown.stack === "string" ? thrown.stack : "";
  const name = `/${scriptName(file)}:`;
  for (const frame of stack.split("\n")) {
    const at = frame.startsWith("    at ") ? frame.indexOf(name) : -1;
    const [, line, column] = at < 0 ? [] : (/^(\d+):(\d+)/.exec(frame.slice(at + name.length)) ?? []);
    if (line !== undefined) return { line: Number(line), column: Number(column) };
  }
  return undefined;
}
