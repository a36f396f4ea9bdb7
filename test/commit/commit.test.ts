import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { recover } from "../../src/commit/recover.ts";
import { undo } from "../../src/commit/undo.ts";
import { type Setup, look, machineWith, planFiles, planRenames, requestOf, text, times } from "./fixture.ts";

const setups: Setup[] = [
  { native: "all", store: "repository" },
  { native: "none", store: "repository" },
  { native: "all", store: "home" },
  { native: "none", store: "home" },
  { native: "all", store: "other_device" },
  { native: "none", store: "other_device" },
];

const tree = {
  "a.txt": "one foo\n",
  "run.sh": { text: "foo foo\n", mode: 0o755 },
  "hard.txt": "foo hard\n",
  "deep/down/hard-too.txt": { hard: "hard.txt" },
  "link.txt": { link: "a.txt" },
  "foo/foo.txt": "a foo in foo\n",
  "foo/stays.txt": "nothing\n",
  x: "is x, foo\n",
  y: "is y\n",
} as const;

const changed = ["a.txt", "run.sh", "hard.txt", "foo/foo.txt", "x"];
const renamed = { foo: "bar", "foo/foo.txt": "bar/bar.txt", x: "y", y: "x" };

for (const setup of setups) {
  describe(`${setup.native} native calls, records in ${setup.store}`, () => {
    test("writes all files and names, and undo puts everything back", () => {
      const { host } = machineWith(tree, setup);
      const before = look(host);
      const untouched = times(host)["foo/stays.txt"];
      const done = commit(requestOf({ files: planFiles(host, changed), renames: planRenames(renamed) }), host);
      expect(done).toMatchObject({ ok: true, value: { filesWritten: 5 } });
      const { ".git": _, ...after } = look(host);
      expect(after).toEqual({
        "a.txt": '644  "one bar\\n"',
        bar: "directory 755",
        "bar/bar.txt": '644  "a bar in bar\\n"',
        "bar/stays.txt": '644  "nothing\\n"',
        deep: "directory 755",
        "deep/down": "directory 755",
        "deep/down/hard-too.txt": '644 first "bar hard\\n"',
        "hard.txt": '644 same file as deep/down/hard-too.txt "bar hard\\n"',
        "link.txt": "link to a.txt",
        "run.sh": '755  "bar bar\\n"',
        x: '644  "is y\\n"',
        y: '644  "is x, bar\\n"',
      });
      expect(times(host)["bar/stays.txt"]).toBe(untouched);
      expect(undo({ fsync: "auto", forceLock: false }, host)).toMatchObject({ ok: true, value: { files_restored: 7 } });
      expect(look(host)).toEqual(before);
      expect(recover({ paths: ["/w"], fsync: "auto", forceLock: false }, host)).toMatchObject({
        value: { outcome: "nothing_to_do" },
      });
      expect(undo({ fsync: "auto", forceLock: false }, host)).toMatchObject({
        ok: false,
        problem: { kind: "unknown_id" },
      });
    });

    test("refuses a plan with changed files and names each of them", () => {
      const { host } = machineWith(tree, setup);
      const files = planFiles(host, changed);
      const stale = files.map((file) =>
        file.path === "a.txt" || file.path === "x" ? { ...file, change: { ...file.change!, hashBefore: "0" } } : file,
      );
      const before = look(host);
      expect(commit(requestOf({ files: stale }), host)).toMatchObject({
        problem: { kind: "stale_plan", details: { paths: ["a.txt", "x"] } },
      });
      expect(look(host)).toEqual(before);
    });

    test("a link is followed and stays", () => {
      const { host } = machineWith(tree, setup);
      expect(commit(requestOf({ files: planFiles(host, ["link.txt"]) }), host).ok).toBe(true);
      expect([look(host)["link.txt"], text(host, "a.txt")]).toEqual(["link to a.txt", "one bar\n"]);
    });
  });
}
