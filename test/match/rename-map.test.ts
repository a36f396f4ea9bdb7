import { describe, expect, test } from "bun:test";
import { isProblem } from "../../src/match/engine.ts";
import { nameMapper, parseMapFile, parsePair, renameMapEngine, type Pair } from "../../src/match/rename-map.ts";
import { mapEngineOf, rewritten } from "./rename/rewritten.ts";

describe("one simultaneous pass", () => {
  const rows: readonly (readonly [why: string, pairs: readonly Pair[], text: string, after: string])[] = [
    [
      "two names swap",
      [
        ["alpha", "beta"],
        ["beta", "alpha"],
      ],
      "alpha beta alphabet beta-alpha",
      "beta alpha alphabet alpha-beta",
    ],
    [
      "a chain moves one step",
      [
        ["one", "two"],
        ["two", "three"],
      ],
      "one two three",
      "two three three",
    ],
    [
      "a cycle of three",
      [
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
      ],
      "a b c abc",
      "b c a abc",
    ],
    [
      "the longest name wins, whatever the order",
      [
        ["user", "u"],
        ["user.name", "n"],
      ],
      "user user.name user.names",
      "u n u.names",
    ],
    [
      "a shorter one where the longer has no edge",
      [
        ["a b", "x"],
        ["a", "y"],
      ],
      "a b a bc",
      "x y bc",
    ],
    [
      "names are literal, new names too",
      [
        ["a.b", "$1"],
        ["c", "\\n"],
      ],
      "a.b aXb c",
      "$1 aXb \\n",
    ],
    ["half boundaries", [["-x-", "-y-"]], "a -x- b-x- -x-c", "a -y- b-x- -x-c"],
    [
      "a pair that changes nothing keeps its text",
      [
        ["a b", "a b"],
        ["a", "x"],
      ],
      "a a b",
      "x a b",
    ],
    ["words of other scripts", [["größe", "maß"]], "größe größer", "maß größer"],
    [
      "one name is the start of many",
      [
        ["n", "1"],
        ["n.n", "2"],
        ["n.n.n", "3"],
        ["n.n.n.n", "4"],
      ],
      "n.n.n n n.n n.n.n.n.n",
      "3 1 2 4.1",
    ],
  ];
  for (const [why, pairs, text, after] of rows)
    test(why, () => expect(rewritten(mapEngineOf(pairs), text)).toBe(after));

  test("only identifiers of a language", () => {
    const engine = mapEngineOf(
      [
        ["a", "b"],
        ["b", "a"],
      ],
      { lang: "ts" },
    );
    expect(rewritten(engine, "a + b; // a b\n'a'", "x.ts")).toBe("b + a; // a b\n'a'");
  });

  test("ten thousand names", () => {
    const pairs = Array.from({ length: 10_000 }, (_, i): Pair => [`name${i}`, `title${i}`]);
    const text = pairs.map(([from], i) => (i % 2 ? from : `${from}x`)).join(" ");
    const after = pairs.map(([from, to], i) => (i % 2 ? to : `${from}x`)).join(" ");
    expect(rewritten(mapEngineOf(pairs), text)).toBe(after);
  });

  test("names of files", () => {
    const mapper = nameMapper({
      kind: "rename_map",
      pairs: [
        ["a", "b"],
        ["b", "a"],
      ],
    });
    expect(mapper.ok && ["a.ts", "b-a", "ab"].map(mapper.value)).toEqual(["b.ts", "a-b", "ab"]);
  });
});

describe("what a map comes to when it is repeated", () => {
  test.each([
    [
      "settles at once",
      [
        ["a", "b"],
        ["c", "d"],
      ],
      [],
    ],
    ["nothing changes", [["a", "a"]], []],
    [
      "a swap",
      [
        ["a", "b"],
        ["b", "a"],
      ],
      ["once_only"],
    ],
    [
      "a chain",
      [
        ["a", "b"],
        ["b", "c"],
      ],
      ["once_only"],
    ],
    [
      "a chain that grows once",
      [
        ["a", "b b"],
        ["b", "c"],
      ],
      ["once_only"],
    ],
    [
      "two names become one",
      [
        ["a", "c"],
        ["b", "c"],
      ],
      ["merged_names"],
    ],
    ["a new name that holds its old name", [["item", "item item"]], grows("item", "item item")],
    ["a qualified name", [["config", "self.config"]], grows("config", "self.config")],
    ["a name only in a longer word", [["item", "items"]], []],
    [
      "a cycle that grows",
      [
        ["a", "b c"],
        ["b", "a"],
      ],
      grows("a", "b c"),
    ],
    [
      "a swap beside a growing name",
      [
        ["a", "b"],
        ["b", "a"],
        ["x", "x.y"],
      ],
      grows("x", "x.y"),
    ],
    [
      "a name that forms where two meet",
      [
        ["k", "x b"],
        ["x", "a"],
        ["a b", "k k"],
      ],
      grows("k", "x b"),
    ],
  ] as const)("%s", (_, pairs, expected) => expect(verdict(pairs)).toEqual([...expected]));

  test("a chain of twenty thousand names is judged in linear time", () => {
    const pairs = Array.from({ length: 20_000 }, (_, i): Pair => [`n${i}`, `n${i + 1}`]);
    expect(verdict(pairs)).toEqual(["once_only"]);
    expect(verdict([...pairs, ["n20000", "n0 n0"]])[0]).toBe("rename_map_diverges");
  });
});

describe("maps that are refused", () => {
  test.each([
    [[], "the rename map has no names"],
    [[["", "x"]], 'the old name for "x" is empty'],
    [[["x", ""]], 'the new name for "x" is empty'],
    [[["a\nb", "x"]], 'the old name "a\\nb" holds a line break'],
    [
      [
        ["name", "left"],
        ["name", "right"],
      ],
      '"name" is given two new names, "left" and "right"',
    ],
    [
      [
        ["name", "same"],
        ["name", "same"],
      ],
      '"name" is given its new name "same" twice',
    ],
  ] as const)("%j", (pairs, message) => {
    const engine = renameMapEngine({ kind: "rename_map", pairs });
    expect(engine.ok ? undefined : [engine.problem.kind, engine.problem.message]).toEqual([
      "invalid_rename_map",
      message,
    ]);
  });
});

describe("reading maps", () => {
  test.each([
    ["a=b", ["a", "b"]],
    ["a=b=c", ["a", "b=c"]],
    ["a b=", ["a b", ""]],
    ["ab", '"ab" is not of the form OLD=NEW'],
  ] as const)("%s", (text, expected) => {
    const pair = parsePair(text);
    expect<unknown>(pair.ok ? pair.value : pair.problem.message).toEqual(expected);
  });

  test.each([
    [
      "JSON",
      '\uFEFF {"old.name": "$1", "x": "y\\\\n"}\n',
      [
        ["old.name", "$1"],
        ["x", "y\\n"],
      ],
    ],
    [
      "JSON with keys that look alike in values",
      '{"a": "{\\"b\\":", "b": "x,"}',
      [
        ["a", '{"b":'],
        ["b", "x,"],
      ],
    ],
    ["JSON with a name twice", '{"a": "b", "\\u0061": "c"}', 'map gives "a" more than one new name'],
    ["JSON with a number", '{"a": 1}', 'the new name of "a" in map is not a string'],
    [
      "lines",
      "a\tb\r\n\r\nc d\te f\n",
      [
        ["a", "b"],
        ["c d", "e f"],
      ],
    ],
    ["quoted names", '"a\\tb"\t" c "\n', [["a\tb", " c "]]],
    ["a line without a tab", "a\tb\nc d\n", "line 2 of map is not two names separated by one tab"],
    ["a line with two tabs", "a\tb\tc\n", "line 1 of map is not two names separated by one tab"],
    ["an open quote", 'a\t"b\n', "line 1 of map is not two names separated by one tab"],
    ["an empty file", "", []],
  ] as const)("%s", (_, content, expected) => {
    const pairs = parseMapFile(content, "map");
    expect<unknown>(pairs.ok ? pairs.value : pairs.problem.message).toEqual(expected);
  });

  test("broken JSON is refused with the path", () => {
    const pairs = parseMapFile('{"a": }', "names.json");
    expect(pairs.ok ? undefined : [pairs.problem.kind, pairs.problem.path, pairs.problem.message.slice(0, 28)]).toEqual(
      ["invalid_rename_map", "names.json", "names.json is not valid JSON"],
    );
  });
});

test("each edit of a map of a hundred thousand names says which name it is of", () => {
  const engine = mapEngineOf(Array.from({ length: 100_000 }, (_, i) => [`from_${i}_x`, `to_${i}_x`]));
  const bytes = Buffer.from("from_7_x from_99999_x from_65536_x");
  const rewrite = engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path: "a.txt", named: false });
  if (rewrite instanceof Promise || isProblem(rewrite)) throw new Error("no rewrite");
  expect([...(rewrite.edits.labels ?? [])].map((label) => engine.labels[label])).toEqual([
    "from_7_x→to_7_x",
    "from_99999_x→to_99999_x",
    "from_65536_x→to_65536_x",
  ]);
});

function verdict(pairs: readonly Pair[]): string[] {
  const engine = renameMapEngine({ kind: "rename_map", pairs });
  return engine.ok
    ? (engine.value.warnings ?? []).map(({ code }) => code)
    : [engine.problem.kind, engine.problem.message];
}

function grows(from: string, to: string): string[] {
  return [
    "rename_map_diverges",
    `the map would grow each time it is applied: "${from}" becomes "${to}", which it changes again`,
  ];
}
