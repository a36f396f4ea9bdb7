/** Edits of one file: where they land, what they refuse, and which bytes they leave alone. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { anchor, editText, inTree } from "./world.ts";

const at = (line: number, text: string, newText: string) => ({
  set_line: { anchor: anchor(line, text), new_text: newText },
});
const after = (line: number, text: string, newText: string) => ({
  insert_after: { anchor: anchor(line, text), new_text: newText },
});
const lines = (first: [number, string], last: [number, string], newText: string) => ({
  replace_lines: { start_anchor: anchor(...first), end_anchor: anchor(...last), new_text: newText },
});
const text = (oldText: string, newText: string, more: object = {}) => ({
  replace: { old_text: oldText, new_text: newText, ...more },
});

describe("lands where it should", () => {
  const cases: readonly [why: string, before: string, edits: readonly object[], result: string][] = [
    ["a line", "one\ntwo\nthree\n", [at(2, "two", "TWO")], "one\nTWO\nthree\n"],
    ["a line becomes several", "one\ntwo\n", [at(1, "one", "a\nb")], "a\nb\ntwo\n"],
    ["a last newline of the new text is ignored", "one\ntwo\n", [at(1, "one", "ONE\n")], "ONE\ntwo\n"],
    ["one newline is a blank line", "one\ntwo\n", [at(1, "one", "\n")], "\ntwo\n"],
    ["nothing deletes", "one\ntwo\nthree\n", [at(2, "two", "")], "one\nthree\n"],
    ["the last line is deleted", "one\ntwo", [at(2, "two", "")], "one\n"],
    ["a range", "one\ntwo\nthree\nfour\n", [lines([2, "two"], [3, "three"], "2-3")], "one\n2-3\nfour\n"],
    ["a range is deleted", "one\ntwo\nthree\n", [lines([1, "one"], [2, "two"], "")], "three\n"],
    ["after a line", "one\ntwo\n", [after(1, "one", "half")], "one\nhalf\ntwo\n"],
    ["after a last line without newline", "one\ntwo", [after(2, "two", "three")], "one\ntwo\nthree"],
    ["after the last line", "one\ntwo\n", [after(2, "two", "three\n")], "one\ntwo\nthree\n"],
    ["insertions at one place keep their order", "one\n", [after(1, "one", "a"), after(1, "one", "b")], "one\na\nb\n"],
    [
      "one line replaced and lines after it",
      "one\ntwo\n",
      [after(1, "one", "x"), at(1, "one", "ONE")],
      "ONE\nx\ntwo\n",
    ],
    ["before an empty line that is replaced", "a\n\nb\n", [at(2, "", "x"), after(1, "a", "y")], "a\ny\nx\nb\n"],
    ["into an empty file", "", [at(1, "", "one\ntwo")], "one\ntwo\n"],
    ["after nothing", "", [after(1, "", "one")], "one\n"],
    ["CRLF stays", "one\r\ntwo\r\n", [at(1, "one", "a\nb"), after(2, "two", "c")], "a\r\nb\r\ntwo\r\nc\r\n"],
    ["mixed endings stay", "one\r\ntwo\nthree\r\n", [at(2, "two", "2\n2")], "one\r\n2\n2\nthree\r\n"],
    ["a byte-order mark stays", "\ufeffone\ntwo\n", [at(1, "one", "ONE")], "\ufeffONE\ntwo\n"],
    ["trailing blanks and tabs", "\tone  \n", [at(1, "\tone  ", "\t\tone")], "\t\tone\n"],
    ["quoted text", "x = 1;\ny = 2;\n", [text("= 2", "= 3")], "x = 1;\ny = 3;\n"],
    ["quoted text over lines of CRLF", "a\r\nb\r\nc\r\n", [text("a\nb", "x\ny\nz")], "x\r\ny\r\nz\r\nc\r\n"],
    ["all of it", "a a\na\n", [text("a", "$1", { all: true })], "$1 $1\n$1\n"],
    ["a dollar and a backslash are themselves", "a\n", [text("a", "\\n$&")], "\\n$&\n"],
    ["two quotes in one line", "a b c\n", [text("c", "C"), text("a", "A")], "A b C\n"],
    ["a quote and a line", "a\nb\n", [text("a", "A"), at(2, "b", "B")], "A\nB\n"],
  ];
  test.each(cases)("%s", async (_why, before, edits, result) => {
    const { files, exitCode, records } = await editText(before, edits);
    expect([Buffer.from(files["a.txt"]!, "latin1").toString(), exitCode]).toEqual([result, 0]);
    expect(records[0]!["apply_id"]).toBeString();
  });
});

describe("is refused", () => {
  const cases: readonly [why: string, before: string, edits: unknown, code: string, told: string][] = [
    [
      "a line twice",
      "one\ntwo\n",
      [at(1, "one", "x"), at(1, "one", "y")],
      "overlapping_edits",
      "edit 1 (set_line, line 1) and edit 2 (set_line, line 1)",
    ],
    [
      "a line in a range",
      "a\nb\nc\n",
      [lines([1, "a"], [3, "c"], "x"), at(2, "b", "y")],
      "overlapping_edits",
      "edit 1 (replace_lines, lines 1-3) and edit 2 (set_line, line 2)",
    ],
    [
      "after a line in a range",
      "a\nb\nc\n",
      [lines([1, "a"], [3, "c"], "x"), after(2, "b", "y")],
      "overlapping_edits",
      "edit 2 (insert_after, after line 2)",
    ],
    [
      "after the last line of a range",
      "a\nb\nc\n",
      [after(2, "b", "y"), lines([1, "a"], [2, "b"], "x")],
      "overlapping_edits",
      "edit 1 (insert_after, after line 2) and edit 2 (replace_lines, lines 1-2)",
    ],
    [
      "after a deleted line",
      "a\nb\n",
      [at(1, "a", ""), after(1, "a", "y")],
      "overlapping_edits",
      "edit 1 (set_line, line 1)",
    ],
    ["an empty line twice", "a\n\nb\n", [at(2, "", "x"), at(2, "", "y")], "overlapping_edits", "line 2"],
    [
      "a quote in a replaced line",
      "a b\n",
      [at(1, "a b", "x"), text("b", "y")],
      "overlapping_edits",
      "edit 2 (replace, line 1)",
    ],
    [
      "a quote over a place of insertion",
      "a\nb\n",
      [text("a\nb", "x"), after(1, "a", "y")],
      "overlapping_edits",
      "edit 1 (replace, lines 1-2)",
    ],
    [
      "after a line whose end a quote takes",
      "a\nb\nc\n",
      [text("b\n", "B"), after(2, "b", "y")],
      "overlapping_edits",
      "edit 1 (replace, line 2) and edit 2 (insert_after, after line 2)",
    ],
    [
      "after a line that a quote deletes",
      "a\nb\nc\n",
      [after(2, "b", "y"), text("b\n", "")],
      "overlapping_edits",
      "edit 1 (insert_after, after line 2) and edit 2 (replace, line 2)",
    ],
    [
      "a quote that is not there",
      "alpha beta\n",
      [text("alpha bet", "x"), text("gamma", "y")],
      "text_not_found",
      "edit 2: old_text is not in a.txt",
    ],
    [
      "a quote that is there twice",
      "a\nb\na\n",
      [text("a", "x")],
      "text_ambiguous",
      "occurs 2 times in a.txt, on lines 1, 3",
    ],
    [
      "an empty insertion",
      "a\n",
      [after(1, "a", "")],
      "invalid_request",
      "edit 1: insert_after with an empty new_text",
    ],
    ["anchors the wrong way round", "a\nb\n", [lines([2, "b"], [1, "a"], "x")], "invalid_request", "stands behind"],
    ["no anchor", "a\n", [{ set_line: { anchor: "1", new_text: "x" } }], "invalid_request", 'edit 1: "1" is no anchor'],
    [
      "two keys",
      "a\n",
      [{ ...at(1, "a", "x"), ...text("a", "y") }],
      "invalid_request",
      "edits.0 has 2 keys, and one of set_line, replace_lines",
    ],
    ["no key", "a\n", [{}], "invalid_request", "edits.0 has 0 keys, and one of set_line, replace_lines"],
    ["no edits", "a\n", [], "invalid_request", "the list is empty"],
    [
      "an edit that is not in a list",
      "a\n",
      at(1, "a", "x"),
      "invalid_request",
      "the whole is an object and not a list",
    ],
    [
      "a mistyped key",
      "a\n",
      [{ set_lines: { anchor: "1:000", new_text: "x" } }],
      "invalid_request",
      "unknown key edits.0.set_lines",
    ],
    [
      "a mistyped inner key",
      "a\n",
      [{ set_line: { anchor: "1:000", newtext: "x" } }],
      "invalid_request",
      "unknown key edits.0.set_line.newtext",
    ],
    ["no list", "a\n", { set_line: 1 }, "invalid_request", ""],
  ];
  test.each(cases)("%s", async (_why, before, edits, code, told) => {
    const { files, exitCode, records } = await editText(before, edits);
    expect([files["a.txt"], exitCode, records[0]!["code"], records.length]).toEqual([before, 3, code, 1]);
    expect(records[0]!["message"]).toContain(told);
  });

  test("a key that is like none", async () => {
    const { records } = await editText("a\n", [{ set_line: { anchor: "1:000", new_text: "x", foo: 1 } }]);
    expect(records[0]!["suggestion"]).toBe("The keys here are anchor, new_text.");
  });

  test("JSON that is none", async () => {
    const { records, exitCode } = await editText("a\n", undefined, { edits: "[{" });
    expect([records[0]!["code"], exitCode]).toEqual(["invalid_request", 3]);
  });

  test("a file that holds no text, or a NUL far down", async () => {
    const late = `${"x\n".repeat(6000)}\0`;
    for (const bytes of [Uint8Array.of(0, 65), late]) {
      const { records } = await editText(bytes, [text("x", "y", { all: true })]);
      expect([records[0]!["code"], records[0]!["message"]]).toEqual(["io", "cannot edit a.txt: it holds no text"]);
    }
  });
});

describe("a stale anchor", () => {
  test("shows the lines as they are now, for all stale anchors at once", async () => {
    const edits = [at(1, "one", "ONE"), at(3, "three", "x"), at(9, "nine", "y")];
    const { records, files } = await editText("one\ntwo\nTHREE\nfour\nfive\n", edits);
    const [record] = records;
    expect(files["a.txt"]).toBe("one\ntwo\nTHREE\nfour\nfive\n");
    expect([record!["code"], record!["error_class"], record!["retryable"]]).toEqual([
      "hash_mismatch",
      "conflict",
      true,
    ]);
    expect((record!["rows"] as { anchor: string }[]).map((row) => row.anchor)).toEqual(
      ["one", "two", "THREE", "four", "five"].map((line, index) => anchor(index + 1, line)),
    );
    expect(record!["message"]).toContain(`${anchor(3, "three")} (edit 2), ${anchor(9, "nine")} (edit 3)`);
  });

  test("is found again where its unchanged line has moved", async () => {
    const { records, files } = await editText("zero\none\ntwo\n", [at(1, "one", "ONE")]);
    expect([files["a.txt"], records[0]!["relocated"]]).toEqual([
      "zero\nONE\ntwo\n",
      [{ edit: 1, from: anchor(1, "one"), to: anchor(2, "one") }],
    ]);
  });

  test.each([
    ["the line stands there twice", "zero\none\nx\none\n", [at(1, "one", "ONE")]],
    ["it moved too far", `${"x\n".repeat(22)}one\n`, [at(1, "one", "ONE")]],
    ["a range has grown inside", "one\nnew\ntwo\n", [lines([1, "one"], [2, "two"], "x")]],
  ])("is not, where %s", async (_why, before, edits) => {
    const { records, files } = await editText(before, edits);
    expect([records[0]!["code"], files["a.txt"]]).toEqual(["hash_mismatch", before]);
  });

  test("a range that moved as a whole is", async () => {
    const { files } = await editText("new\none\ntwo\n", [lines([1, "one"], [2, "two"], "x")]);
    expect(files["a.txt"]).toBe("new\nx\n");
  });

  test("of a pasted row only a line with its text is the same line", async () => {
    const stale = { set_line: { anchor: `${anchor(1, "two")}|2`, new_text: "TWO" } };
    const { records } = await editText("one\ntwo\n", [stale]);
    expect(records[0]!["code"]).toBe("hash_mismatch");
    const moved = { set_line: { anchor: `${anchor(1, "two")}|two`, new_text: "TWO" } };
    expect((await editText("one\ntwo\n", [moved])).files["a.txt"]).toBe("one\nTWO\n");
  });

  test("a pasted row is an anchor, in any case of letters", async () => {
    const { files } = await editText("two\n", [{ set_line: { anchor: "1:2F4|two", new_text: "TWO" } }]);
    expect(files["a.txt"]).toBe("TWO\n");
  });
});

describe("fuzzy", () => {
  const cases: readonly [why: string, before: string, old: string, result: string][] = [
    ["runs of blanks", "if  (a)\t{\n  b();\n}\n", "if (a) { b(); }", "X\n"],
    ["typographic quotes", "say “hi” — it’s\n", 'say "hi" - it\'s', "X\n"],
    ["no-break space", "a\u00a0b\n", "a b", "X\n"],
    ["full-width forms", "ｆ（ｘ）\n", "f(x)", "X\n"],
  ];
  test.each(cases)("%s", async (_why, before, old, result) => {
    const exact = await editText(before, [text(old, "X")]);
    expect([exact.records[0]!["code"], Buffer.from(exact.files["a.txt"]!, "latin1").toString()]).toEqual([
      "text_not_found",
      before,
    ]);
    const loose = await editText(before, [text(old, "X", { fuzzy: true })]);
    expect(Buffer.from(loose.files["a.txt"]!, "latin1").toString()).toBe(result);
  });

  test("an exact place is preferred, and two loose ones are ambiguous", async () => {
    expect((await editText("a  b\na b\n", [text("a b", "X", { fuzzy: true })])).files["a.txt"]).toBe("a  b\nX\n");
    expect((await editText("a  b\na   b\n", [text("a b", "X", { fuzzy: true })])).records[0]!["code"]).toBe(
      "text_ambiguous",
    );
  });

  test("words that differ are not equal", async () => {
    expect((await editText("alpha\n", [text("alhpa", "X", { fuzzy: true })])).records[0]!["code"]).toBe(
      "text_not_found",
    );
  });
});

test("a file that somebody else changes during the edit is left to them", async () => {
  await inTree({ "a.txt": "one\n" }, async ({ root, run, host }) => {
    const { linkStat } = host.fs;
    const meddled = {
      ...host.fs,
      linkStat(name: string) {
        if (name.endsWith("a.txt")) fs.writeFileSync(path.join(root, "a.txt"), "other\n");
        return linkStat(name);
      },
    };
    Object.defineProperty(host, "fs", { value: meddled });
    const { records, files } = await run("edit", ["a.txt"], { edits: JSON.stringify([at(1, "one", "ONE")]) });
    expect([records[0]!["code"], records[0]!["message"], files["a.txt"]]).toEqual([
      "stale_plan",
      "a.txt was changed by somebody else while it was edited, and nothing was written",
      "other\n",
    ]);
  });
});

test.each([
  ["an insertion after the last line", "one\n", after(1, "one", "two"), 2],
  ["one where the last line has no ending", "one\ntwo", after(2, "two", "three"), 3],
  ["one in between", "one\ntwo\n", after(1, "one", "x"), 2],
  ["a line", "one\ntwo\n", at(2, "two", "x"), 2],
  ["the only line of an empty file", "", at(1, "", "x"), 1],
  ["a file that holds a mark alone", "\ufeff", at(1, "", "x"), 1],
  ["a file with a mark and a letter", "\ufeffa", after(1, "a", "b"), 2],
])("the first changed line of %s", async (_, content, edit, line) => {
  const { records } = await editText(content, [edit]);
  expect(records[0]!["first_changed_line"]).toBe(line);
});

describe("keeps", () => {
  test("the mode, and a link as a link", async () => {
    await inTree({ "a.sh": "one\n" }, async ({ root, run }) => {
      fs.chmodSync(path.join(root, "a.sh"), 0o755);
      fs.symlinkSync("a.sh", path.join(root, "link.sh"));
      const { exitCode } = await run("edit", ["link.sh"], { edits: JSON.stringify([at(1, "one", "two")]) });
      expect([
        exitCode,
        fs.readFileSync(path.join(root, "a.sh"), "utf8"),
        fs.statSync(path.join(root, "a.sh")).mode & 0o777,
        fs.readlinkSync(path.join(root, "link.sh")),
      ]).toEqual([0, "two\n", 0o755, "a.sh"]);
    });
  });

  test("UTF-16 with its mark, and bytes that are not UTF-8", async () => {
    const wide = (content: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(content, "utf16le")]);
    const edited = await editText(wide("one\r\ntwo\r\n"), [at(2, "two", "zwö")]);
    expect(Buffer.from(edited.files["a.txt"]!, "latin1").equals(wide("one\r\nzwö\r\n"))).toBe(true);
    const stray = await editText(Buffer.from("\xff\none\n", "latin1"), [at(2, "one", "two")]);
    expect(stray.files["a.txt"]).toBe("\xff\ntwo\n");
  });

  test("the file itself when the edits change nothing", async () => {
    await inTree({ "a.txt": "one\n" }, async ({ root, run }) => {
      const before = fs.statSync(path.join(root, "a.txt"), { bigint: true });
      const { records } = await run("edit", ["a.txt"], { edits: JSON.stringify([at(1, "one", "one")]) });
      const now = fs.statSync(path.join(root, "a.txt"), { bigint: true });
      expect([records[0]!["edits"], now.ino, now.mtimeNs]).toEqual([0, before.ino, before.mtimeNs]);
    });
  });
});

test("the edits come from standard input, and the record tells the changed lines", async () => {
  await inTree({ "a.txt": "1\n2\n3\n4\n5\n6\n7\n" }, async ({ run }) => {
    const edits = JSON.stringify([at(4, "4", "four\nvier")]);
    const { records } = await run("edit", ["a.txt"], { edits: "-", anchors: true }, edits);
    const { rows, edits: count, first_changed_line: first, lines: total } = records[0]!;
    expect([count, first, total, (rows as { raw: string }[]).map(({ raw }) => raw)]).toEqual([
      1,
      4,
      8,
      ["2", "3", "four", "vier", "5", "6"],
    ]);
  });
});

test("rows that are left out are counted, of a change and of a refusal", async () => {
  const content = Array.from({ length: 300 }, (_, n) => `${n + 1}\n`).join("");
  await inTree({ "a.txt": content }, async ({ run }) => {
    const spread = Array.from({ length: 50 }, (_, n) => 6 * n + 3);
    const stale = await run("edit", ["a.txt"], { edits: JSON.stringify(spread.map((line) => at(line, "x", "y"))) });
    const refused = stale.records[0] as { rows: { line: number }[]; details: Record<string, unknown>; message: string };
    expect([refused.rows.length, refused.details["rows_omitted"]]).toEqual([100, 150]);
    expect(refused.message).toEndWith(" (edit 20) and 30 more");
    const edits = JSON.stringify(spread.map((line) => at(line, `${line}`, "x")));
    const { rows, lines_omitted } = (await run("edit", ["a.txt"], { edits, anchors: true })).records[0] as {
      rows: { line: number }[];
      lines_omitted: number;
    };
    const around = spread.slice(0, 20).flatMap((line) => [line - 2, line - 1, line, line + 1, line + 2]);
    expect([rows.map(({ line }) => line), lines_omitted]).toEqual([around, 150]);
  });
});

describe("the syntax guard", () => {
  const edits = [at(1, "f(1);", "f(1;")];
  test.each([
    [{}, "f(1);\n", "syntax_regression", undefined],
    [{ syntax: "warn" }, "f(1;\n", undefined, "syntax_regression"],
    [{ syntax: "off" }, "f(1;\n", undefined, undefined],
    [{ allow_syntax_errors: true }, "f(1;\n", undefined, undefined],
  ])("%j", async (given, result, code, warning) => {
    const { files, records } = await editText("f(1);\n", edits, given, "a.ts");
    const warnings = records[0]!["warnings"] as { code: string; message: string }[] | undefined;
    expect(JSON.stringify(warnings ?? "")).not.toContain("nothing was written");
    expect([files["a.ts"], records[0]!["code"], warnings?.[0]?.code]).toEqual([result, code, warning]);
  });
});

test("edits on standard input that are not UTF-8 are refused", async () => {
  await inTree({ "a.txt": "foo\n" }, async ({ run }) => {
    const edits = JSON.stringify([{ replace: { old_text: "foo", new_text: "b\u00e9r" } }]);
    const { records, files } = await run("edit", ["a.txt"], { edits: "-" }, Buffer.from(edits, "latin1"));
    expect(records[0]).toMatchObject({ code: "io", message: "cannot read standard input: it is not UTF-8 (EILSEQ)" });
    expect(files["a.txt"]).toBe("foo\n");
  });
});
