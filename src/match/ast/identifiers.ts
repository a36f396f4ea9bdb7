/**
 * Edits that turn one identifier into another and nothing else: they cannot change how a file parses.
 *
 * Only languages are listed whose parsers treat all names alike; in others (tags of HTML, words of Bash and YAML) a name
 * can be syntax. Whatever is in doubt is no rename.
 */
import { insertedStart, type PackedEdits } from "../../model/edit.ts";

/** Whether every edit renames an identifier. Linear in the edits and in the lengths of the names. */
export function onlyRenamesIdentifiers(
  language: string,
  before: Uint8Array,
  after: Uint8Array,
  edits: PackedEdits,
): boolean {
  const rules = languages[language];
  if (rules === undefined) return false;
  const oldNames = new Names(before, rules);
  const newNames = new Names(after, rules);
  let delta = 0;
  for (let i = 0; i < edits.count; i++) {
    const start = edits.starts[i]!;
    const end = edits.ends[i]!;
    const inserted = edits.insertedEnds[i]! - insertedStart(edits, i);
    const head = sharedHead(before, start, end, after, start + delta, inserted);
    const tail = sharedTail(before, start + head, end, after, start + delta + head, start + delta + inserted);
    const old = oldNames.around(start + head, end - tail);
    const now = newNames.around(start + delta + head, start + delta + inserted - tail);
    if (old === undefined || now === undefined || !isSafePlace(language, before, old)) return false;
    delta += inserted - (end - start);
  }
  return true;
}

/** Length of what `left[start, end)` and so many bytes of `right` from `rightStart` on begin with. */
function sharedHead(
  left: Uint8Array,
  start: number,
  end: number,
  right: Uint8Array,
  rightStart: number,
  rightLength: number,
): number {
  const shorter = Math.min(end - start, rightLength);
  let head = 0;
  while (head < shorter && left[start + head] === right[rightStart + head]) head++;
  return head;
}

/** Length of what `left[start, end)` and `right[rightStart, rightEnd)` end with. */
function sharedTail(
  left: Uint8Array,
  start: number,
  end: number,
  right: Uint8Array,
  rightStart: number,
  rightEnd: number,
): number {
  const shorter = Math.min(end - start, rightEnd - rightStart);
  let tail = 0;
  while (tail < shorter && left[end - 1 - tail] === right[rightEnd - 1 - tail]) tail++;
  return tail;
}

/** Longer words are not worth a look at the whole of them. */
const longestWord = 256;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The names of one text. Mostly the same one is asked for again and again, and looked up once. */
class Names {
  readonly #bytes: Uint8Array;
  readonly #reserved: Reserved;
  #last: Place = { start: 0, end: 0 };

  constructor(bytes: Uint8Array, words: Reserved) {
    this.#bytes = bytes;
    this.#reserved = words;
  }

  /** The identifier around `[start, end)`; undefined where there is none, where it is reserved, and where it is not clear what it is. */
  around(start: number, end: number): Place | undefined {
    const place = wordAround(this.#bytes, start, end);
    if (place === undefined || this.#isLast(place)) return place;
    if (this.#reserved.has(String.fromCharCode(...this.#bytes.subarray(place.start, place.end)))) return undefined;
    this.#last = place;
    return place;
  }

  #isLast({ start, end }: Place): boolean {
    const last = this.#last;
    if (end - start !== last.end - last.start) return false;
    for (let i = 0; i < end - start; i++) if (this.#bytes[start + i] !== this.#bytes[last.start + i]) return false;
    return true;
  }
}

/** The plain ASCII word around `[start, end)`. */
function wordAround(bytes: Uint8Array, start: number, end: number): Place | undefined {
  if (end - start > longestWord) return undefined;
  let from = start;
  let to = end;
  while (from > 0 && start - from <= longestWord && isWordByte(bytes[from - 1]!)) from--;
  while (to < bytes.length && to - end <= longestWord && isWordByte(bytes[to]!)) to++;
  if (to === from || to - from > longestWord) return undefined;
  if ((bytes[from - 1] ?? 0) >= 0x80 || (bytes[to] ?? 0) >= 0x80) return undefined;
  for (let at = from; at < to; at++) if (!isWordByte(bytes[at]!)) return undefined;
  const first = bytes[from]!;
  if (first >= 0x30 && first <= 0x39) return undefined;
  return { start: from, end: to };
}

/** Not behind an escape, a number's dot, a regular expression's slash or an entity's ampersand, and not part of a quoted prefix or character. */
function isSafePlace(language: string, bytes: Uint8Array, { start, end }: Place): boolean {
  const left = String.fromCharCode(bytes[start - 1] ?? 0x20);
  const right = String.fromCharCode(bytes[end] ?? 0x20);
  const beforeLeft = bytes[start - 2] ?? 0x20;
  if (left === "\\" || left === "#" || left === "@" || right === "#") return false;
  if (left === "." && beforeLeft >= 0x30 && beforeLeft <= 0x39) return false;
  if (scripts.has(language)) return left !== "/" && left !== "&";
  return language === "json" || (left !== "'" && right !== "'" && right !== '"');
}

function isWordByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x24
  );
}

interface Reserved {
  has(word: string): boolean;
}

function reserved(words: string, also?: RegExp): Reserved {
  const set = new Set(words.split(/\s+/));
  return { has: (word) => set.has(word) || also?.test(word) === true };
}

const scripts = new Set(["javascript", "typescript", "tsx"]);

/** Words that these grammars know, contextual ones and names of basic types included. */
const script = reserved(
  `abstract accessor any arguments as asserts assert async await bigint boolean break case catch class const constructor
   continue debugger declare default delete defer do else enum eval export extends false finally for from function get
   global if implements import in infer instanceof interface intrinsic is keyof let meta module namespace never new null
   number object of out override package private protected public readonly require return satisfies set source static
   string super switch symbol target this throw true try type typeof undefined unique unknown using var void while with
   yield`,
);

const languages: Readonly<Record<string, Reserved>> = {
  javascript: script,
  typescript: script,
  tsx: script,
  json: reserved("true false null"),
  c: reserved(
    `alignas alignof asm auto bool break case cdecl char char8_t char16_t char32_t char64_t charptr_t clrcall const
     constexpr continue default define defined do double elif elifdef elifndef else endif enum error extern false
     fastcall float for goto if ifdef ifndef include inline int int8_t int16_t int32_t int64_t intptr_t line long
     max_align_t noreturn nullptr nullptr_t NULL offsetof pragma ptrdiff_t register restrict return short signed size_t
     sizeof ssize_t static stdcall struct switch thiscall thread_local true typedef typeof uint8_t uint16_t uint32_t
     uint64_t uintptr_t undef union unsigned vectorcall void volatile warning wchar_t while TRUE FALSE`,
    /^_|\$/,
  ),
  go: reserved(
    `break case chan const continue default defer else fallthrough false for func go goto if import interface iota make
     map new nil package range return select struct switch true type var _`,
    /\$/,
  ),
  java: reserved(
    `abstract assert boolean break byte case catch char class const continue default do double else enum exports extends
     false final finally float for goto if implements import instanceof int interface long module native new non null
     open opens package permits private protected provides public record requires return sealed short static strictfp
     super switch synchronized this throw throws to transient transitive true try uses var void volatile when while with
     yield _`,
  ),
  python: reserved(
    `False None True and as assert async await break case class continue def del elif else except exec finally for from
     global if import in is lambda match nonlocal not or pass print raise return try type while with yield __future__ _`,
    /\$/,
  ),
  rust: reserved(
    `abstract as async auto await become block bool box break char const continue crate default do dyn else enum expr
     expr_2021 extern f16 f32 f64 f128 false final fn for gen i8 i16 i32 i64 i128 ident if impl in isize item let
     lifetime literal loop macro macro_rules match meta mod move mut override pat pat_param path priv pub raw ref return
     self Self static stmt str struct super trait true try tt ty type typeof u8 u16 u32 u64 u128 union unsafe unsized
     usize use vis virtual where while yield _`,
    /\$/,
  ),
};
