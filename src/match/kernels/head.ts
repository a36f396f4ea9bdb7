/** What a kernel looks at before it searches a text in place: whether the text's head holds a NUL, as that of binary files does. */
import {
  add,
  block,
  branchIf,
  constant,
  get,
  isZero,
  leave,
  lessThan,
  loop,
  set,
  simd,
  simdLoad,
  simdStore,
  tee,
  when,
  type Code,
} from "./assemble.ts";

const step = 64;
const parts = [0, 16, 32, 48];

/**
 * Ends the kernel with `from` where a NUL stands in `[from, head)`; `at` is a local to use. The head is the whole text, which
 * ends at `end`, or a multiple of 64 bytes long. What lies behind the text is written over.
 */
export function withoutNul(from: number, end: number, head: number, at: number): Code {
  const ones = simd.constant(Array.from({ length: 16 }, () => 0xff));
  const loaded = (offset: number): Code => [get(at), simdLoad(offset)];
  return block(
    [get(from), get(head), lessThan, isZero, branchIf(0)],
    parts.map((offset) => [get(end), ones, simdStore(offset)]),
    [get(from), set(at)],
    loop(
      parts.map((offset, index) => (index === 0 ? loaded(offset) : [loaded(offset), simd.least])),
      [simd.allTrue, isZero, when(get(from), leave)],
      [get(at), constant(step), add, tee(at), get(head), lessThan, branchIf(0)],
    ),
  );
}
