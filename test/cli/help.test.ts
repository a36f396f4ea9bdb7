import { describe, expect, test } from "bun:test";
import { topicPage } from "../../src/cli/commands/help.ts";
import { overview, verbHelp } from "../../src/cli/help.ts";
import { topicNames } from "../../src/cli/topics.ts";
import { flagsOf, verbs, type VerbName } from "../../src/cli/verbs.ts";
import { parseFlags } from "../../src/cli/flags.ts";
import { parseConfig } from "../../src/schema/config.ts";
import { expectGolden } from "../golden.ts";
import { swath } from "./fake.ts";

const verbNames = Object.keys(verbs) as VerbName[];

test("the overview fits on one screen and names every verb and topic", () => {
  const text = overview();
  expectGolden("help/overview.txt", text);
  expect(text.split("\n").length).toBeLessThanOrEqual(42);
  expect(widest(text)).toBeLessThanOrEqual(90);
  for (const name of [...verbNames, ...topicNames]) expect(text).toContain(name);
});

describe("verbs", () => {
  for (const verb of verbNames)
    test(verb, async () => {
      const text = verbHelp(verb);
      expectGolden(`help/${verb}.txt`, text);
      expect(widest(text)).toBeLessThanOrEqual(100);
      for (const name of Object.keys(flagsOf(verb))) expect(text).toContain(name.replaceAll("_", "-"));
      for (const argv of [
        [verb, "--help"],
        [verb, "-h"],
        [verb, "foo", "--frob", "--help"],
      ])
        expect(await swath(argv)).toMatchObject({ code: 0, stdout: text, stderr: "" });
    });
});

describe("topics", () => {
  for (const topic of topicNames)
    test(topic, async () => {
      const text = topicPage(topic);
      expectGolden(`help/topic-${topic}.txt`, text);
      expect(widest(text)).toBeLessThanOrEqual(90);
      expect(await swath(["help", topic])).toMatchObject({ code: 0, stdout: text, stderr: "" });
    });
});

test("help on a verb, on nothing and on a mistake", async () => {
  expect((await swath(["help", "plan"])).stdout).toBe(verbHelp("plan"));
  expect((await swath(["help"])).stdout).toBe(overview());
  expect(await swath(["help", "patern"])).toMatchObject({ code: 3, stdout: "" });
  expect((await swath(["help", "patern"])).stderr).toContain("Did you mean patterns?");
});

test("every example is a line that its verb reads", () => {
  for (const verb of verbNames)
    for (const [command] of verbs[verb].examples) {
      const words = shellWords(command.replace(/^source <\((.*)\)$/, "$1"));
      expect(words.slice(0, 2)).toEqual(["swath", verb]);
      expect([command, parseFlags(words.slice(2), flagsOf(verb)).mistakes]).toEqual([command, []]);
    }
});

test("the configuration shown in the help is one", () => {
  const example = verbs.config.about!.split("\n\n")[1]!;
  const parsed = parseConfig(example, "swath.yml");
  expect(parsed.ok && Object.keys(parsed.value.recipes)).toEqual(["https", "house-rules"]);
});

test("topics that verbs point to exist", () => {
  for (const { topics = [] } of Object.values(verbs))
    for (const topic of topics) expect(topicNames).toContain(topic as "files");
});

function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}

/** Words with single quotes, as examples use them. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ""));
}
