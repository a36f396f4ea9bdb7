/**
 * The text matchers on source-like text, as megabytes per second of one thread; hostile patterns and dense matches beside the
 * usual ones. Run with `bun bench/micro/match.bench.ts [FILE…]`; without files it makes its own text.
 */
import { readFileSync } from "node:fs";
import { bench, group, run, summary } from "mitata";
import type { Matcher } from "../../src/match/engine.ts";
import { compileText } from "../../src/match/text.ts";
import type { TextOptions } from "../../src/model/spec.ts";

const plain: TextOptions = {
  literal: false,
  ignoreCase: false,
  smartCase: false,
  word: false,
  multiline: false,
  dotall: false,
  eol: "auto",
};

const patterns: readonly [pattern: string, options: Partial<TextOptions>][] = [
  ["EXPORT_SYMBOL_GPL", {}],
  ["static", { word: true }],
  ["pm_resume|suspend_late", { ignoreCase: true }],
  ["kmalloc|kfree|kzalloc|vmalloc|vfree", {}],
  ["kzalloc_node|pm_runtime|dma_alloc|rcu_dereference|spin_lock_irqsave|platform_get_irq|of_node_put", {}],
  ["[A-Z]+_SUSPEND", {}],
  ["^\\s*return\\s+-E[A-Z]+;$", {}],
  ["[a-z]{3,}\\([a-z]+\\)", {}],
  ["\\w{5}\\s+\\w{5}\\s+\\w{5}", {}],
  ["[0-9]{6,}", {}],
  ["[ \\t]+$", {}],
  [";", {}],
  ["\\w+", {}],
  ["\\{\\n\\s*return", {}],
];

const hostile: readonly [pattern: string, text: string][] = [
  ["(a+)+$", `${"a".repeat(1 << 20)}b`],
  ["(a|a)*b", "a".repeat(1 << 20)],
  ["(\\w+\\s?)*:", "word ".repeat(200_000)],
  ["e.{15}z", "e".repeat(1 << 20)],
  ["(x+x+)+y", "x".repeat(1 << 20)],
];

const source = [
  "static int foo_suspend(struct device *dev)",
  "{",
  "\tstruct foo *priv = dev_get_drvdata(dev);",
  "",
  "\tif (!priv->enabled)   ",
  "\t\treturn -EINVAL;",
  "\tkfree(priv->buffer); /* Größe */",
  "}",
  "EXPORT_SYMBOL_GPL(foo_suspend);",
  ...Array.from({ length: 40 }, (_, index) => `\twritel(value_${index}, base + REG_CONTROL_${index});`),
].join("\n");

const files = process.argv.slice(2);
const text =
  files.length > 0 ? Buffer.concat(files.map((file) => readFileSync(file))) : Buffer.from(`${source}\n`.repeat(2000));

function matcher(pattern: string, options: Partial<TextOptions>, routes: "all" | "plain"): Matcher {
  const compiled = compileText(pattern, { ...plain, ...options }, { routes });
  if (!compiled.ok) throw new Error(compiled.problem.message);
  return compiled.value;
}

function count(of: Matcher, bytes: Uint8Array, captures = false): number {
  return of.find({ bytes, start: 0, end: bytes.length, first: true, last: true }, captures).count;
}

for (const [pattern, options] of patterns) {
  const fast = matcher(pattern, options, "all");
  bench(`${pattern} (${count(fast, text)} matches in ${(text.length / 1e6).toFixed(1)} MB)`, () => count(fast, text));
}

summary(() => {
  group("captures", () => {
    const groups = matcher("(\\w+)\\((\\w+)", {}, "all");
    bench("without", () => count(groups, text));
    bench("with", () => count(groups, text, true));
  });
});

for (const [pattern, given] of hostile) {
  const bytes = Buffer.from(given);
  const whole = matcher(pattern, {}, "all");
  const half = bytes.subarray(0, bytes.length >> 1);
  summary(() => {
    group(`hostile ${pattern}: twice the text should take twice the time`, () => {
      bench("half", () => count(whole, half));
      bench("whole", () => count(whole, bytes));
    });
  });
}

await run();
