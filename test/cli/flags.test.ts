import { describe, expect, test } from "bun:test";
import { parseFlags, type FlagTable, type ParsedFlags } from "../../src/cli/flags.ts";
import { adviceOn } from "../../src/model/nearest.ts";
import { flagsOf, verbs, type VerbName } from "../../src/cli/verbs.ts";

const plan = flagsOf("plan");

function parsed(args: string, table: FlagTable = plan) {
  const { given, operands, help, mistakes } = parseFlags(args === "" ? [] : args.split(" "), table);
  return { given, operands: operands.map(({ text }) => text), help, mistakes };
}

describe("what is given", () => {
  const cases: readonly (readonly [args: string, given: ParsedFlags["given"], operands?: readonly string[]])[] = [
    ["", {}],
    ["foo bar src", {}, ["foo", "bar", "src"]],
    ["--literal foo", { literal: true }, ["foo"]],
    ["--fixed-strings", { literal: true }],
    ["--at-least 3", { at_least: 3 }],
    ["--at-least=3", { at_least: 3 }],
    ["--at-least 3 --at-least 4", { at_least: 4 }],
    ["-iw foo", { ignore_case: true, word: true }, ["foo"]],
    ["-tjs", { type: ["js"] }],
    ["-t js", { type: ["js"] }],
    ["-t=js", { type: ["js"] }],
    ["-t js -tts -T test", { type: ["js", "ts"], type_not: ["test"] }],
    ["-iwtjs", { ignore_case: true, word: true, type: ["js"] }],
    ["-iwt js", { ignore_case: true, word: true, type: ["js"] }],
    ["-g*.ts -g !old", { glob: ["*.ts", "!old"] }],
    ["--glob=a=b", { glob: ["a=b"] }],
    ["--glob= foo", { glob: [""] }, ["foo"]],
    ["--max-bytes 10M --max-total-bytes 2g", { max_bytes: 10 * 1024 ** 2, max_total_bytes: 2 * 1024 ** 3 }],
    ["--max-bytes 500K", { max_bytes: 512_000 }],
    ["--max-bytes 17", { max_bytes: 17 }],
    ["--timeout .5", { timeout: 0.5 }],
    ["--partial", { partial: true }],
    ["--no-partial", { partial: false }],
    ["--partial --no-partial", { partial: false }],
    ["--no-ignore", { ignore: false }],
    ["--color always", { color: "always" }],
    ["-0 --files-from -", { null_separated: true, files_from: "-" }],
    ["--files-from list --null", { null_separated: true, files_from: "list" }],
    ["- foo", {}, ["-", "foo"]],
    ["-F -- -i --json", { literal: true }, ["-i", "--json"]],
    ["foo -i bar -- -x", { ignore_case: true }, ["foo", "bar", "-x"]],
  ];
  for (const [args, given, operands = []] of cases)
    test(args || "nothing", () =>
      expect(parsed(args)).toEqual({ given, operands: [...operands], help: false, mistakes: [] }),
    );
});

test("what stands after -- is known to stand there", () => {
  expect(parseFlags(["a", "--", "b"], plan).operands).toEqual([
    { text: "a", afterDashes: false },
    { text: "b", afterDashes: true },
  ]);
});

test("an empty argument is an operand, so that text can be deleted", () => {
  expect(parseFlags(["foo", ""], plan).operands.map(({ text }) => text)).toEqual(["foo", ""]);
});

test("help is seen anywhere before --", () => {
  expect([parsed("foo -h").help, parsed("--help").help, parsed("-ih").help, parsed("-- --help").help]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

describe("mistakes", () => {
  const cases: readonly (readonly [args: string, messages: readonly string[], suggestion?: string])[] = [
    [
      "--frobnicate",
      ["unknown option --frobnicate"],
      "If it is a pattern or a path, write -- before it: -- '--frobnicate'.",
    ],
    ["--ignorecase", ["unknown option --ignorecase"], "Did you mean --ignore-case?"],
    ["--at_least 1", ["unknown option --at_least"], "Did you mean --at-least?"],
    ["--no-partal", ["unknown option --no-partal"], "Did you mean --no-partial?"],
    ["--no-literal", ["unknown option --no-literal"]],
    ["-ix", ["unknown option -x in -ix"], "If it is a pattern or a path, write -- before it: -- '-ix'."],
    ["-foo", ["unknown option -f in -foo"], "If it is a pattern or a path, write -- before it: -- '-foo'."],
    ["--literal=yes", ['--literal takes no value, and "yes" was given']],
    ["--at-least", ["--at-least needs a value: --at-least N"]],
    ["--at-least --json", ["--at-least needs a value: --at-least N"]],
    ["--sarif -- x", ["--sarif needs a value: --sarif FILE"]],
    ["-t", ["-t needs a value: -t TYPE"]],
    ["--at-least many", ['--at-least takes a whole number, and "many" was given']],
    ["--at-least -1", ['--at-least takes a whole number, and "-1" was given']],
    ["--at-least 1.5", ['--at-least takes a whole number, and "1.5" was given']],
    ["--at-least 99999999999999999999", ['--at-least takes a whole number, and "99999999999999999999" was given']],
    [
      "--max-bytes 10X",
      ['--max-bytes takes a number of bytes, and "10X" was given'],
      "Write bytes, or use a suffix: 500K, 10M, 2G.",
    ],
    ["--timeout 0", ['--timeout takes a number of seconds above zero, and "0" was given']],
    ["--color blue", ['--color takes one of auto, always, never, and "blue" was given']],
    ["--color alway", ['--color takes one of auto, always, never, and "alway" was given'], "Did you mean always?"],
    ["--patch=", ['--patch takes a path, and "" was given']],
    [
      "--litral --frob --gloob x --color alway",
      [
        "unknown option --litral",
        "unknown option --frob",
        "unknown option --gloob",
        '--color takes one of auto, always, never, and "alway" was given',
      ],
      "Did you mean --literal and --glob and always?",
    ],
    [
      "--frob --at-least x -Z",
      ["unknown option --frob", '--at-least takes a whole number, and "x" was given', "unknown option -Z"],
    ],
  ];
  for (const [args, messages, suggestion] of cases)
    test(args, () => {
      const { mistakes } = parsed(args);
      expect(mistakes.map(({ message }) => message)).toEqual([...messages]);
      if (suggestion !== undefined) expect(adviceOn(mistakes)).toBe(suggestion);
    });
});

test("no verb has two flags of one spelling", () => {
  for (const verb of Object.keys(verbs) as VerbName[]) {
    const spellings = Object.entries(flagsOf(verb)).flatMap(([name, info]) => [
      ...(info.short ? [`-${info.short}`] : []),
      name.replaceAll("_", "-"),
      ...(info.aliases ?? []),
      ...(info.negated !== undefined ? [`no-${name.replaceAll("_", "-")}`] : []),
    ]);
    expect(spellings).toEqual([...new Set(spellings)]);
    expect(spellings).not.toContain("help");
    expect(spellings).not.toContain("-h");
  }
});

test("every flag of the table is read back as it is shown", () => {
  for (const verb of Object.keys(verbs) as VerbName[])
    for (const [name, info] of Object.entries(flagsOf(verb))) {
      const value = {
        boolean: true,
        count: 7,
        bytes: 2048,
        seconds: 1.5,
        string: "x",
        path: "x",
        choice: info.choices?.[0],
      }[info.kind];
      const word = `--${name.replaceAll("_", "-")}${info.kind === "boolean" ? "" : `=${info.kind === "bytes" ? "2K" : value}`}`;
      expect(parseFlags([word], flagsOf(verb)).given).toEqual({ [name]: info.repeatable ? [String(value)] : value! });
    }
});
