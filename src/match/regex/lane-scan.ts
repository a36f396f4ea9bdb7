/**
 * Matches of a line pattern without a rare required text: a quick run over all bytes, in four lanes, only says which lines hold
 * a match; those lines are then searched for where it is. Gives up where lanes do not pay (dense matches, much text beyond
 * ASCII, a full table), and then everything is searched the usual way.
 */
import type { Piece } from "../engine.ts";
import { laneCount, makeLanes, textSize, type Lanes } from "../kernels/lanes.ts";
import { stepFactor, symbol, type Alphabet } from "./alphabet.ts";
import { part } from "./candidates.ts";
import { Dfa } from "./dfa.ts";
import type { Program } from "./program.ts";
import { scan, type ScanOptions, type Searcher } from "./scan.ts";
import type { SpanBuilder } from "./spans.ts";

/** Shorter pieces are searched at once. */
const leastBytes = 2048;
/** With more steps settled by hand than one in so many bytes, or more matching lines, the lanes do not pay. */
const bytesPerStep = 24;
const bytesPerLine = 96;
/** How many pieces at most are searched the usual way before lanes are tried again. */
const longestPause = 256;

const lf = 10;
const undecided = 0xffff;

export class LaneScanner {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  #dfa: Dfa | undefined;
  #lanes: Lanes | undefined;
  #text: Buffer = Buffer.alloc(0);
  #generation = 0;
  /** Bytes still to be searched before the kernel is built. */
  #warmUp: number;
  #pause = 0;
  #paused = 0;
  /** Of the lanes. */
  readonly #ends = new Int32Array(laneCount);
  #hits: number[][] = [];
  #settled = 0;

  /** The kernel, which takes milliseconds to build, is not used for the first `warmUp` bytes. */
  constructor(program: Program, alphabet: Alphabet, warmUp: number) {
    this.#warmUp = warmUp;
    this.#program = program;
    this.#alphabet = alphabet;
  }

  scan(piece: Piece, searcher: Searcher, options: ScanOptions, found: SpanBuilder): void {
    let at = piece.start;
    if (this.#mayUseLanes(piece)) {
      while (piece.end - at >= leastBytes) {
        const next = this.#chunk(piece, at, searcher, options, found);
        if (next < 0) break;
        at = next;
      }
    }
    if (at < piece.end || at === piece.start) scan(part(piece, at, piece.end), searcher, options, found);
  }

  #mayUseLanes(piece: Piece): boolean {
    const length = piece.end - piece.start;
    this.#warmUp -= length;
    if (this.#warmUp > 0) return false;
    if (length < leastBytes) return false;
    if (this.#paused > 0) {
      this.#paused--;
      return false;
    }
    return true;
  }

  /** Searches whole lines from `at` on; returns where it stopped, or -1 when the rest is for the usual way. */
  #chunk(piece: Piece, at: number, searcher: Searcher, options: ScanOptions, found: SpanBuilder): number {
    const { bytes, end } = piece;
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(end - at, textSize));
    const length = whole.lastIndexOf(lf) + 1;
    if (length < leastBytes) return -1;
    if (!this.#run(whole, length, piece.first && at === piece.start)) return this.#giveUp();
    const lines = this.#hits.flat();
    if (lines.length * bytesPerLine > length) return this.#giveUp();
    this.#pause = 0;
    for (const line of lines) {
      const lineEnd = this.#text.indexOf(lf, line) + 1;
      scan(part(piece, at + line, at + lineEnd), searcher, options, found);
    }
    return at + length;
  }

  #giveUp(): -1 {
    this.#pause = Math.min(Math.max(this.#pause * 2, 4), longestPause);
    this.#paused = this.#pause;
    return -1;
  }

  /** Leaves the starts of all lines with a match in `#hits`, by lanes; false when lanes do not pay. */
  #run(whole: Buffer, length: number, first: boolean): boolean {
    const { dfa, lanes } = this.#prepared();
    if (dfa.stride > 256) return false;
    lanes.text.set(whole.subarray(0, length));
    this.#hits = [[], [], [], []];
    this.#settled = 0;
    const places = lanes.lanes;
    const fresh = dfa.start(symbol.newline);
    for (let lane = 0, from = 0; lane < laneCount; lane++) {
      // A long last line may leave none for some lanes; what stands behind the text belongs to another chunk.
      const quarter = Math.max((length * (lane + 1)) >> 2, from);
      const until = quarter === length ? length : this.#text.indexOf(lf, quarter) + 1;
      places[lane] = from;
      places[laneCount + lane] = lane === 0 && first ? dfa.start(symbol.textStart) : fresh;
      this.#ends[lane] = until;
      from = until;
    }
    this.#generation = dfa.generation;
    const most = length / bytesPerStep + 512;
    while (this.#settled < most) {
      const steps = this.#shortest(places);
      if (steps <= 0) return this.#finish(dfa, lanes);
      if (lanes.run(steps) === steps) continue;
      for (let lane = 0; lane < laneCount; lane++) if (!this.#settle(dfa, lanes, lane)) return false;
    }
    return false;
  }

  #prepared(): { dfa: Dfa; lanes: Lanes } {
    if (this.#dfa && this.#lanes) return { dfa: this.#dfa, lanes: this.#lanes };
    const dfa = new Dfa(this.#program, this.#alphabet, "forward");
    const lanes = makeLanes();
    dfa.moveTo(lanes.table);
    this.#dfa = dfa;
    this.#lanes = lanes;
    this.#text = Buffer.from(lanes.text.buffer, lanes.text.byteOffset, lanes.text.length);
    this.#fillColumns();
    return { dfa, lanes };
  }

  /** Bytes that need a second look have the last column, which is always unknown. */
  #fillColumns(): void {
    const { stride } = this.#dfa!;
    this.#alphabet.bytes.forEach((of, byte) => {
      this.#lanes!.columns[byte] = of === undecided ? stride - 1 : of;
    });
  }

  #shortest(places: Int32Array): number {
    let steps = textSize;
    for (let lane = 0; lane < laneCount; lane++) steps = Math.min(steps, this.#ends[lane]! - places[lane]!);
    return steps;
  }

  /** One lane has reached its end: the rest of the others, one by one. */
  #finish(dfa: Dfa, lanes: Lanes): boolean {
    const { text, lanes: places, columns, table } = lanes;
    for (let lane = 0; lane < laneCount; lane++) {
      while (places[lane]! < this.#ends[lane]!) {
        let at = places[lane]!;
        let state = places[laneCount + lane]!;
        const end = this.#ends[lane]!;
        for (let to = 0; at < end; at++, state = to) {
          to = table[state + columns[text[at]!]!]!;
          if (to < 0) break;
        }
        places[lane] = at;
        places[laneCount + lane] = state;
        if (at < end && !this.#settle(dfa, lanes, lane)) return false;
      }
    }
    return true;
  }

  /** One step of a lane by hand, if the table alone does not settle it; false when the numbers of states have changed. */
  #settle(dfa: Dfa, lanes: Lanes, lane: number): boolean {
    const { text, lanes: places, columns, table } = lanes;
    const at = places[lane]!;
    const state = places[laneCount + lane]!;
    const byte = text[at]!;
    if (table[state + columns[byte]!]! >= 0) return true;
    this.#settled++;
    let current = this.#alphabet.bytes[byte]!;
    let length = 1;
    if (current === undecided) {
      const step = this.#alphabet.next(text, at, this.#ends[lane]!);
      current = (step / stepFactor) | 0;
      length = step % stepFactor;
      if (current >= dfa.stride - 1) {
        dfa.widen();
        this.#fillColumns();
        return false;
      }
    }
    const to = dfa.step(state, current);
    if (dfa.generation !== this.#generation) return false;
    if (to < 0) {
      this.#hits[lane]!.push(at === 0 ? 0 : this.#text.lastIndexOf(lf, at - 1) + 1);
      places[lane] = this.#text.indexOf(lf, at) + 1;
      places[laneCount + lane] = dfa.start(symbol.newline);
      return true;
    }
    places[lane] = at + length;
    places[laneCount + lane] = to;
    return true;
  }
}
