import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { referencePages } from "../../docs/pages.ts";

const docs = path.join(import.meta.dir, "../../docs");

describe("reference pages are what the tables say (bun docs/build.ts)", () => {
  for (const [name, text] of Object.entries(referencePages()))
    test(name, () => expect(fs.readFileSync(path.join(docs, name), "utf8")).toBe(text));
});

test("links between pages lead somewhere", () => {
  for (const [name, text] of Object.entries(referencePages()))
    for (const [, target] of text.matchAll(/\]\(([\w.-]+)\)/g))
      expect([name, fs.existsSync(path.join(docs, target!))]).toEqual([name, true]);
});
