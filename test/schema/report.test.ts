import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { jsonSchema, schemaNames } from "../../src/schema/emit.ts";
import { reports } from "../../src/schema/report.ts";
import { expectGolden } from "../golden.ts";
import { bare, full, kinds } from "../report/samples.ts";

describe("reports fit their schemas", () => {
  for (const kind of kinds)
    test(kind, () => {
      for (const report of [full[kind], bare[kind]]) {
        expect(v.safeParse(reports[kind], report).issues).toBeUndefined();
        expect(v.is(reports[kind], { ...report, extra: 1 })).toBe(false);
      }
      for (const key of Object.keys(bare[kind])) {
        const { [key as "kind"]: _, ...rest } = bare[kind];
        expect([key, v.is(reports[kind], rest)]).toEqual([key, false]);
      }
    });
});

describe("JSON Schema", () => {
  for (const name of schemaNames)
    test(name, () => {
      const schema = jsonSchema(name);
      expect(schema).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", title: `swath ${name}` });
      expectGolden(`schema/${name}.json`, `${JSON.stringify(schema, undefined, 2)}\n`);
    });
});
