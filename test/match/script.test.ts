import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { isProblem, type Engine } from "../../src/match/engine.ts";
import { scriptEngine } from "../../src/match/script.ts";
import type { StructuralSpec, TextOptions, TextSpec } from "../../src/model/spec.ts";
import type { Problem } from "../../src/model/problem.ts";
import { applyEdits } from "../../src/text/patch.ts";

let directory: string;
let scripts = 0;

beforeAll(() => {
  directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-script-")));
});

afterAll(() => fs.rmSync(directory, { recursive: true }));

/** A new module each time, since modules are loaded once. */
function script(source: string, extension = "ts"): string {
  const file = path.join(directory, `s${scripts++}.${extension}`);
  fs.writeFileSync(file, source);
  return file;
}

const plain: TextOptions = {
  literal: false,
  ignoreCase: false,
  smartCase: false,
  word: false,
  multiline: false,
  dotall: false,
  eol: "auto",
};

function textSpec(pattern: string, file: string, options: Partial<TextOptions> = {}, timeout = 10): TextSpec {
  return { kind: "text", pattern, preserveCase: false, options: { ...plain, ...options }, script: { file, timeout } };
}

function structural(pattern: string, file: string): StructuralSpec {
  return { kind: "structural", lang: "ts", pattern, strictness: "smart", script: { file, timeout: 10 } };
}

async function engineOf(spec: TextSpec | StructuralSpec): Promise<Engine> {
  const engine = await scriptEngine(spec);
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value;
}

async function rewritten(
  spec: TextSpec | StructuralSpec,
  text: string | Uint8Array,
  shown = "src/a.txt",
): Promise<Problem | Buffer> {
  const engine = await engineOf(spec);
  const bytes = Buffer.from(text);
  const made = await engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path: shown, named: false });
  return isProblem(made) ? made : Buffer.from(applyEdits(bytes, made.edits));
}

async function text(spec: TextSpec | StructuralSpec, given: string, shown?: string): Promise<string> {
  const made = await rewritten(spec, given, shown);
  if (!Buffer.isBuffer(made)) throw new Error(made.message);
  return made.toString();
}

async function problemOf(spec: TextSpec, given: string): Promise<Partial<Problem>> {
  const made = await rewritten(spec, given, "src/b.txt");
  if (Buffer.isBuffer(made)) throw new Error(`no problem but ${made}`);
  return made;
}

async function load(file: string): Promise<unknown> {
  const engine = await scriptEngine(textSpec("x", file));
  return engine.ok ? engine.value.scope : [engine.problem.kind, engine.problem.message, engine.problem.details];
}

const upper = "export default ({ text }: { text: string }): string => text.toUpperCase();";

describe("what a script gets and gives", () => {
  test("the text of each match", async () =>
    expect(await text(textSpec("foo\\d+", script(upper)), "foo1 Foo foo22\n")).toBe("FOO1 Foo FOO22\n"));

  test("everything about a match", async () => {
    const file = script("export default (match) => JSON.stringify(match);");
    const made = await text(textSpec("(?P<key>k\\d)(=)?(x)?", file), "é k1=x\nk2", "src/a.txt");
    const [first, second] = made.split("\n");
    expect([JSON.parse(first!.slice(2)), JSON.parse(second!)]).toEqual([
      {
        text: "k1=x",
        groups: ["k1=x", "k1", "=", "x"],
        named: { key: "k1" },
        path: "src/a.txt",
        line: 1,
        column: 4,
        index: 0,
      },
      {
        text: "k2",
        groups: ["k2", "k2", null, null],
        named: { key: "k2" },
        path: "src/a.txt",
        line: 2,
        column: 1,
        index: 1,
      },
    ]);
  });

  test("null leaves the match and is no edit", async () => {
    const engine = await engineOf(
      textSpec("v(?P<n>\\d+)", script("export default ({ named }) => named.n === '1' ? null : `w${+named.n + 1}`;")),
    );
    const bytes = Buffer.from("v1 v2 v3");
    const made = await engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path: "a", named: false });
    expect(isProblem(made) ? made : [made.edits.count, Buffer.from(applyEdits(bytes, made.edits)).toString()]).toEqual([
      2,
      "v1 w3 w4",
    ]);
  });

  test("the same text is no edit", async () => {
    const engine = await engineOf(textSpec("\\w+", script("export default ({ text }) => text;")));
    const bytes = Buffer.from("a b");
    const made = await engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path: "a", named: false });
    expect(isProblem(made) ? made : made.edits.count).toBe(0);
  });

  test("promises are waited for in order", async () => {
    const file = script(
      "let n = 0;\nexport default async ({ text }) => { await Bun.sleep(text === 'a' ? 5 : 0); return text + n++; };",
    );
    expect(await text(textSpec("[ab]", file), "a b a")).toBe("a0 b1 a2");
  });

  test("some promises, some not", async () => {
    const file = script("export default ({ index }) => index % 2 ? Promise.resolve('p') : index === 2 ? null : 's';");
    expect(await text(textSpec("x", file), "x x x x")).toBe("s p x p");
  });

  test("setup makes a fresh function for each file", async () => {
    const file = script("export const setup = ({ path }) => { let n = 0; return () => `${path}${n++}`; };");
    const engine = await engineOf(textSpec("x", file));
    const made = [];
    for (const shown of ["a", "b"]) {
      const bytes = Buffer.from("x x");
      const rewrite = await engine.rewrite(
        { bytes, encoding: "utf-8", bom: 0, stored: true },
        { path: shown, named: false },
      );
      made.push(isProblem(rewrite) ? rewrite : Buffer.from(applyEdits(bytes, rewrite.edits)).toString());
    }
    expect(made).toEqual(["a0 a1", "b0 b1"]);
  });

  test("newlines become those of the line", async () => {
    const file = script("export default () => 'a\\nb\\r\\nc';");
    expect(await text(textSpec("x", file), "x\r\nx\nx")).toBe("a\r\nb\r\nc\r\na\nb\nc\na\r\nb\r\nc");
    expect(await text(textSpec("x", file, { eol: "raw" }), "x\r\n")).toBe("a\nb\r\nc\r\n");
  });

  test("characters of every size", async () => {
    const file = script("export default ({ text }) => `<${text}>`;");
    expect(await text(textSpec("[^ ]+", file), "é 😀x ü")).toBe("<é> <😀x> <ü>");
  });

  test("bytes that are not UTF-8 survive", async () => {
    const file = script("export default ({ text }) => `<${text}>`;");
    const made = await rewritten(textSpec("a.b", file), Buffer.from("a\xffb \xe9 é", "latin1"));
    expect(Buffer.isBuffer(made) && made.toString("latin1")).toBe("<a\xffb> \xe9 é");
  });

  test("code, with its variables by name", async () => {
    const file = script(
      "export default ({ text, groups, named }) => groups[0] === text ? `log(${named.A.toUpperCase()})` : 'wrong';",
    );
    const spec = structural("print($A)", file);
    expect(await text(spec, "print(a);\n'print(b)';\nprint(c);\n", "a.ts")).toBe("log(A);\n'print(b)';\nlog(C);\n");
  });

  test.each([
    ["calls inside calls, the inner ones first", "f(f(1), 2);\nf(3);", "g(g(1), 2);\ng(3);"],
    ["three deep, over lines", "f(\n  x(f(f(1))),\n  f()\n);", "g(x(g(g(1))),\n  g());"],
  ])("%s", async (_, before, after) => {
    const file = script("export default ({ named }) => `g(${named.ARGS})`;");
    expect(await text(structural("f($$$ARGS)", file), before, "a.ts")).toBe(after);
  });

  test("an outer call that stays keeps what became of the inner ones", async () => {
    const file = script(
      "export default ({ text, named, line, index }) => named.A.includes('(') ? null : `g${line}${index}(${named.A})`;",
    );
    expect(await text(structural("f($A)", file), "f(f(1));\nf(f(2));", "a.ts")).toBe("f(g11(1));\nf(g23(2));");
  });

  test("an outer call may drop the inner ones", async () => {
    const file = script("export default ({ text }) => text === 'f(g)' ? 'h' : 'g';");
    expect(await text(structural("f($A)", file), "f(f(1)); f(2)", "a.ts")).toBe("h; g");
  });

  test("a script is searched whole and has no evidence", async () => {
    const engine = await engineOf(textSpec("needle", script(upper)));
    expect([engine.scope, engine.matcher, engine.evidence]).toEqual(["file", undefined, []]);
  });
});

describe("scripts that go wrong", () => {
  test("one that throws, with the place in both files", async () =>
    expect(
      await problemOf(
        textSpec(
          "x\\d",
          script(
            'type T = { text: string };\n\nexport default ({ text }: T) => {\n  if (text === "x3") throw new TypeError("no three");\n  return "y";\n};\n',
          ),
        ),
        "x2\nx3\n",
      ),
    ).toEqual({
      kind: "script_runtime",
      message: `s${scripts - 1}.ts:4:32: TypeError: no three, at src/b.txt:2`,
      path: "src/b.txt",
      line: 2,
      details: { script: `s${scripts - 1}.ts`, script_line: 4, script_column: 32 },
    }));

  test("the script's own line, not that of what it calls", async () => {
    const found = await problemOf(
      textSpec("x", script("export default ({ text }) => {\n  return `${JSON.parse(text)}`;\n};")),
      "x",
    );
    expect(found.details).toMatchObject({ script_line: 2 });
  });

  test("the line of a module, where a script that returns what it makes has left no frame", async () => {
    const helper = path.basename(script("export const help = (): string => {\n  throw new RangeError('deep');\n};"));
    const file = script(`import { help } from "./${helper}";\nexport default () => help();\n`);
    expect(await problemOf(textSpec("x", file), "x")).toEqual({
      kind: "script_runtime",
      message: `${path.basename(file)}: ${helper}:2:13: RangeError: deep, at src/b.txt:1`,
      path: "src/b.txt",
      line: 1,
      details: { script: path.basename(file) },
    });
  });

  test("no line where only the runtime and swath have one", async () => {
    const file = script("export default ({ text }) => JSON.parse(text);");
    const { message } = await problemOf(textSpec("x", file), "x");
    expect(message?.startsWith(`${path.basename(file)}: SyntaxError: `)).toBe(true);
  });

  test("a script that is reached by a link", async () => {
    const link = path.join(directory, "(linked).ts");
    fs.symlinkSync(script("export default () => {\n  throw new Error('here');\n};"), link);
    const found = await problemOf(textSpec("x", link), "x");
    expect(found.message?.includes("here, at src/b.txt:1")).toBe(true);
  });

  test("a time-out beyond what timers can count", async () => {
    const file = script("export default async ({ text }) => { await Bun.sleep(1); return `${text}y`; };");
    expect(await text(textSpec("x", file, {}, 1e9), "x")).toBe("xy");
  });

  test("one that rejects", async () => {
    const found = await problemOf(
      textSpec("x", script("export default async () => { await 1; throw new Error('later'); };")),
      "a\nx",
    );
    expect([found.kind, found.line, found.message?.includes("later")]).toEqual(["script_runtime", 2, true]);
  });

  test.each(["stack: 5", "message: 5", "name: Symbol('x')", "stack: { split: null }"])(
    "one that throws an error with %s",
    async (odd) => {
      const thrown = `Object.assign(new Error("x"), { ${odd} })`;
      const found = await problemOf(textSpec("x", script(`export default () => { throw ${thrown}; };`)), "x");
      expect(found.kind).toBe("script_runtime");
    },
  );

  test("one that throws something else than an error", async () => {
    const found = await problemOf(textSpec("x", script("export default () => { throw { code: 7 }; };")), "x");
    expect([found.kind, found.message?.includes("code: 7")]).toEqual(["script_runtime", true]);
  });

  test.each([
    ["undefined", "undefined"],
    ["7", "a value of type number"],
    ["[]", "a value of type object"],
    ["Promise.resolve(true)", "a value of type boolean"],
  ])("one that returns %s", async (value, shown) => {
    const found = await problemOf(textSpec("x", script(`export default () => ${value};`)), "\nx");
    expect([found.kind, found.line, found.message]).toEqual([
      "script_runtime",
      2,
      `s${scripts - 1}.ts: the script returned ${shown} instead of a string or null, at src/b.txt:2`,
    ]);
  });

  test.each([
    ["a busy loop", "export default ({ text }) => { while (text === 'x2') {} return 'y'; };"],
    [
      "a busy loop that catches everything",
      "export default ({ text }) => { while (text === 'x2') { try { for (;;) {} } catch {} } return 'y'; };",
    ],
    [
      "a busy loop after promises",
      "export default async ({ text }) => { await 1; await 2; while (text === 'x2') {} return 'y'; };",
    ],
    ["a promise that never settles", "export default ({ text }) => text === 'x2' ? new Promise(() => {}) : 'y';"],
    [
      "an endless stream of promises",
      "export default async ({ text }) => { while (text === 'x2') await Bun.sleep(1); return 'y'; };",
    ],
  ])("%s ends at the time-out", async (_, source) => {
    const found = await problemOf(textSpec("x\\d", script(source), {}, 0.1), "x1\nx2\n");
    expect([found.kind, found.path, found.line, found.message]).toEqual([
      "script_runtime",
      "src/b.txt",
      2,
      `s${scripts - 1}.ts took longer than 0.1 seconds, at src/b.txt:2`,
    ]);
  });

  test("a setup that hangs or makes no function", async () => {
    const hanging = await problemOf(textSpec("x", script("export const setup = () => { for (;;) {} };"), {}, 0.1), "x");
    const useless = await problemOf(textSpec("x", script("export const setup = () => 'x';")), "x");
    expect([hanging.kind, useless.kind]).toEqual(["script_runtime", "script_runtime"]);
  });

  test("after a time-out the thread goes on", async () => {
    const file = script("export default ({ text }) => { while (text === 'x1') {} return 'y'; };");
    await problemOf(textSpec("x\\d", file, {}, 0.05), "x1");
    expect(await text(textSpec("x\\d", file), "x2")).toBe("y");
  });
});

describe("scripts that do not load", () => {
  test("a syntax error, before any file is read", async () =>
    expect(await load(script("export default (m) => {\n"))).toEqual([
      "script_parse",
      `the script s${scripts - 1}.ts:1:24 does not load: Unexpected end of file`,
      { script: `s${scripts - 1}.ts`, script_line: 1, script_column: 24 },
    ]));

  test("a module that throws while it is loaded", async () => {
    const imported = path.basename(script("\nthrow new Error('early');\nexport {};\n"));
    const file = script(`import "./${imported}";\nexport default () => "";\n`);
    expect(await problemOf(textSpec("x", file), "x")).toMatchObject({
      kind: "script_parse",
      message: `the script ${path.basename(file)} does not load: ${imported}:2:11: early`,
      details: { script: path.basename(file) },
    });
  });

  test.each(["txt", "css", "html"])("code in a file that is not run as code: .%s", async (extension) => {
    const file = script("export default () => 'y';\n", extension);
    const { message, suggestion } = await problemOf(textSpec("x", file), "x");
    expect([message, suggestion?.startsWith("Give the file a name that ends in .ts")]).toEqual([
      `the script ${path.basename(file)} exports no function`,
      true,
    ]);
  });

  test("a setup that is no function", async () => {
    const file = script("export const setup = 5;\nexport default () => '';\n");
    expect((await problemOf(textSpec("x", file), "x")).message).toBe(
      `the script ${path.basename(file)} exports a setup of type number, not a function`,
    );
  });

  test("several syntax errors, of which the first is told", async () =>
    expect(await load(script("export default (\n  {text} => 1\n"))).toEqual([
      "script_parse",
      `the script s${scripts - 1}.ts:2:10 does not load: Expected ")" but found "=>"`,
      { script: `s${scripts - 1}.ts`, script_line: 2, script_column: 10 },
    ]));

  test("a syntax error in a module that it imports", async () => {
    const imported = path.basename(script("\n\nlet x = ;\n"));
    const file = script(`import "./${imported}";\nexport default () => "";\n`);
    expect(await problemOf(textSpec("x", file), "x")).toMatchObject({
      kind: "script_parse",
      message: `the script ${path.basename(file)} does not load: ${imported}:3:9: Unexpected ;`,
      details: { script: path.basename(file) },
    });
  });

  test("no such file", async () =>
    expect(await load(path.join(directory, "none.ts"))).toEqual([
      "script_parse",
      "the script none.ts does not load: no such file",
      { script: "none.ts" },
    ]));

  test("nothing to call", async () =>
    expect(await load(script("export const x = 1;"))).toEqual([
      "script_parse",
      `the script s${scripts - 1}.ts exports no function`,
      undefined,
    ]));

  test.each([
    ["a default export that is no function", "export default 1;", "exports no function"],
    ["a module that throws", "throw new Error('top'); export default () => '';", "does not load: top"],
    ["an import that is not there", "import x from './nowhere.ts'; export default () => x;", "Cannot find module"],
    ["one that loops while it loads", "for (;;) {} export default () => '';", "it took longer than 0.1 seconds"],
    [
      "one that never finishes loading",
      "await new Promise(() => {}); export default () => '';",
      "it took longer than 0.1 seconds",
    ],
  ])("%s", async (_, source, message) => {
    const found = await problemOf(textSpec("x", script(source), {}, 0.1), "x");
    expect([found.kind, found.message?.includes(message)]).toEqual(["script_parse", true]);
  });

  test("a bad pattern is told first", async () => {
    const engine = await scriptEngine(textSpec("(", script("export default (m) => {")));
    expect(engine.ok ? undefined : engine.problem.kind).toBe("invalid_regex");
  });

  test("modules may wait at their top level", async () =>
    expect(
      await text(textSpec("x", script("const y = await Promise.resolve('y');\nexport default () => y;")), "x"),
    ).toBe("y"));

  test("re-exports and plain JavaScript are scripts too", async () => {
    const inner = script(upper);
    const outer = script(`export { default } from ${JSON.stringify(inner)};`, "mjs");
    const all = script(`import f from ${JSON.stringify(inner)};\nmodule.exports = { default: f };`, "js");
    expect([await text(textSpec("x", outer), "x"), await load(all)]).toEqual([
      "X",
      ["script_parse", `the script s${scripts - 1}.js exports no function`, undefined],
    ]);
  });
});
