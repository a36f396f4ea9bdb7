/** The contract as runnable cases, each against the real command line in a process of its own. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { type Case, runCase } from "../cases/run-case.ts";

const root = path.join(import.meta.dir, "..", "..");
const command = [process.execPath, path.join(root, "src/cli/main.ts")];
const directory = path.join(root, "test/cases");

for (const name of fs
  .readdirSync(directory)
  .filter((name) => name.endsWith(".json"))
  .toSorted()) {
  const cases = JSON.parse(fs.readFileSync(path.join(directory, name), "utf8")) as Case[];
  describe(path.basename(name, ".json"), () => {
    for (const item of cases)
      test(`${item.id}: ${item.why}`, () => expect(runCase(item, command)).toBeUndefined(), 90_000);
  });
}
