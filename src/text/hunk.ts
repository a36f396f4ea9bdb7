/**
 * Unified diff hunks straight out of the edits, in time linear in the text: nothing is compared but the lines that edits touch.
 *
 * Works on bytes as they are stored. A line ends at an LF, so that a CR stays part of its line and comes out unchanged.
 */
import { insertedStart, type PackedEdits } from "../model/edit.ts";
import { binaryPatch, looksBinary } from "./binary-patch.ts";
import { ByteSink } from "./byte-sink.ts";
import { indexOfLf } from "./lines.ts";
import { countNewlines } from "./newlines.ts";
import { applyEdits } from "./patch.ts";

/**
 * What follows the file's names in a diff that `git apply` takes: hunks from their `@@` on, or for a file that git takes
 * for binary (UTF-16) a binary patch from its `index` line on. Empty where edits change nothing.
 *
 * @param context lines shown around each change
 * @param after the bytes after the edits, where they are known already
 */
export function hunks(
  before: Uint8Array,
  edits: PackedEdits,
  context = 3,
  after: Uint8Array = applyEdits(before, edits),
): Uint8Array {
  if (looksBinary(before) || looksBinary(after)) return binaryPatch(before, after);
  const sink = new ByteSink(1024);
  const printer = new HunkPrinter(before, after, context, sink);
  for (const block of changedBlocks(before, after, edits)) printer.add(block);
  printer.flush();
  return sink.take();
}

/** Whole lines `[start, end)` of the old text that become `[newStart, newEnd)` of the new one. */
interface Block {
  start: number;
  end: number;
  newStart: number;
  newEnd: number;
}

const lf = 0x0a;

/** Blocks in order, each without equal lines at its edges, none adjacent to the one before. */
function* changedBlocks(before: Uint8Array, after: Uint8Array, edits: PackedEdits): Generator<Block> {
  let last: Block | undefined;
  for (const block of touchedBlocks(before, after, edits)) {
    trimEqualLines(before, after, block);
    if (block.start === block.end && block.newStart === block.newEnd) continue;
    if (last && last.end === block.start) {
      last.end = block.end;
      last.newEnd = block.newEnd;
      continue;
    }
    if (last) yield last;
    last = block;
  }
  if (last) yield last;
}

/** The lines that edits touch; edits that share a line share a block. */
function* touchedBlocks(before: Uint8Array, after: Uint8Array, edits: PackedEdits): Generator<Block> {
  /** How much further a place lies in the new text. */
  let shift = 0;
  let block: Block | undefined;
  /** End of the line that the last edit of the block ends in, as far as it was looked for. */
  let lineEnd = -1;
  for (let i = 0; i < edits.count; i++) {
    const start = edits.starts[i];
    const end = edits.ends[i];
    if (block && (start > block.end || (start === block.end && startsLine(before, start)))) {
      yield block;
      block = undefined;
    }
    if (!block) {
      const from = lineStart(before, start);
      block = { start: from, end: from, newStart: from + shift, newEnd: from + shift };
    }
    shift += edits.insertedEnds[i] - insertedStart(edits, i) - (end - start);
    if (startsLine(before, end) && startsLine(after, end + shift)) {
      block.end = end;
    } else {
      if (lineEnd <= end) lineEnd = endOfLineAt(before, end);
      block.end = lineEnd;
    }
    block.newEnd = block.end + shift;
  }
  if (block) yield block;
}

function startsLine(bytes: Uint8Array, offset: number): boolean {
  return offset === 0 || bytes[offset - 1] === lf;
}

function lineStart(bytes: Uint8Array, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf(lf, offset - 1) + 1;
}

/** Where the line that holds the offset ends, its LF included. */
function endOfLineAt(bytes: Uint8Array, offset: number): number {
  const at = indexOfLf(bytes, offset);
  return at < 0 ? bytes.length : at + 1;
}

function trimEqualLines(before: Uint8Array, after: Uint8Array, block: Block): void {
  const { start, newStart } = block;
  const most = Math.min(block.end - start, block.newEnd - newStart);
  let head = 0;
  for (let i = 0; i < most && before[start + i] === after[newStart + i]; i++) {
    if (before[start + i] === lf) head = i + 1;
  }
  block.start += head;
  block.newStart += head;
  const left = most - head;
  let tail = 0;
  for (let i = 1; i <= left && before[block.end - i] === after[block.newEnd - i]; i++) {
    if (startsLine(before, block.end - i) && startsLine(after, block.newEnd - i)) tail = i;
  }
  block.end -= tail;
  block.newEnd -= tail;
}

/** Joins blocks whose contexts meet, and writes each hunk once its last block is known. */
class HunkPrinter {
  readonly #before: Uint8Array;
  readonly #after: Uint8Array;
  readonly #context: number;
  readonly #sink: ByteSink;
  readonly #blocks: Block[] = [];
  /** Number of lines before `#counted` in the old text, and how many more there are in the new one. */
  #lines = 0;
  #counted = 0;
  #moreLines = 0;

  constructor(before: Uint8Array, after: Uint8Array, context: number, sink: ByteSink) {
    this.#before = before;
    this.#after = after;
    this.#context = context;
    this.#sink = sink;
  }

  add(block: Block): void {
    const last = this.#blocks.at(-1);
    if (last && this.#farApart(last.end, block.start)) this.flush();
    this.#blocks.push(block);
  }

  flush(): void {
    const first = this.#blocks[0];
    if (!first) return;
    const last = this.#blocks.at(-1)!;
    const start = linesBack(this.#before, first.start, this.#context);
    const end = linesOn(this.#before, last.end, this.#context);
    const newStart = first.newStart - (first.start - start);
    const newEnd = last.newEnd + (end - last.end);
    this.#lines += countLines(this.#before, this.#counted, start);
    const oldCount = countLines(this.#before, start, end);
    const newCount = countLines(this.#after, newStart, newEnd);
    this.#header(oldCount, newCount);
    this.#body(start, end);
    this.#lines += oldCount;
    this.#moreLines += newCount - oldCount;
    this.#counted = end;
    this.#blocks.length = 0;
  }

  #farApart(from: number, to: number): boolean {
    return linesOn(this.#before, from, 2 * this.#context) < to;
  }

  #header(oldCount: number, newCount: number): void {
    const text = `@@ -${range(this.#lines, oldCount)} +${range(this.#lines + this.#moreLines, newCount)} @@\n`;
    for (let i = 0; i < text.length; i++) this.#sink.byte(text.charCodeAt(i));
  }

  #body(start: number, end: number): void {
    let at = start;
    for (const block of this.#blocks) {
      this.#print(" ", this.#before, at, block.start);
      this.#print("-", this.#before, block.start, block.end);
      this.#print("+", this.#after, block.newStart, block.newEnd);
      at = block.end;
    }
    this.#print(" ", this.#before, at, end);
  }

  #print(sign: " " | "-" | "+", bytes: Uint8Array, start: number, end: number): void {
    const mark = sign.charCodeAt(0);
    for (let at = start; at < end;) {
      const next = endOfLineAt(bytes, at);
      this.#sink.byte(mark);
      this.#sink.append(bytes, at, next);
      if (bytes[next - 1] !== lf) this.#sink.append(noFinalNewline);
      at = next;
    }
  }
}

/** An empty range is named by the line before it. */
function range(linesBefore: number, count: number): string {
  if (count === 0) return `${linesBefore},0`;
  return count === 1 ? `${linesBefore + 1}` : `${linesBefore + 1},${count}`;
}

const noFinalNewline = new TextEncoder().encode("\n\\ No newline at end of file\n");

function linesBack(bytes: Uint8Array, from: number, count: number): number {
  let at = from;
  for (let i = 0; i < count && at > 0; i++) at = lineStart(bytes, at - 1);
  return at;
}

function linesOn(bytes: Uint8Array, from: number, count: number): number {
  let at = from;
  for (let i = 0; i < count && at < bytes.length; i++) at = endOfLineAt(bytes, at);
  return at;
}

/** Lines in `[start, end)`, which starts at a line; a last one without LF counts. */
function countLines(bytes: Uint8Array, start: number, end: number): number {
  const unended = end > start && bytes[end - 1] !== lf ? 1 : 0;
  return countNewlines(bytes, start, end) + unended;
}
