/** A script that does what a template says gives the same bytes, whatever the text. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import fc from "fast-check";
import { isProblem, type Engine } from "../../../src/match/engine.ts";
import { textEngine } from "../../../src/match/rewrite-text.ts";
import { scriptEngine } from "../../../src/match/script.ts";
import type { Result } from "../../../src/model/result.ts";
import type { TextSpec } from "../../../src/model/spec.ts";
import { applyEdits } from "../../../src/text/patch.ts";

let directory: string;

beforeAll(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "swath-script-"));
});

afterAll(() => fs.rmSync(directory, { recursive: true }));

const cases = [
  ["[a-c]+", "<$0>", "`<${text}>`"],
  ["(a)|(b)(c)?", "[$1|$2|$3]", "`[${groups[1] ?? ''}|${groups[2] ?? ''}|${groups[3] ?? ''}]`"],
  ["(?P<one>[aé])(?P<two>.)", "${two}${one}", "`${named.two}${named.one}`"],
  ["a", "x\\ny", "'x\\ny'"],
  ["b*", "-", "'-'"],
  ["(?s)a.*?b", "", "''"],
] as const;

test.each(cases)("%s", async (pattern, replacement, expression) => {
  const file = path.join(directory, `${cases.findIndex(([one]) => one === pattern)}.ts`);
  fs.writeFileSync(file, `export default ({ text, groups, named }) => ${expression};\n`);
  const template = engineOf(textEngine({ ...specOf(pattern), replacement }));
  const script = engineOf(await scriptEngine({ ...specOf(pattern), script: { file, timeout: 60 } }));
  await fc.assert(
    fc.asyncProperty(bytes, async (given) => {
      expect(await rewritten(script, given)).toBe(await rewritten(template, given));
    }),
    { seed: 20_260, numRuns: 150 },
  );
});

/** Letters that match, characters of every length, both line endings, and now and then a byte that is no character. */
const bytes = fc
  .array(fc.constantFrom("a", "b", "c", " ", "é", "😀", "\n", "\r\n", "\xff"), { maxLength: 40 })
  .map((parts) => Buffer.concat(parts.map((part) => Buffer.from(part, part === "\xff" ? "latin1" : "utf8"))));

async function rewritten(engine: Engine, given: Buffer): Promise<string> {
  const content = { bytes: given, encoding: "utf-8", bom: 0, stored: true } as const;
  const made = await engine.rewrite(content, { path: "a.txt", named: false });
  if (isProblem(made)) throw new Error(made.message);
  return Buffer.from(applyEdits(given, made.edits)).toString("latin1");
}

function engineOf(made: Result<Engine>): Engine {
  if (!made.ok) throw new Error(made.problem.message);
  return made.value;
}

function specOf(pattern: string): TextSpec {
  const plain = { literal: false, ignoreCase: false, smartCase: false, word: false };
  return {
    kind: "text",
    pattern,
    preserveCase: false,
    options: { ...plain, multiline: false, dotall: false, eol: "auto" },
  };
}
