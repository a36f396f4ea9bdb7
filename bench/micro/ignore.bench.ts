/** Names against one ignore file of many rules: the rule set against the `ignore` package. */
import ignore from "ignore";
import { bench, group, run } from "mitata";
import { addIgnoreFile } from "../../src/plan/ignore-file.ts";
import { RuleSet } from "../../src/plan/rule-set.ts";

const endings = ["o", "a", "ko", "log", "tmp", "dtb", "mod.c", "lst", "patch", "orig"];

for (const [kind, rule] of [
  ["plain names", (i: number) => `name-${i}`],
  ["extensions", (i: number) => `*.${endings[i % endings.length]}${i}`],
  ["paths", (i: number) => `/sub-${i}/gen/*.c`],
  ["globs", (i: number) => `${"abcdefgh"[i % 8]}*${i}?[xyz]`],
] as const) {
  const text = Array.from({ length: 200 }, (_, i) => rule(i)).join("\n");
  const names = Array.from({ length: 1000 }, (_, i) => `file-${i}.${["c", "h", "ts", "txt"][i % 4]}`);
  const rules = new RuleSet({ unit: "bytes", fold: false });
  addIgnoreFile(rules, Buffer.from(text));
  const nodes = rules.start();
  const oracle = ignore({ ignorecase: false }).add(text);
  for (const name of names) {
    if (rules.match(name, false, nodes) > 0 !== oracle.ignores(name))
      throw new Error(`${kind}: ${name} is read differently`);
  }
  group(`1000 names, 200 rules: ${kind}`, () => {
    bench("rule set", () => names.filter((name) => rules.match(name, false, nodes) > 0).length);
    // The package remembers every path it has seen, so each round needs a fresh one.
    bench("ignore", () => {
      const fresh = ignore({ ignorecase: false }).add(text);
      return names.filter((name) => fresh.ignores(name)).length;
    });
  });
}

await run();
