import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileDiff } from "../../src/report/diff.ts";
import { quoteFileName, quotePath } from "../../src/report/git-quote.ts";
import { hunks } from "../../src/text/hunk.ts";
import { packed } from "../edits.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const hunk = (before: string, find: string, to: string): Uint8Array => {
  const at = Buffer.from(before).indexOf(find);
  return hunks(Buffer.from(before), packed([at, at + Buffer.byteLength(find), to]));
};

describe("names as git writes them", () => {
  const table: readonly (readonly [name: string, quoted: string, inFileLine: string])[] = [
    ["a/b.txt", "a/b.txt", "a/b.txt"],
    ["a b.txt", "a b.txt", "a b.txt\t"],
    ["trailing ", "trailing ", "trailing \t"],
    ["ünï.txt", "ünï.txt", "ünï.txt"],
    ['it\'s "q"', '"it\'s \\"q\\""', '"it\'s \\"q\\""'],
    ["back\\slash", '"back\\\\slash"', '"back\\\\slash"'],
    ["tab\tnew\nline", '"tab\\tnew\\nline"', '"tab\\tnew\\nline"'],
    ["\u0001\u007f", '"\\001\\177"', '"\\001\\177"'],
  ];
  test.each(table)("%j", (name, quoted, inFileLine) => {
    expect([quotePath(name), quoteFileName(name)]).toEqual([quoted, inFileLine]);
  });
});

describe("the header of a file", () => {
  test("edits", () => {
    expect(text(fileDiff({ from: "a.txt", to: "a.txt", hunks: hunk("foo\n", "foo", "bar") }))).toBe(
      "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-foo\n+bar\n",
    );
  });

  test("a rename alone", () => {
    expect(text(fileDiff({ from: "a b", to: "c" }))).toBe(
      "diff --git a/a b b/c\nsimilarity index 100%\nrename from a b\nrename to c\n",
    );
  });

  test("a rename with edits and a mode", () => {
    const diff = fileDiff({ from: "a", to: "b", mode: { from: 0o644, to: 0o755 }, hunks: hunk("x\n", "x", "y") });
    expect(text(diff)).toBe(
      "diff --git a/a b/b\nold mode 100644\nnew mode 100755\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n",
    );
  });

  test("nothing", () => expect(fileDiff({ from: "a", to: "a" }).length).toBe(0));

  test("a file in UTF-16", () => {
    const diff = text(fileDiff({ from: "a", to: "a", hunks: hunk("\ufffe\0", "\0", "x\0") }));
    expect(diff.split("\n").filter((line) => !/^[A-Za-z][^ ]+$/.test(line))).toEqual([
      "diff --git a/a b/a",
      expect.stringMatching(/^index [0-9a-f]{40}\.\.[0-9a-f]{40}$/),
      "GIT binary patch",
      "literal 5",
      "",
      "literal 4",
      "",
      "",
    ]);
  });
});

describe("git applies it", () => {
  let root: string;
  beforeAll(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "swath-diff-"));
  });
  afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

  const git = (cwd: string, diff: Uint8Array, ...options: string[]): string => {
    const run = spawnSync("git", ["apply", "--whitespace=nowarn", ...options, "-"], {
      cwd,
      input: diff,
      env: { ...process.env, GIT_CEILING_DIRECTORIES: root, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
    return run.stderr.toString();
  };

  interface Change {
    readonly from: string;
    readonly to?: string;
    readonly before: string | Buffer;
    readonly find: string | Buffer;
    readonly text: string | Buffer;
    readonly mode?: { from: number; to: number };
  }

  const changes: readonly Change[] = [
    { from: "a b.txt", before: "foo\n", find: "foo", text: "bar" },
    { from: " leading and trailing ", before: "foo\n", find: "foo", text: "bar" },
    { from: "ünï/é.txt", before: "x\nfoo\n", find: "foo", text: "bar" },
    { from: "-d.txt", before: "foo\n", find: "foo", text: "bar" },
    { from: 'it\'s "q".txt', before: "foo\n", find: "foo", text: "bar" },
    { from: "tab\there\nnewline\\slash\u0001", before: "foo\n", find: "foo", text: "bar" },
    { from: "non\u00a0breaking", before: "foo\n", find: "foo", text: "bar" },
    { from: "crlf.txt", before: "one\r\ntwo\r\n", find: "two", text: "2" },
    { from: "lone-cr.txt", before: "one\rtwo\n", find: "two", text: "2" },
    { from: "no-newline.txt", before: "one\ntwo", find: "two", text: "2" },
    { from: "newline-gone.txt", before: "one\ntwo\n", find: "two\n", text: "2" },
    { from: "newline-new.txt", before: "one\ntwo", find: "two", text: "2\n" },
    { from: "empty-before.txt", before: "", find: "", text: "2\n" },
    { from: "empty-after.txt", before: "one\n", find: "one\n", text: "" },
    { from: "bom.txt", before: "\ufeffone\n", find: "one", text: "1" },
    { from: "latin1.txt", before: Buffer.from("f\xfcr\n\xfc\n", "latin1"), find: "r", text: "n" },
    {
      from: "utf16.txt",
      before: Buffer.from("\ufefffoo\r\nfoo\r\n", "utf16le"),
      find: Buffer.from("foo", "utf16le"),
      text: Buffer.from("fünf", "utf16le"),
    },
    {
      from: "utf16 long.txt",
      before: Buffer.from(`\ufeff${"aba😀".repeat(999)}`, "utf16le"),
      find: Buffer.from("ba", "utf16le"),
      text: "",
    },
    { from: "nul-far-back.txt", before: `${"x\n".repeat(5000)}\0foo\n`, find: "foo", text: "bar" },
    { from: "old name.txt", to: "new name.txt", before: "foo\n", find: "foo", text: "bar" },
    { from: "old/dir/x.txt", to: "new/dir/ü.txt", before: "foo\n", find: "foo", text: "bar" },
    {
      from: "utf16 old",
      to: "utf16 new ",
      before: Buffer.from("\ufefffoo", "utf16le"),
      find: Buffer.from("f", "utf16le"),
      text: Buffer.from("g", "utf16le"),
    },
    { from: "moved only", to: "moved\tonly", before: "foo\n", find: "", text: "" },
    { from: "script.sh", before: "foo\n", find: "foo", text: "bar", mode: { from: 0o644, to: 0o755 } },
    { from: "mode only.sh", before: "foo\n", find: "", text: "", mode: { from: 0o644, to: 0o755 } },
  ];

  test("one patch with every kind of file, forwards and backwards", () => {
    const cwd = fs.mkdtempSync(path.join(root, "tree-"));
    const after = new Map<string, string>();
    const diffs = changes.map(({ from, to = from, before, find, text, mode }) => {
      const source = Buffer.from(before);
      fs.mkdirSync(path.dirname(path.join(cwd, from)), { recursive: true });
      fs.writeFileSync(path.join(cwd, from), source);
      const at = source.indexOf(find);
      const end = at + Buffer.from(find).length;
      const edits = at === end && text.length === 0 ? packed() : packed([at, end, new Uint8Array(Buffer.from(text))]);
      after.set(to, Buffer.concat([source.subarray(0, at), Buffer.from(text), source.subarray(end)]).toString("hex"));
      return fileDiff({ from, to, ...(mode && { mode }), hunks: hunks(source, edits) });
    });
    expect(git(cwd, Buffer.concat(diffs))).toBe("");
    const read = (name: string): string => fs.readFileSync(path.join(cwd, name)).toString("hex");
    expect([...after.keys()].map((name) => [name, read(name)])).toEqual([...after]);
    expect(changes.filter(({ from, to }) => to && fs.existsSync(path.join(cwd, from)))).toEqual([]);
    expect(fs.statSync(path.join(cwd, "mode only.sh")).mode & 0o111).not.toBe(0);
    expect(git(cwd, Buffer.concat(diffs), "-R")).toBe("");
    expect(changes.map(({ from }) => [from, read(from)])).toEqual(
      changes.map(({ from, before }) => [from, Buffer.from(before).toString("hex")]),
    );
  });

  test("names that change places in one patch", () => {
    const cwd = fs.mkdtempSync(path.join(root, "cycle-"));
    const cycle = [
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
      ["d", "e"],
      ["e", "d"],
    ] as const;
    const diffs = cycle.map(([from, to]) => {
      fs.writeFileSync(path.join(cwd, from), `${from}\n`);
      return fileDiff(from < "d" ? { from, to, hunks: hunk(`${from}\n`, from, `was ${from}`) } : { from, to });
    });
    expect(git(cwd, Buffer.concat(diffs))).toBe("");
    const now = cycle.map(([, to]) => fs.readFileSync(path.join(cwd, to), "utf8"));
    expect(now).toEqual(["was a\n", "was b\n", "was c\n", "d\n", "e\n"]);
  });
});
