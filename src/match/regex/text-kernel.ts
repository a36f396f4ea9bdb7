/** Chooses the kernel for some texts, and by which of their bytes it finds them: those that are seldom met in source text. */
import { makeNeedle } from "../kernels/needle.ts";
import { makeTeddy, windowSize, type TeddyNeedle } from "../kernels/teddy.ts";
import { longestNeedle, type Needle, type TextKernel } from "../kernels/text-kernel.ts";
import { foldsBeyondAscii, isLowerLetter } from "./letters.ts";

/** Texts of two ASCII characters at least; with `fold`, `k` and `s` stand last at most, and there are three characters. */
export function makeTextKernel(texts: readonly string[], fold: boolean, memory: WebAssembly.Memory): TextKernel {
  const cased = fold ? texts.map((text) => text.toLowerCase()) : texts;
  if (cased.length > 1)
    return makeTeddy(
      cased.map((text) => windowedNeedle(text, fold)),
      memory,
    );
  const [one] = cased as [string];
  const pair = rarestPair(one, fold);
  const cut = cutAround(one, pair[0], pair[1] + 1 - pair[0]);
  return makeNeedle({ ...needleOf(one, cut, fold), pair: [pair[0] - cut, pair[1] - cut] }, memory);
}

function windowedNeedle(text: string, fold: boolean): TeddyNeedle {
  const window = rarestWindow(text, fold);
  const cut = cutAround(text, window, windowSize);
  return { ...needleOf(text, cut, fold), window: window - cut };
}

/** Where the part of a long text starts that is compared: around some bytes that are in it. */
function cutAround(text: string, at: number, length: number): number {
  return Math.max(0, Math.min(at - ((longestNeedle - length) >> 1), text.length - longestNeedle));
}

function needleOf(text: string, cut: number, fold: boolean): Needle {
  const bytes = Buffer.from(text.slice(cut, cut + longestNeedle));
  return {
    bytes,
    lower: bytes.map((byte) => (fold && isLowerLetter(byte) ? 0x20 : 0)),
    counts: bytes.map((byte) => (fold && foldsBeyondAscii(byte) ? 0 : 0xff)),
  };
}

/** How rare the characters from the space to `~` are, in bits of surprise. */
const surpriseOfCharacter = `
  2.4 10.9 6.9 8.5 10.5 11.1 10 6.9 6.6 6.6 7.3 9.7 6.1 7.7 6.7 7.8
  7.1 7.9 8.1 8.8 9 9.4 9.3 10.1 9.3 9.9 7.2 7.3 9.7 7.2 8.3 10.2
  10.6 7.2 8 7.4 8 7.2 8.4 9 9.3 7.4 10.8 9.7 8.1 8.1 7.9 8.1
  7.9 9.8 7.6 7.3 7.4 8.8 9.6 9.9 9.9 10.2 10.4 8.9 9.5 8.9 13.1 5.4
  9 4.9 7.1 5.6 5.6 4 6.1 6.7 6.5 4.8 9.9 7.8 5.6 6.2 4.9 5.1
  5.9 9.3 4.7 4.9 4.5 5.9 7.4 7.9 7.5 7.2 9.3 8.4 9.5 8.4 12
`
  .trim()
  .split(/\s+/)
  .map(Number);
const surpriseOfControl = 4;
/** The same byte twice is met more often than two as rare that differ. */
const surpriseOfDifference = 1.5;

/** Of two bytes that are compared at once. */
function rarestPair(text: string, fold: boolean): [number, number] {
  const bytes = Buffer.from(text);
  const scores = Array.from(bytes, (byte) =>
    fold && foldsBeyondAscii(byte) ? 0 : (surpriseOfCharacter[byte - 0x20] ?? surpriseOfControl),
  );
  let best: [number, number] = [0, 1];
  let highest = -1;
  for (let second = 1; second < text.length; second++)
    for (let first = Math.max(0, second - longestNeedle + 1); first < second; first++) {
      const score = scores[first]! + scores[second]! + (bytes[first] === bytes[second] ? 0 : surpriseOfDifference);
      if (score > highest) [highest, best] = [score, [first, second]];
    }
  return best;
}

/** How rare bytes are by their lower halves, in bits of surprise. */
const surpriseOfLowerHalf = [2.8, 4.3, 4, 3.6, 3.5, 3.5, 4.8, 5.6, 4.8, 3.4, 4.4, 5.5, 4.6, 4.7, 4.5, 3.5] as const;

/** The last letters of one word and the first of another are seldom met side by side. */
const surpriseOfMeeting = 1.5;

function rarestWindow(text: string, fold: boolean): number {
  const scores = Array.from(Buffer.from(text), (byte) =>
    fold && foldsBeyondAscii(byte) ? 0 : surpriseOfLowerHalf[byte & 15]!,
  );
  let best = 0;
  let highest = -1;
  for (let at = 0; at === 0 || at + windowSize <= text.length; at++) {
    const meeting = /[^A-Za-z0-9]/.test(text.slice(at + 1, at + windowSize - 1)) ? surpriseOfMeeting : 0;
    const score = scores.slice(at, at + windowSize).reduce((sum, each) => sum + each, meeting);
    if (score > highest) [highest, best] = [score, at];
  }
  return best;
}
