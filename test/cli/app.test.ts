import { describe, expect, test } from "bun:test";
import { version } from "../../src/model/version.ts";
import manifest from "../../package.json";
import { emptyPlan, swath, type FakeOptions } from "./fake.ts";

const tree = { "src/a.txt": "foo\n", "b.txt": "foo\n", "rules/r.yml": "id: r\nliteral: foo\n" };

interface Refusal {
  readonly error: string;
  readonly message: RegExp;
  readonly suggestion?: string;
}

/** Runs with `--json` first, so that the refusal can be read whatever else is wrong. */
async function refusal(argv: readonly string[], options: FakeOptions = {}) {
  const [verb, ...rest] = argv;
  const run = await swath([verb!, "--json", ...rest], { tree, ...options });
  expect({ code: run.code, stderr: run.stderr, request: run.request }).toEqual({
    code: 3,
    stderr: "",
    request: undefined,
  });
  expect(run.stdout.trimEnd()).not.toContain("\n");
  return JSON.parse(run.stdout);
}

describe("what becomes of operands", () => {
  const cases: readonly (readonly [
    argv: readonly string[],
    pattern: unknown,
    replacement: unknown,
    paths: readonly string[],
  ])[] = [
    [["plan", "foo", "bar"], "foo", "bar", []],
    [["plan", "foo", "", "src"], "foo", "", ["src"]],
    [["apply", "--", "-foo", "-bar", "-src"], "-foo", "-bar", ["-src"]],
    [["check", "foo", "bar", "src", "b.txt"], "foo", "bar", ["src", "b.txt"]],
    [["search", "foo"], "foo", undefined, []],
    [["search", "foo", "src"], "foo", undefined, ["src"]],
    [["rename", "foo", "bar", "src"], "foo", "bar", ["src"]],
    [["rename", "--map", "a=b", "src"], undefined, undefined, ["src"]],
    [["rename", "--map-file", "map.json"], undefined, undefined, []],
    [["plan", "--rules", "rules", "src"], undefined, undefined, ["src"]],
    [["plan", "--script", "s.ts", "foo", "src"], "foo", undefined, ["src"]],
    [["apply", "--plan", "fix.plan"], undefined, undefined, []],
    [["apply", "--plan", "fix.plan", "--root", "other"], undefined, undefined, []],
  ];
  for (const [argv, pattern, replacement, paths] of cases)
    test(argv.join(" "), async () => {
      const { request, code, stderr } = await swath([...argv, ...(argv.includes("--") ? [] : ["-q"])], { tree });
      expect({ code, pattern: request?.pattern, replacement: request?.replacement, paths: request?.paths }).toEqual({
        code: 0,
        pattern: pattern as string,
        replacement: replacement as string,
        paths,
      });
      expect(stderr.includes("error")).toBe(false);
    });
});

test("settings are complete, and an explicit lower bound is known as one", async () => {
  const plain = (await swath(["plan", "foo", "bar"])).request!;
  const bound = (await swath(["plan", "foo", "bar", "--at-least", "0"])).request!;
  expect([plain.explicitAtLeast, plain.settings.at_least, plain.settings.max_files, plain.settings.partial]).toEqual([
    false,
    undefined,
    100_000,
    false,
  ]);
  expect([bound.explicitAtLeast, bound.settings.at_least]).toEqual([true, 0]);
  expect((await swath(["search", "foo"])).request!.settings.partial).toBe(true);
  expect((await swath(["plan", "foo", "bar", "--allow-syntax-errors"])).request!.settings.syntax).toBe("off");
});

describe("refusals before anything is read", () => {
  const cases: readonly (readonly [argv: readonly string[], Refusal])[] = [
    [["plan"], { error: "invalid_request", message: /needs PATTERN and REPLACEMENT/ }],
    [
      ["plan", "foo"],
      {
        error: "invalid_request",
        message: /needs REPLACEMENT after "foo"/,
        suggestion: "Write '' to delete what matches, or see the matches with: swath search foo",
      },
    ],
    [
      ["plan", "--", "-foo"],
      {
        error: "invalid_request",
        message: /needs REPLACEMENT after "-foo"/,
        suggestion: "Write '' to delete what matches, or see the matches with: swath search -- -foo",
      },
    ],
    [
      ["plan", "-l", "ts", "f($A)", "--syntax", "off", "--no-ignore"],
      {
        error: "invalid_request",
        message: /needs REPLACEMENT after "f\(\$A\)"/,
        suggestion:
          "Write '' to delete what matches, or see the matches with: swath search --lang=ts --no-ignore 'f($A)'",
      },
    ],
    [["rename", "foo"], { error: "invalid_request", message: /needs NEW after "foo"/ }],
    [["search"], { error: "invalid_request", message: /needs PATTERN/ }],
    [
      ["check", "foo", "bar", "--at-least", "-1"],
      {
        error: "invalid_request",
        message: /takes a whole number, and "-1" was given/,
        suggestion: "See swath check --help.",
      },
    ],
    [["apply", "--plan", "fix.plan", "src"], { error: "invalid_request", message: /no paths/ }],
    [["plan", "foo", "bar", ""], { error: "invalid_request", message: /empty path/ }],
    [
      ["plan", "foo", "bar", "--fsync", "never"],
      {
        error: "invalid_request",
        message: /unknown option --fsync/,
        suggestion: "It is an option of swath apply, swath rename, swath recover, swath undo, swath edit.",
      },
    ],
    [
      ["plan", "foo", "bar", "--at_least", "2"],
      {
        error: "invalid_request",
        message: /unknown option --at_least/,
        suggestion: "Did you mean --at-least?",
      },
    ],
    [
      ["plan", "foo", "bar", "--color", "pink"],
      { error: "invalid_request", message: /"pink"/, suggestion: "See swath plan --help." },
    ],
    [
      ["plan", "foo", "bar", "--no-hidden"],
      {
        error: "invalid_request",
        message: /unknown option --no-hidden/,
        suggestion: "--hidden has no such form: leave it out.",
      },
    ],
    [
      ["recover", "--no-ignore"],
      {
        error: "invalid_request",
        message: /unknown option --no-ignore/,
        suggestion: "It is an option of swath plan, swath apply, swath check, swath search, swath rename.",
      },
    ],
    [
      ["plan", "foo", "bar", "--files-from", "list", "src"],
      { error: "invalid_request", message: /--files-from takes the place of paths, so src/ },
    ],
    [
      ["plan", "foo", "bar", "--github"],
      { error: "invalid_request", message: /--json and --github exclude each other/ },
    ],
    [["plan", "foo", "bar", "--stdin"], { error: "invalid_request", message: /--stdin and --json exclude each other/ }],
    [
      ["plan", "foo", "bar", "--null"],
      { error: "invalid_request", message: /--null-separated has a meaning only with --files-from/ },
    ],
    [
      ["apply", "foo", "bar", "--root", "x"],
      { error: "invalid_request", message: /--root has a meaning only with --plan/ },
    ],
    [
      ["plan", "foo", "bar", "--at-least", "3", "--at-most", "2"],
      { error: "invalid_request", message: /at least 3 and at most 2/ },
    ],
    [["plan", "foo", "bar", "-l", "ts", "-F"], { error: "invalid_request", message: /--lang and --literal exclude/ }],
    [["plan", "foo", "bar", "-l", "ts", "-w"], { error: "invalid_request", message: /--lang and --word exclude/ }],
    [["plan", "--rules", "r", "--recipe", "x"], { error: "invalid_request", message: /--rules and --recipe exclude/ }],
    [["plan", "--rules", "r", "-F"], { error: "invalid_request", message: /--rules and --literal exclude/ }],
    [["apply", "--plan", "p", "-t", "js"], { error: "invalid_request", message: /--plan and --type exclude/ }],
    [["apply", "--plan", "p", "--at-most", "3"], { error: "invalid_request", message: /--plan and --at-most exclude/ }],
    [["rename", "--map", "a=b", "--exact"], { error: "invalid_request", message: /--map and --exact exclude/ }],
    [
      ["plan", "foo", "bar", "--syntax", "block", "--allow-syntax-errors"],
      { error: "invalid_request", message: /--syntax and --allow-syntax-errors/ },
    ],
    [["apply", "foo", "bar", "--review"], { error: "invalid_request", message: /--review and --json exclude/ }],
    [["plan", "foo", "bar", "--threads", "0"], { error: "invalid_threads", message: /at least one thread/ }],
    [
      ["plan", "foo", "bar", "--threads", "two"],
      { error: "invalid_threads", message: /--threads takes a whole number/ },
    ],
    [
      ["plan", "foo", "bar", "--threads", "two", "--frob"],
      { error: "invalid_request", message: /--threads takes.*unknown option --frob/ },
    ],
    [
      ["search", "foo", "--max-files", "1K"],
      { error: "invalid_request", message: /takes a whole number/, suggestion: "See swath search --help." },
    ],
    [["plan", "foo", "bar", "--patch", "no/where.patch"], { error: "io", message: /no directory no/ }],
    [["plan", "foo", "bar", "--patch", "src"], { error: "io", message: /src: it is a directory/ }],
    [["plan", "--recipe", "x"], { error: "invalid_request", message: /no recipe x/ }],
    [["undo", "a", "b"], { error: "invalid_request", message: /no use for "b"/ }],
    [
      ["undo", "--list", "a"],
      {
        error: "invalid_request",
        message: /no use for "a"/,
        suggestion: "Its forms are: swath undo [ID]; swath undo --list",
      },
    ],
    [
      ["check"],
      {
        error: "invalid_request",
        message: /needs PATTERN and REPLACEMENT/,
        suggestion:
          "Its forms are: swath check PATTERN REPLACEMENT [PATHS…]; swath check --rules FILE|DIR|GLOB [PATHS…]; swath check --recipe NAME [PATHS…]",
      },
    ],
  ];
  for (const [argv, want] of cases)
    test(argv.join(" "), async () => {
      const report = await refusal(argv);
      expect([report.kind, report.error, report.exit_code, report.retryable]).toEqual(["error", want.error, 3, false]);
      expect(report.message).toMatch(want.message);
      if (want.suggestion !== undefined) expect(report.suggestion).toBe(want.suggestion);
    });
});

test("a rename of identifiers of one language may be limited to whole words", async () => {
  expect((await swath(["rename", "foo", "bar", "-l", "ts", "-w"])).code).toBe(0);
});

describe("the forgotten replacement", () => {
  const refused: readonly (readonly string[])[] = [
    ["apply", "foo", "src"],
    ["plan", "foo", "src/a.txt"],
    ["check", "foo", "./src"],
    ["apply", "foo", "b.txt", "-g", "*.txt"],
  ];
  for (const argv of refused)
    test(argv.join(" "), async () => {
      const report = await refusal(argv);
      expect([report.error, report.details.replacement]).toEqual(["invalid_request", argv[2]]);
      const options = argv.length > 3 ? " --glob='*.txt'" : "";
      expect(report.suggestion).toEndWith(`write: swath ${argv[0]}${options} -- foo ${argv[2]}`);
    });
  const taken: readonly (readonly string[])[] = [
    ["apply", "--", "foo", "src"],
    ["apply", "foo", "--", "src"],
    ["apply", "foo", "src", "b.txt"],
    ["apply", "foo", "srcs"],
    ["apply", "foo", ".."],
    ["apply", "foo", "src", "--files-from", "list"],
    ["apply", "foo", "src", "--stdin"],
    ["apply", "foo", "src", "--staged"],
    ["apply", "foo", "src", "--since", "main"],
    ["rename", "foo", "src"],
    ["search", "foo", "src"],
  ];
  for (const argv of taken) test(argv.join(" "), async () => expect((await swath(argv, { tree })).code).toBe(0));
});

test("a usage mistake is a report when --json stands anywhere before --", async () => {
  const after = await swath(["plan", "foo", "bar", "--frob", "--json"]);
  const behind = await swath(["plan", "--frob", "--", "--json"]);
  expect([after.code, JSON.parse(after.stdout).error, after.stderr]).toEqual([3, "invalid_request", ""]);
  expect([behind.code, behind.stdout]).toEqual([3, ""]);
  expect(behind.stderr).toStartWith("error[invalid_request] unknown option --frob\n");
});

test("an unknown verb is met with the nearest one", async () => {
  const json = JSON.parse((await swath(["serch", "foo", "--json"])).stdout);
  expect([json.error, json.message, json.suggestion]).toEqual([
    "invalid_request",
    'unknown verb "serch"',
    "Did you mean swath search?",
  ]);
  const text = await swath(["frobnicate"]);
  expect([text.code, text.stdout]).toEqual([3, ""]);
  expect(text.stderr).toContain("plan, apply, check");
  expect((await swath(["--json", "plan"])).stdout).toContain("the verb comes first");
});

test("without arguments the help is a hint, and asked for it is data", async () => {
  const [hint, asked, short] = [await swath([]), await swath(["--help"]), await swath(["-h"])];
  expect([hint.code, hint.stdout, hint.stderr]).toEqual([3, "", asked.stdout]);
  expect([asked.code, asked.stderr, short.stdout]).toEqual([0, "", asked.stdout]);
});

test("the version is that of the package", async () => {
  expect(version).toBe(manifest.version);
  expect((await swath(["--version"])).stdout).toBe(`swath ${manifest.version}\n`);
});

test("a bug is an internal error with a place, and no bare stack", async () => {
  const broken = { engine: { run: () => Promise.reject(new TypeError("x is undefined")) } };
  const json = JSON.parse((await swath(["plan", "foo", "bar", "--json"], broken)).stdout);
  expect([json.error, json.exit_code, json.error_class, json.message]).toEqual([
    "internal",
    3,
    "permanent",
    "this is a bug in swath: x is undefined",
  ]);
  const text = await swath(["plan", "foo", "bar"], broken);
  expect([text.code, text.stdout]).toEqual([3, ""]);
  expect(text.stderr).toStartWith("error[internal] this is a bug in swath: x is undefined\n");
});

test("a signal aborts the run with its problem as the reason", async () => {
  for (const [signal, exit] of [
    ["SIGINT", undefined],
    ["SIGTERM", 143],
  ] as const) {
    const { hooks } = await swath(["plan", "foo", "bar"], { signal });
    expect([hooks!.signal!.aborted, hooks!.signal!.reason.kind, hooks!.signal!.reason.exit]).toEqual([
      true,
      "interrupted",
      exit,
    ]);
  }
});

describe("what the run is asked for beside the report", () => {
  const nothing = { diff: false, listed: false, lines: false, countOnly: false };
  const cases: readonly (readonly [argv: readonly string[], wanted: object])[] = [
    [["plan", "foo", "bar"], { diff: true }],
    [["plan", "foo", "bar", "--json"], {}],
    [["plan", "foo", "bar", "-q"], {}],
    [["plan", "foo", "bar", "--json", "--patch", "x.patch"], { diff: true }],
    [["plan", "foo", "bar", "--github"], { listed: true }],
    [["plan", "foo", "bar", "--stdin"], {}],
    [["rename", "foo", "bar"], { diff: true }],
    [["apply", "foo", "bar"], {}],
    [["apply", "foo", "bar", "--diff"], { diff: true }],
    [["check", "foo", "bar", "--diff"], { diff: true }],
    [["check", "foo", "bar", "--sarif", "x.sarif"], { listed: true }],
    [["search", "foo"], { lines: true }],
    [["search", "foo", "--json"], {}],
    [["search", "foo", "-q"], { countOnly: true }],
    [["search", "foo", "-q", "--json"], {}],
  ];
  for (const [argv, wanted] of cases)
    test(argv.join(" "), async () => {
      const { diff, listed, lines, countOnly } = (await swath(argv, { result: emptyPlan })).hooks!;
      expect({ diff, listed, lines, countOnly }).toEqual({ ...nothing, ...wanted });
    });
});
