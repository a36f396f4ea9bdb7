/** A rename in five spellings and maps of many names, against one search of the runtime over the same bytes. */
import { bench, group, run } from "mitata";
import type { Engine } from "../../src/match/engine.ts";
import { renameMapEngine } from "../../src/match/rename-map.ts";
import { renameEngine } from "../../src/match/rename.ts";
import type { Result } from "../../src/model/result.ts";

const line = "static int handle_user_name(struct request *request, const char *userName) { return lookup(request); }\n";
const dense = contentOf(line.repeat(20_000));
const sparse = contentOf(line.replaceAll(/user_?name/gi, "something").repeat(20_000));
const file = { path: "a.txt", named: false };

const rename = engineOf(
  renameEngine({ kind: "rename", from: "userName", to: "accountTitle", word: false, exact: false, prose: false }),
);

for (const [name, content] of [
  ["two names a line", dense],
  ["no name at all", sparse],
] as const) {
  group(`${(content.bytes.length / 1e6).toFixed(1)} MB, ${name}`, () => {
    bench("one search", () => content.bytes.indexOf("nowhere to be found")).baseline();
    bench("rename: prefilter", () => rename.mayMatch(content.bytes, 0, content.bytes.length));
    bench("rename", () => rename.rewrite(content, file));
    for (const size of [2, 100, 10_000]) {
      const map = mapOf(size);
      bench(`map of ${size}: prefilter`, () => map.mayMatch(content.bytes, 0, content.bytes.length));
      bench(`map of ${size}`, () => map.rewrite(content, file));
    }
  });
}

await run();

function mapOf(size: number): Engine {
  const pairs = Array.from({ length: size - 1 }, (_, i) => [`name_of_thing_${i}`, `title_${i}`] as const);
  return engineOf(renameMapEngine({ kind: "rename_map", pairs: [["userName", "title"], ...pairs] }));
}

function engineOf(made: Result<Engine>): Engine {
  if (!made.ok) throw new Error(made.problem.message);
  return made.value;
}

function contentOf(text: string) {
  return { bytes: Buffer.from(text), encoding: "utf-8", bom: 0, stored: true } as const;
}
