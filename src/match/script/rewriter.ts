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
import { innermostFirst, PendingEdits, type TextEdit } from "./nesting.ts";
import { errorText, placeDetails, placeInModule, placeInScript, scriptName, showPlace, tookTooLong } from "./stack.ts";

export interface ScriptRun {
  readonly script: Script;
  readonly spec: ScriptSpec;
  readonly content: Content;
  readonly path: string;
  readonly matches: ScriptMatches;
  /** Newlines in what the script returns are written as the file has them. */
  readonly eol: "auto" | "raw";
  /** Told the line of each match before the script is called for it, and 0 before the first. */
  readonly onCall?: (line: number) => void;
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
  /** The order of the calls where matches lie inside one another. */
  readonly #order: Int32Array | undefined;
  readonly #pending: PendingEdits | undefined;
  /** How many matches are done. */
  #done = 0;

  constructor(run: ScriptRun) {
    this.#run = run;
    this.#reader = new MatchReader(run.matches, run.content, run.path);
    this.#deadline = new Deadline(run.spec.timeout * 1000);
    this.#fallback = firstEnding(run.content.bytes) ?? "lf";
    if (run.matches.captureRanges) {
      this.#order = innermostFirst(run.matches.spans);
      this.#pending = new PendingEdits();
    }
  }

  async rewrite(): Promise<PackedEdits | Problem> {
    try {
      const replace = await this.#replacer();
      const { count } = this.#run.matches.spans;
      while (this.#done < count) {
        const waiting = this.#deadline.run(() => this.#advance(replace, count));
        if (waiting) this.#accept(await this.#deadline.wait(waiting.returned), waiting.text, waiting.original);
      }
      for (const { start, end, text } of this.#pending?.all ?? []) this.#edits.add(start, end, encoded(text));
      return this.#edits.build();
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** The match whose turn it is. */
  get #index(): number {
    return this.#order ? this.#order[this.#done]! : this.#done;
  }

  async #replacer(): Promise<Replace> {
    const { script, path, onCall } = this.#run;
    const { setup } = script;
    onCall?.(0);
    if (!setup) return script.default!;
    const made = await this.#deadline.wait(Promise.resolve(this.#deadline.run(() => setup({ path }))));
    if (typeof made !== "function") throw new WrongResult(`setup returned ${described(made)} instead of a function`);
    return made;
  }

  /** Goes on until a call returns a promise that does not settle at once, which somebody has to wait for, or until the end. */
  #advance(replace: Replace, count: number): Waiting | undefined {
    const { starts } = this.#run.matches.spans;
    while (this.#done < count) {
      const index = this.#index;
      const { match, original } = this.#reader.at(index, this.#pending?.inside(starts[index]!) ?? none);
      const { text } = match;
      this.#run.onCall?.(match.line);
      let returned: unknown = replace(match);
      if (returned instanceof Promise) returned = settledNow(returned);
      if (isThenable(returned)) return { returned, text, original };
      this.#accept(returned, text, original);
    }
    return undefined;
  }

  /** `text`: what the script was given; `original`: what the file holds. */
  #accept(returned: unknown, text: string, original: string): void {
    if (typeof returned === "string") {
      const half = halfCharacter(returned);
      if (half !== undefined) throw new WrongResult(`the script returned half a character (${half})`);
      if (returned !== text) this.#replace(this.#written(returned), text, original);
    } else if (returned !== null)
      throw new WrongResult(`the script returned ${described(returned)} instead of a string or null`);
    this.#done++;
  }

  #replace(written: string, text: string, original: string): void {
    if (written === text) return;
    const { starts, ends } = this.#run.matches.spans;
    const start = starts[this.#index]!;
    const end = ends[this.#index]!;
    if (this.#pending) this.#pending.replace({ start, end }, written === original ? undefined : written);
    else this.#edits.add(start, end, encoded(written));
  }

  #written(returned: string): string {
    if (this.#run.eol === "raw" || !returned.includes("\n")) return returned;
    return returned.replaceAll(
      /\r?\n/g,
      (this.#reader.place(this.#index).ending ?? this.#fallback) === "crlf" ? "\r\n" : "\n",
    );
  }

  #failed(error: unknown): Problem {
    const { path, spec, matches } = this.#run;
    const name = scriptName(spec.file);
    const inFile = this.#done < matches.spans.count ? { path, line: this.#reader.place(this.#index).line } : { path };
    const where = showPlace(inFile);
    if (error instanceof DeadlinePassed) return tookTooLong(spec, inFile);
    if (error instanceof WrongResult)
      return problem("script_runtime", `${name}: ${error.message}, at ${where}`, {
        ...inFile,
        details: { script: name },
      });
    const place = placeInScript(error, spec.file);
    const shown = place ? `${name}:${place.line}:${place.column}: ` : `${name}: ${placeInModule(error)}`;
    return problem("script_runtime", `${shown}${errorText(error)}, at ${where}`, {
      ...inFile,
      details: { script: name, ...placeDetails(place) },
    });
  }
}

/** A call whose promise has to be waited for. */
interface Waiting {
  readonly returned: PromiseLike<unknown>;
  readonly text: string;
  readonly original: string;
}

const none: readonly TextEdit[] = [];

class WrongResult extends Error {}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/** A surrogate that stands alone and is no byte of the file: nothing that a file can hold. */
function halfCharacter(text: string): string | undefined {
  if (text.isWellFormed()) return undefined;
  const [half] = /[\ud800-\udc7f\udd00-\udfff]/u.exec(text) ?? [];
  return half && `U+${half.charCodeAt(0).toString(16).toUpperCase()}`;
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
