/** What cannot be read on the walk is a warning for whoever writes or gates, and counted for all. */
import { expect, test } from "bun:test";
import { inTree } from "../agent/world.ts";
import type { Host } from "../../src/host/host.ts";
import { run } from "../../src/run.ts";
import { toRequest } from "../../src/schema/combine.ts";

/** Refuses to list the directory `closed`, which root could enter whatever its mode. */
function withClosed(host: Host): Host {
  const fs = new Proxy(host.fs, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        if (/directory/i.test(String(name)) && String(given[0]).replace(/\/$/, "").endsWith("/closed"))
          throw Object.assign(new Error("closed"), { code: "EACCES" });
        return Reflect.apply(member, target, given) as unknown;
      };
    },
  });
  return Object.create(host, { fs: { value: fs } }) as Host;
}

test.each([
  ["plan", {}, false],
  ["check", {}, true],
  ["apply", {}, true],
  ["rename", {}, false],
  ["rename", { apply: true }, true],
] as const)("%s %j", (verb, given, isWarned) =>
  inTree({ "a.txt": "foo\n", "closed/b.txt": "foo\n" }, async ({ host }) => {
    const asked = toRequest(verb, { operands: { pattern: "foo", replacement: "bar", paths: [] }, given });
    if (!asked.ok) throw new Error(asked.problem.message);
    const { report } = await run(asked.value, withClosed(host));
    expect(report).toMatchObject({
      total_matches: 1,
      skipped: [{ reason: "unreadable", count: 1, paths: ["closed"] }],
    });
    const warnings = "warnings" in report ? report.warnings : undefined;
    expect(warnings?.map(({ code, path }) => [code, path])).toEqual(isWarned ? [["unreadable", "closed"]] : undefined);
  }),
);
