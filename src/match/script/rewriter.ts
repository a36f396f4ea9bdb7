/** Calls a script for each match of a file and turns what it returns into edits. */
import type { Content } from "../../model/content.ts";
import { EditBuilder, type PackedEdits } from "../../model/edit.ts";
import { problem, type Problem } from "../../model/problem.ts";
import type { Replace, Script } from "../../model/script.ts";
import type { ScriptSpec } from "../../model/spec.ts";
import { firstEnding } from "../../text/lines.ts";
import { fromLosslessString } from "../../text/lossless.ts";
import { Deadline, DeadlinePassed, settledNow } from "./deadline.ts";
import { MatchReader, type ScriptMatches } from "./matches.ts";
import { errorText, inSeconds, placeInScript, scriptName } from "./stack.ts";

export interface ScriptRun {
  readonly script: Script;
  readonly spec: ScriptSpec;
  readonly content: Content;
  readonly path: string;
  readonly matches: ScriptMatches;
  /** Newlines in what the script returns are written as the file has them. */
  readonly eol: "auto" | "raw";
  /** What is done to the text that replaces another before it is written. */
  readonly adjust: ((matched: string, text: string) => string) | undefined;
}

export async function rewriteByScript(run: ScriptRun): Promise<PackedEdits | Problem> {
  return new ScriptRewriter(run).rewrite();
}

class ScriptRewriter {
  readonly #run: ScriptRun;
  readonly #reader: MatchReader;
  readonly #deadline: Deadline;
  readonly #edits = new EditBuilder();
  readonly #fallback: "lf" | "crlf";
  #index = 0;
  #lastEnd = 0;

  constructor(run: ScriptRun) {
    this.#run = run;
    this.#reader = new MatchReader(run.matches, run.content, run.path);
    this.#deadline = new Deadline(run.spec.timeout * 1000);
    this.#fallback = firstEnding(run.content.bytes) ?? "lf";
  }

  async rewrite(): Promise<PackedEdits | Problem> {
    try {
      const replace = await this.#replacer();
      const { count } = this.#run.matches.spans;
      while (this.#index < count) {
        const pending = this.#deadline.run(() => this.#advance(replace, count));
        if (pending) this.#accept(await this.#deadline.wait(pending.returned), pending.text);
      }
      return this.#edits.build();
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #replacer(): Promise<Replace> {
    const { script, path } = this.#run;
    const { setup } = script;
    if (!setup) return script.default!;
    const made = await this.#deadline.wait(Promise.resolve(this.#deadline.run(() => setup({ path }))));
    if (typeof made !== "function") throw new WrongResult(`setup returned ${described(made)} instead of a function`);
    return made;
  }

  /** Goes on until a call returns a promise that does not settle at once, which somebody has to wait for, or until the end. */
  #advance(replace: Replace, count: number): { returned: PromiseLike<unknown>; text: string } | undefined {
    const { starts } = this.#run.matches.spans;
    while (this.#index < count) {
      if (starts[this.#index]! < this.#lastEnd) {
        this.#index++;
        continue;
      }
      const match = this.#reader.at(this.#index);
      let returned: unknown = replace(match);
      if (returned instanceof Promise) returned = settledNow(returned);
      if (isThenable(returned)) return { returned, text: match.text };
      this.#accept(returned, match.text);
    }
    return undefined;
  }

  #accept(returned: unknown, matched: string): void {
    const index = this.#index;
    if (typeof returned === "string") {
      const text = this.#written(matched, returned);
      if (text !== matched) {
        const { starts, ends } = this.#run.matches.spans;
        this.#lastEnd = ends[index]!;
        this.#edits.add(starts[index]!, this.#lastEnd, encoded(text));
      }
    } else if (returned !== null)
      throw new WrongResult(`the script returned ${described(returned)} instead of a string or null`);
    this.#index = index + 1;
  }

  #written(matched: string, returned: string): string {
    const { adjust, eol } = this.#run;
    const text = adjust ? adjust(matched, returned) : returned;
    if (eol === "raw" || !text.includes("\n")) return text;
    return text.replaceAll(/\r?\n/g, (this.#reader.ending ?? this.#fallback) === "crlf" ? "\r\n" : "\n");
  }

  #failed(error: unknown): Problem {
    const { path, spec, matches } = this.#run;
    const name = scriptName(spec.file);
    const inFile = this.#index < matches.spans.count ? { path, line: this.#reader.line(this.#index) } : { path };
    const where = "line" in inFile ? `${path}:${inFile.line}` : path;
    if (error instanceof DeadlinePassed) {
      return problem("script_runtime", `${name} took longer than ${inSeconds(spec.timeout)}, at ${where}`, {
        ...inFile,
        suggestion: `Raise script_timeout if it needs more than ${inSeconds(spec.timeout)} for one file.`,
        details: { script: name },
      });
    }
    if (error instanceof WrongResult)
      return problem("script_runtime", `${name}: ${error.message}, at ${where}`, {
        ...inFile,
        details: { script: name },
      });
    const place = placeInScript(error, spec.file);
    const shown = place ? `${name}:${place.line}:${place.column}` : name;
    return problem("script_runtime", `${shown}: ${errorText(error)}, at ${where}`, {
      ...inFile,
      details: { script: name, ...(place && { script_line: place.line, script_column: place.column }) },
    });
  }
}

class WrongResult extends Error {}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

function described(value: unknown): string {
  return value === undefined ? "undefined" : `a value of type ${typeof value}`;
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(1024);

/** Good until the next call. */
function encoded(text: string): Uint8Array {
  const { length } = text;
  if (length > shortText) return text.isWellFormed() ? encoder.encode(text) : fromLosslessString(text);
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return text.isWellFormed() ? encoder.encode(text) : fromLosslessString(text);
    scratch[i] = unit;
  }
  return scratch.subarray(0, length);
}

/** Up to here a loop is quicker than a call of the encoder. */
const shortText = 64;
