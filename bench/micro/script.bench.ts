/** A trivial script against the template that does the same: a million matches may take at most five times as long. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bench, group, run } from "mitata";
import { isProblem, type Engine } from "../../src/match/engine.ts";
import { textEngine } from "../../src/match/rewrite-text.ts";
import { scriptEngine } from "../../src/match/script.ts";
import type { TextSpec } from "../../src/model/spec.ts";
import type { Result } from "../../src/model/result.ts";

const spec: TextSpec = {
  kind: "text",
  pattern: "item_\\d+",
  preserveCase: false,
  options: {
    literal: false,
    ignoreCase: false,
    smartCase: false,
    word: false,
    multiline: false,
    dotall: false,
    eol: "auto",
  },
};

const directory = mkdtempSync(join(tmpdir(), "swath-bench-"));
const template = engineOf(textEngine({ ...spec, replacement: "<$0>" }));
const script = await scripted("sync", "export default ({ text }) => `<${text}>`;");
const promising = await scripted("async", "export default async ({ text }) => `<${text}>`;");

for (const [name, line] of [
  ["ASCII", "take item_12 and item_345, leave the others\n"],
  ["UTF-8", "nimm item_12 und item_345, laß die übrigen\n"],
] as const) {
  const content = { bytes: Buffer.from(line.repeat(500_000)), encoding: "utf-8", bom: 0, stored: true } as const;
  const file = { path: "a.txt", named: false };
  group(`a million matches in ${name}`, () => {
    bench("template", async () => void (await template.rewrite(content, file))).baseline();
    bench("script", async () => void (await script.rewrite(content, file)));
    bench("script with promises", async () => void (await promising.rewrite(content, file)));
  });
}

await run();
rmSync(directory, { recursive: true });

async function scripted(name: string, source: string): Promise<Engine> {
  const file = join(directory, `${name}.ts`);
  writeFileSync(file, source);
  const engine = engineOf(await scriptEngine({ ...spec, script: { file, timeout: 60 } }));
  const bytes = Buffer.from("item_1");
  const made = await engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path: "a", named: false });
  if (isProblem(made) || made.edits.count !== 1) throw new Error(`the script ${name} does not work`);
  return engine;
}

function engineOf(made: Result<Engine>): Engine {
  if (!made.ok) throw new Error(made.problem.message);
  return made.value;
}
