/**
 * Runs the tests of rules. Beside what a test says, every fix is made twice (it must settle) and parsed (it must not get
 * worse). Without paths the project of the working directory is tested.
 */
import type { Host } from "../host/host.ts";
import { problem } from "../model/problem.ts";
import type { TestReport } from "../model/report.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import { compileRules, type Rule } from "./compile.ts";
import { mistakesProblem, placed, readDocuments } from "./documents.ts";
import {
  absolute,
  configAbove,
  configOf,
  directoryOf,
  guarded,
  inside,
  isDirectory,
  loadProject,
  loadRules,
  namedFiles,
  readSource,
  ruleFiles,
  yamlFiles,
} from "./load.ts";
import { readSnapshots, type Snapshot } from "./snapshot.ts";
import { RuleUnderTest } from "./test-case.ts";
import { isTestDocument, readTest, type RuleTest } from "./test-document.ts";

type Failure = TestReport["failures"][number];

export function runRuleTests(paths: readonly string[], host: Host): Result<TestReport> {
  const suites: Suite[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const suite = guarded(path, () => suiteOf(path, paths.length === 0, host));
    if (!suite.ok) return suite;
    suites.push(suite.value);
  }
  const failures: Failure[] = [];
  const tested = new Set<string>();
  const seen = new Set<string>();
  let tests = 0;
  for (const suite of suites) {
    const ran = guarded(suite.name, () => runSuite(suite, seen, host));
    if (!ran.ok) return ran;
    failures.push(...ran.value.failures);
    for (const id of ran.value.tested) tested.add(id);
    tests += ran.value.tests;
  }
  return success({
    kind: "test",
    outcome: failures.length === 0 ? "passed" : "failed",
    rules: tested.size,
    tests,
    failures,
  });
}

interface Suite {
  readonly name: string;
  readonly sources: readonly RuleSource[];
  /** Files that may hold tests. */
  readonly testFiles: readonly string[];
  /** Where snapshots of a test file lie: its directory is put before. */
  readonly snapshotDirs: readonly string[];
  /** Every test must belong to a rule of the suite. */
  readonly whole: boolean;
}

function suiteOf(path: string, search: boolean, host: Host): Result<Suite> {
  const config = configOf(path, host) ?? (search ? configAbove(path, host) : undefined);
  if (config !== undefined) return projectSuite(config, host);
  if (search)
    return failure(
      problem("invalid_request", "there is no sgconfig.yml here or above that names rules and tests", {
        suggestion: "name the rule files: swath test RULES…",
      }),
    );
  const rules = loadRules(path, host);
  if (!rules.ok) return rules;
  const whole = isDirectory(path, host);
  const directories = whole ? [path] : [...new Set(ruleFiles(path, host).map(directoryOf))].map((one) => one || ".");
  const above = configAbove(directories[0]!, host);
  const project = above === undefined ? undefined : loadProject(above, host);
  if (project !== undefined && !project.ok) return project;
  const dirs = project?.value.testConfigs.map(({ testDir }) => testDir) ?? [];
  const tests = namedFiles(dirs, above ?? "", project?.value.base ?? "", host);
  if (!tests.ok) return tests;
  const known = rules.value.some((source) => source.config === true);
  const around = project?.value.sources.filter((source) => source.config === true || source.utils === true) ?? [];
  const nearby = directories.flatMap((directory) => yamlFiles(directory, host));
  return success({
    name: path,
    sources: known ? rules.value : [...around, ...rules.value],
    testFiles: [...new Set([...nearby, ...tests.value])],
    snapshotDirs: ["__snapshots__", ...(project?.value.testConfigs.map(({ snapshotDir }) => snapshotDir) ?? [])],
    whole: whole && project === undefined,
  });
}

function projectSuite(config: string, host: Host): Result<Suite> {
  const project = loadProject(config, host);
  if (!project.ok) return project;
  const { sources, testConfigs, base } = project.value;
  const dirs = testConfigs.map(({ testDir }) => testDir);
  const tests = namedFiles(dirs, config, base, host);
  if (!tests.ok) return tests;
  return success({
    name: config,
    sources,
    testFiles: tests.value,
    snapshotDirs: testConfigs.map(({ snapshotDir }) => snapshotDir),
    whole: true,
  });
}

interface Ran {
  readonly tested: ReadonlySet<string>;
  readonly tests: number;
  readonly failures: readonly Failure[];
}

/** `seen`: the tests that were run, by their place: paths may lead to one twice. */
function runSuite(suite: Suite, seen: Set<string>, host: Host): Result<Ran> {
  const compiled = compileRules(suite.sources);
  if (!compiled.ok) return compiled;
  const rules = new Map(compiled.value.rules.map((rule) => [rule.id, rule]));
  const ran = { tested: new Set<string>(), tests: 0, failures: [] as Failure[] };
  const files = [
    ...suite.testFiles
      .filter((path) => !suite.sources.some((source) => source.path === path))
      .map((path) => readSource(path, host)),
    ...suite.sources.filter((source) => source.config !== true && source.utils !== true),
  ];
  for (const file of files) {
    const tests = testsIn(file);
    if (!tests.ok) return tests;
    for (const [at, test] of tests.value.entries()) {
      const rule = rules.get(test.id);
      const place = `${file.path}:${at}`;
      if (seen.has(place)) continue;
      if (rule !== undefined || suite.whole) seen.add(place);
      if (rule !== undefined) {
        ran.tested.add(test.id);
        ran.tests += test.valid.length + test.invalid.length + test.pairs.length;
        ran.failures.push(...failuresOf(rule, test, snapshotsFor(test.id, file.path, suite, host)));
      } else if (suite.whole) ran.failures.push({ rule: test.id, test: file.path, reason: "there is no such rule" });
    }
  }
  return success(ran);
}

function testsIn({ path, text }: RuleSource): Result<readonly RuleTest[]> {
  const tests: RuleTest[] = [];
  const { documents, mistakes } = readDocuments(text, path);
  const found = [...mistakes];
  for (const document of documents) {
    if (!isTestDocument(document.value)) continue;
    const test = readTest(document.value);
    if (test.ok) tests.push(test.value);
    else found.push(...test.mistakes.map((mistake) => placed(mistake, document, path)));
  }
  return found.length === 0 ? success(tests) : failure(mistakesProblem(found));
}

function snapshotsFor(id: string, testFile: string, suite: Suite, host: Host): ReadonlyMap<string, Snapshot> | string {
  for (const directory of suite.snapshotDirs) {
    const path = inside(inside(directoryOf(testFile), directory), `${id}-snapshot.yml`);
    if (!host.fs.exists(absolute(path, host))) continue;
    const read = readSnapshots(readSource(path, host).text, path);
    return typeof read === "string" ? `the snapshots in ${path} cannot be read: ${read}` : read;
  }
  return new Map();
}

function failuresOf(rule: Rule, test: RuleTest, snapshots: ReadonlyMap<string, Snapshot> | string): readonly Failure[] {
  const failures: Failure[] = [];
  const note = (text: string, reason: string | undefined) => {
    if (reason !== undefined) failures.push({ rule: rule.id, test: shown(text), reason });
  };
  if (typeof snapshots === "string") note("snapshots", snapshots);
  const known = typeof snapshots === "string" ? new Map<string, Snapshot>() : snapshots;
  const subject = new RuleUnderTest(rule);
  for (const text of test.valid) note(text, subject.failsValid(text));
  for (const text of test.invalid) note(text, subject.failsInvalid(text, known.get(text)));
  for (const { before, after } of test.pairs) note(before, subject.failsPair(before, after));
  return failures;
}

/** A text as one short line. */
function shown(text: string): string {
  const line = text.trim().replace(/\s*\n\s*/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
