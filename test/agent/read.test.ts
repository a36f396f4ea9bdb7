/** What a read shows of a file: its text or a part of it, its checksum, its lines with anchors. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { anchor, inTree, runOnce } from "./world.ts";

const four = "one\ntwo\nthree\nfour\n";

describe("a part of a file", () => {
  const cases: readonly [given: Record<string, unknown>, content: string, range: object | undefined][] = [
    [{}, four, undefined],
    [{ lines: "2:3" }, "two\nthree\n", { start: 2, end: 3 }],
    [{ lines: "3:" }, "three\nfour\n", { start: 3, end: 4 }],
    [{ lines: ":2" }, "one\ntwo\n", { start: 1, end: 2 }],
    [{ lines: "2" }, "two\n", { start: 2, end: 2 }],
    [{ lines: "3:99" }, "three\nfour\n", { start: 3, end: 4 }],
    [{ head: 2 }, "one\ntwo\n", { start: 1, end: 2 }],
    [{ head: 9 }, four, { start: 1, end: 4 }],
    [{ head: 0 }, "", undefined],
    [{ tail: 1 }, "four\n", { start: 4, end: 4 }],
    [{ tail: 9 }, four, { start: 1, end: 4 }],
    [{ tail: 0 }, "", undefined],
  ];
  test.each(cases)("%j", async (given, content, range) => {
    const { records, exitCode } = await runOnce({ "a.txt": four }, "read", ["a.txt"], given);
    const [record] = records;
    expect([record!["content"], record!["range"], record!["lines"], exitCode]).toEqual([content, range, 4, 0]);
  });

  test.each([
    [{ lines: "5:6" }, "a.txt has 4 lines, and line 5 was asked for"],
    [{ lines: "3:2" }, '"3:2" is no range of lines'],
    [{ lines: "0:2" }, '"0:2" is no range of lines'],
    [{ lines: "x" }, '"x" is no range of lines'],
    [{ lines: ":" }, '":" is no range of lines'],
    [{ lines: "1:2", head: 1 }, "lines and head both say which lines are wanted"],
    [{ stat: true, anchors: true }, "stat shows no lines, so none can be chosen or anchored"],
    [{ stat: true, tail: 1 }, "stat shows no lines, so none can be chosen or anchored"],
  ])("%j is refused", async (given, message) => {
    const { records, exitCode } = await runOnce({ "a.txt": four }, "read", ["a.txt"], given);
    expect([records[0]!["code"], records[0]!["message"], exitCode]).toEqual(["invalid_request", message, 3]);
  });
});

test("of an empty file no range is advised that would be refused", async () => {
  const { records } = await runOnce({ "a.txt": "" }, "read", ["a.txt"], { lines: "2:" });
  expect(records[0]).toMatchObject({
    message: "a.txt has 0 lines, and line 2 was asked for",
    suggestion: "It is empty.",
  });
});

describe("rows", () => {
  test("have the hash of the line without its ending, white space counted", async () => {
    const { records } = await runOnce({ "a.txt": "one\r\n  one\nøne" }, "read", ["a.txt"], { anchors: true });
    expect(records[0]!["rows"]).toEqual([
      { line: 1, hash: "260", anchor: "1:260", raw: "one" },
      { line: 2, hash: anchor(2, "  one").slice(2), anchor: anchor(2, "  one"), raw: "  one" },
      { line: 3, hash: anchor(3, "øne").slice(2), anchor: anchor(3, "øne"), raw: "øne" },
    ]);
  });

  test("an empty file has one, so that something can be written into it", async () => {
    const { records } = await runOnce({ "a.txt": "" }, "read", ["a.txt"], { anchors: true });
    expect([records[0]!["lines"], records[0]!["rows"]]).toEqual([
      0,
      [{ line: 1, hash: "d05", anchor: "1:d05", raw: "" }],
    ]);
  });

  test("a byte-order mark belongs to no line, and UTF-16 is shown as text", async () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("one\n", "utf16le")]);
    const tree = { "a.txt": "\ufeffone\n", "b.txt": wide };
    const { records } = await runOnce(tree, "read", ["a.txt", "b.txt"], { anchors: true });
    expect(records.map(({ content, rows, bytes }) => ({ content, rows, bytes }))).toEqual([
      { content: "one\n", rows: [{ line: 1, hash: "260", anchor: "1:260", raw: "one" }], bytes: 7 },
      { content: "one\n", rows: [{ line: 1, hash: "260", anchor: "1:260", raw: "one" }], bytes: 10 },
    ]);
  });
});

test("several files give a record each, and one that is missing does not stop the others", async () => {
  const { records, exitCode } = await runOnce({ "a.txt": "1\n", "notes.md": "2\n" }, "read", [
    "a.txt",
    "note.md",
    "notes.md",
  ]);
  expect(records.map(({ content, code, similar_paths: similar }) => content ?? [code, similar])).toEqual([
    "1\n",
    ["io", ["notes.md"]],
    "2\n",
  ]);
  expect(exitCode).toBe(3);
});

test("--stat leaves the text out", async () => {
  const { records } = await runOnce({ "a.txt": four }, "read", ["a.txt"], { stat: true });
  expect([records[0]!["content"], records[0]!["lines"], records[0]!["bytes"]]).toEqual([undefined, 4, 19]);
});

describe("a checksum", () => {
  const sum = "59edec5a37b7fb6ec9f035f4f5dfa0dd31a231074ee91ce01d6a9ec519c245ea";
  test.each([
    [sum, true, 0],
    [sum.toUpperCase(), true, 0],
    ["00", undefined, 3],
  ])("%s", async (verify, verified, exit) => {
    const { records, exitCode } = await runOnce({ "a.txt": "hello\nwörld\n" }, "read", ["a.txt"], {
      verify_checksum: verify,
    });
    expect([records[0]!["verified"], exitCode]).toEqual([verified, exit]);
    if (exit !== 0) expect(records[0]!["code"]).toBe("checksum_mismatch");
  });
});

test("what is no text or no file", async () => {
  await inTree({ "b.bin": Uint8Array.of(0, 1, 2), "a.txt": "x\n" }, async ({ root, run }) => {
    fs.symlinkSync("a.txt", path.join(root, "link"));
    fs.mkdirSync(path.join(root, "dir"));
    const { records } = await run("read", ["b.bin", "link", "dir", "a\0b", ""]);
    expect(records.map(({ binary, kind, content, code }) => code ?? [binary, kind, content])).toEqual([
      [true, "file", undefined],
      [false, "symlink", "x\n"],
      "io",
      "invalid_request",
      "invalid_request",
    ]);
  });
});

test("bytes that are not UTF-8 are shown and counted as they are", async () => {
  const { records } = await runOnce({ "a.txt": Buffer.from("a\xffb\n", "latin1") }, "read", ["a.txt"], {
    anchors: true,
  });
  const [record] = records;
  const hash = (Bun.hash.xxHash32(Buffer.from("a\xffb", "latin1"), 0) % 4096).toString(16).padStart(3, "0");
  expect([record!["content"], record!["bytes"], (record!["rows"] as object[])[0]]).toEqual([
    "a\ufffdb\n",
    4,
    { line: 1, hash, anchor: `1:${hash}`, raw: "a\ufffdb" },
  ]);
});
