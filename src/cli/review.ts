/**
 * Review on a terminal: each hunk is shown and asked about with one key. Nothing is written before the last answer, every
 * answer can be taken back, and whoever stops half way is asked what to do with the hunks chosen so far.
 */
import { counted } from "../model/counted.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { colourDiff } from "../report/colour-diff.ts";
import { groupEdits, groupLines } from "../report/groups.ts";
import { splitHunks } from "../report/hunks.ts";
import type { Paint } from "../report/paint.ts";
import type { ReviewedFile } from "../run/review.ts";

export interface ReviewTerminal {
  write(text: string): void;
  /** The next key as the terminal sends it; undefined when there is none any more. */
  readKey(): Promise<string | undefined>;
}

export async function review(
  files: readonly ReviewedFile[],
  terminal: ReviewTerminal,
  paint: Paint,
): Promise<Result<readonly (readonly boolean[])[]>> {
  for (const line of groupLines(groupEdits(files))) terminal.write(line);
  const parts = files.flatMap((file, index) => partsOf(file, index));
  const session = new Session(parts, files.length, terminal, paint);
  const kept = await session.run();
  if (!kept) return failure(problem("interrupted", "the review was left, and nothing was written"));
  return success(files.map((file, index) => keptEdits(file, parts, kept, index)));
}

/** A hunk with the edits in it: what one answer is about. */
interface Part {
  readonly file: number;
  readonly path: string;
  readonly text: string;
  /** How manieth of its file, from 1, and of how many. */
  readonly nth: number;
  readonly of: number;
  readonly edits: readonly number[];
}

function partsOf(file: ReviewedFile, index: number): Part[] {
  const hunks = splitHunks(new TextDecoder().decode(file.diff));
  if (hunks.length === 0) {
    const text = file.edits.map(
      ({ line, before, after }) => `${line}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}\n`,
    );
    return [{ file: index, path: file.path, text: text.join(""), nth: 1, of: 1, edits: file.edits.map((_, i) => i) }];
  }
  const edits: number[][] = hunks.map(() => []);
  let hunk = 0;
  for (const [i, { line }] of file.edits.entries()) {
    while (hunk < hunks.length - 1 && line >= hunks[hunk]!.oldEnd) hunk++;
    edits[hunk]!.push(i);
  }
  return hunks.map(({ text }, i) => ({
    file: index,
    path: file.path,
    text,
    nth: i + 1,
    of: hunks.length,
    edits: edits[i]!,
  }));
}

function keptEdits(file: ReviewedFile, parts: readonly Part[], kept: readonly boolean[], index: number): boolean[] {
  const edits = file.edits.map(() => false);
  for (const [i, part] of parts.entries())
    if (part.file === index && kept[i]) for (const edit of part.edits) edits[edit] = true;
  return edits;
}

const help = `  y  make this change
  n  leave it
  f  make it and the rest of this file
  s  leave it and the rest of this file
  a  make it and all that follow
  b  go back to the one before
  q  stop here: then write what was chosen, or nothing
`;

/** Enter alone asks again, as in `git add -p`: no answer is safe enough to be the default. */
function unknownKey(key: string): string {
  return key <= " " ? "" : `${key} is no answer (? shows them)\n`;
}

class Session {
  readonly #parts: readonly Part[];
  readonly #fileCount: number;
  readonly #terminal: ReviewTerminal;
  readonly #paint: Paint;
  /** Undefined where nothing was answered yet. */
  readonly #answers: (boolean | undefined)[];
  /** The parts that were asked about, so that going back retraces them. */
  readonly #asked: number[] = [];

  constructor(parts: readonly Part[], fileCount: number, terminal: ReviewTerminal, paint: Paint) {
    this.#parts = parts;
    this.#fileCount = fileCount;
    this.#terminal = terminal;
    this.#paint = paint;
    this.#answers = parts.map(() => undefined);
  }

  /** The answers, or undefined when nothing is to be written. */
  async run(): Promise<boolean[] | undefined> {
    let at = 0;
    for (;;) {
      const next = at < this.#parts.length ? await this.#ask(at) : await this.#confirm();
      if (next === "write") return this.#answers.map((answer) => answer === true);
      if (next === "leave") return undefined;
      at = next;
    }
  }

  async #ask(at: number): Promise<number | "leave"> {
    const part = this.#parts[at]!;
    this.#show(part);
    for (;;) {
      this.#terminal.write(`${this.#paint("bold", "change this? [y,n,f,s,a,b,q,?]")} `);
      const key = await this.#key();
      if (key === undefined) return "leave";
      if (key === "b") {
        const before = this.#asked.pop();
        if (before !== undefined) return before;
        this.#terminal.write("this is the first\n");
        continue;
      }
      const next = this.#answer(key, at);
      if (next === undefined) {
        this.#terminal.write(key === "?" ? help : unknownKey(key));
        continue;
      }
      this.#asked.push(at);
      return next;
    }
  }

  /** Notes an answer and says which part is next; undefined for a key without a meaning. */
  #answer(key: string, at: number): number | undefined {
    const end = this.#parts.length;
    const fileEnd = at - this.#parts[at]!.nth + 1 + this.#parts[at]!.of;
    switch (key) {
      case "y":
        return this.#set(at, at + 1, true);
      case "n":
        return this.#set(at, at + 1, false);
      case "f":
        return this.#set(at, fileEnd, true);
      case "s":
        return this.#set(at, fileEnd, false);
      case "a":
        return this.#set(at, end, true);
      case "q":
        return this.#set(at, end, false);
      default:
        return undefined;
    }
  }

  #set(from: number, to: number, answer: boolean): number {
    this.#answers.fill(answer, from, to);
    return to;
  }

  async #confirm(): Promise<number | "write" | "leave"> {
    const kept = this.#parts.filter((_, i) => this.#answers[i]);
    const edits = kept.reduce((sum, part) => sum + part.edits.length, 0);
    const files = new Set(kept.map((part) => part.file)).size;
    const what = `${counted(edits, "edit")} in ${files} of ${counted(this.#fileCount, "file")}`;
    for (;;) {
      this.#terminal.write(
        `${this.#paint("bold", kept.length === 0 ? "nothing chosen; end here? [y,b]" : `write ${what}? [y,n,b]`)} `,
      );
      const key = await this.#key();
      if (key === undefined || key === "n" || key === "q") return "leave";
      if (key === "y") return "write";
      const before = key === "b" ? this.#asked.pop() : undefined;
      if (before !== undefined) return before;
    }
  }

  #show(part: Part): void {
    const place = `hunk ${part.nth} of ${part.of}, file ${part.file + 1} of ${this.#fileCount}`;
    this.#terminal.write(`\n${this.#paint("path", part.path)} (${place})\n${colourDiff(part.text, this.#paint)}`);
  }

  /** A key that stops everything, like the end of the input, is none. */
  async #key(): Promise<string | undefined> {
    const key = (await this.#terminal.readKey())?.toLowerCase();
    const stops = key === undefined || key === "\u0003" || key === "\u0004" || key === "\u001b";
    this.#terminal.write(stops || key < " " ? "\n" : `${key}\n`);
    return stops ? undefined : key;
  }
}
