/**
 * The only user of re2-wasm: RE2 itself, asked what its Unicode tables say about characters beyond ASCII.
 *
 * It is not asked for matches: through WebAssembly that costs microseconds each, copies its input, counts code points,
 * gives captures without offsets, and knows neither half word boundaries nor bytes outside UTF-8 (the automata of `regex/`
 * do all of that, and tests hold them against RE2). Loading it takes about a tenth of a second, so it is loaded when the
 * first text beyond ASCII meets a pattern that needs its tables, and never otherwise.
 */
import { createRequire } from "node:module";

interface Compiled {
  ok(): boolean;
  error(): string;
  /** `index` counts code points; -1 for no match. A `Uint8Array` is taken as UTF-8. */
  match(input: string | Uint8Array, start: number, groups: boolean): Re2Match;
  /** Frees the compiled pattern; nothing else does. */
  delete(): void;
}

interface Re2Match {
  readonly index: number;
  readonly match: string;
  readonly groups: readonly (string | undefined)[];
}

type Compile = new (pattern: string, ignoreCase: boolean, multiline: boolean, dotall: boolean) => Compiled;

let compile: Compile | undefined;

/** Compiles a pattern in RE2's syntax; the caller deletes it. */
export function compileRe2(pattern: string): Compiled {
  compile ??= (createRequire(import.meta.path)("re2-wasm/build/wasm/re2") as { WrappedRE2: Compile }).WrappedRE2;
  return new compile(pattern, false, false, false);
}

const pageSize = 256;
/** Pages by class: for each character of a page 1 where the class holds it. */
const pages = new Map<string, Map<number, Uint8Array>>();
const mostPages = 4096;
let pageCount = 0;

/** Whether a class in RE2's syntax holds a character. Answers are kept by pages of 256 characters. */
export function re2ClassContains(source: string, codePoint: number): boolean {
  const number = Math.floor(codePoint / pageSize);
  const known = pages.get(source)?.get(number);
  const page = known ?? keepPage(source, number);
  return page[codePoint % pageSize] === 1;
}

function keepPage(source: string, number: number): Uint8Array {
  if (++pageCount > mostPages) {
    pages.clear();
    pageCount = 1;
  }
  let ofClass = pages.get(source);
  if (!ofClass) pages.set(source, (ofClass = new Map()));
  const page = readPage(source, number);
  ofClass.set(number, page);
  return page;
}

function readPage(source: string, number: number): Uint8Array {
  const page = new Uint8Array(pageSize);
  const codePoints: number[] = [];
  for (let at = 0; at < pageSize; at++) {
    const codePoint = number * pageSize + at;
    if (codePoint < 0xd800 || codePoint > 0xdfff) codePoints.push(codePoint);
  }
  const text = String.fromCodePoint(...codePoints);
  const run = compileRe2(`(?:${source})+`);
  if (!run.ok()) throw new Error(`RE2 refuses the class ${source}: ${run.error()}`);
  for (let from = 0; ;) {
    const { index, match } = run.match(text, from, false);
    if (index < 0 || match === "") break;
    from = index + [...match].length;
    for (let at = index; at < from; at++) page[codePoints[at]! % pageSize] = 1;
    if (from >= codePoints.length) break;
  }
  run.delete();
  return page;
}
