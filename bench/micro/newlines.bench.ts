/** Counting the newlines before a match, against a loop and against the runtime's search for each. */
import { bench, group, run } from "mitata";
import { countNewlines } from "../../src/text/newlines.ts";

const text = Buffer.from("static int total_count = get_count(total);\n".repeat(100_000));

for (const length of [64, 1024, 65_536, text.length]) {
  if (countNewlines(text, 0, length) !== byLoop(length) || byLoop(length) !== bySearch(length))
    throw new Error("the ways differ");
  group(`${length} bytes`, () => {
    bench("countNewlines", () => countNewlines(text, 0, length));
    bench("loop over the bytes", () => byLoop(length));
    bench("indexOf for each", () => bySearch(length));
  });
}

await run();

function byLoop(length: number): number {
  let lines = 0;
  for (let i = 0; i < length; i++) if (text[i] === 10) lines++;
  return lines;
}

function bySearch(length: number): number {
  let lines = 0;
  for (let at = text.indexOf(10); at >= 0 && at < length; at = text.indexOf(10, at + 1)) lines++;
  return lines;
}
