/** Help and completions load nothing heavy: what `main.ts` imports outright is small and wholly ours. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";

const src = path.join(import.meta.dir, "../../src");

/** Files and packages that are loaded together with a file; imports of types alone are erased, and `import()` waits. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.startsWith(src)) return seen;
  const text = fs.readFileSync(file, "utf8");
  for (const [, specifier] of text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"/gm))
    loadedWith(specifier!.startsWith(".") ? path.resolve(path.dirname(file), specifier!) : specifier!, seen);
  return seen;
}

function shown(file: string): string {
  return file.startsWith(src) ? path.relative(src, file) : file;
}

describe("loaded at once", () => {
  const cases: readonly (readonly [entry: string, places: RegExp, most: number])[] = [
    ["cli/main.ts", /^(cli|model|report|host|schema)\/|^(node|bun):/, 32],
    ["cli/help.ts", /^(cli|model|schema)\//, 15],
    ["cli/commands/help.ts", /^(cli|model|report|schema)\//, 25],
    ["cli/commands/completions.ts", /^(cli|model|report|schema)\/|^(plan\/types|match\/ast\/language-data)\.ts$/, 30],
    [
      "cli/commands/match.ts",
      /^(cli|model|report|schema|run)\/|^host\/(regular-file|asked-path)|^plan\/(repository|git-config)|^text\/lossless|^node:/,
      48,
    ],
  ];
  for (const [entry, places, most] of cases)
    test(entry, () => {
      const loaded = [...loadedWith(path.join(src, entry))].map(shown);
      expect(loaded.filter((name) => !places.test(name))).toEqual([]);
      expect(loaded.length).toBeLessThanOrEqual(most);
      expect(loaded.length).toBeGreaterThan(3);
    });
});
