/** A project of rules: what `sgconfig.yml` says of directories, tests and languages. Reads text, not files. */
import { findLanguage, type Language } from "../match/languages.ts";
import type { Warning } from "../model/outcome.ts";
import { nearestName } from "../model/nearest.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import { documentsOf, mistakesProblem, placed, type PlacedMistake } from "./documents.ts";
import { globMistakes, pathFilter, type GlobRoot, type PathTest } from "./globs.ts";

/** Files that belong to a language whatever their extension says. */
export type LanguageGlobs = readonly { readonly language: Language; readonly matches: PathTest }[];

export interface Project {
  readonly ruleDirs: readonly string[];
  readonly utilDirs: readonly string[];
  readonly testConfigs: readonly { readonly testDir: string; readonly snapshotDir: string }[];
  readonly languageGlobs: LanguageGlobs;
  /** What the configuration says and nobody heeds. */
  readonly warnings: readonly Warning[];
}

const noProject: Project = { ruleDirs: [], utilDirs: [], testConfigs: [], languageGlobs: [], warnings: [] };

/** The project of a configuration; an empty one where there is none. */
export function readProject(source: RuleSource | undefined): Result<Project> {
  if (source === undefined) return success(noProject);
  const { documents, mistakes } = documentsOf(source);
  const [document] = documents;
  const found: PlacedMistake[] = [...mistakes];
  const wrong: Wrong = (at, message, suggestion, key) =>
    document &&
    found.push(
      placed(
        { at, message, ...(key && { key }), ...(suggestion !== undefined && { suggestion }) },
        document,
        source.path,
      ),
    );
  const value = document?.value ?? {};
  const isMapping = typeof value === "object" && !Array.isArray(value);
  if (!isMapping) wrong([], "a configuration must be a mapping of keys");
  const given = (isMapping ? value : {}) as Record<string, unknown>;
  unknownKeys(given, known, [], wrong);
  if (!isEmpty(given["languageInjections"]))
    wrong(
      ["languageInjections"],
      "`languageInjections` is not supported: of embedded code only scripts and styles of HTML are read",
      "take the key out to run the rules without it",
      true,
    );
  const list = (key: string) => {
    const value = given[key] ?? [];
    if (isListOfText(value)) return value;
    wrong([key], `\`${key}\` must be a list of directories`);
    return [];
  };
  const project: Project = {
    ruleDirs: list("ruleDirs"),
    utilDirs: list("utilDirs"),
    testConfigs: testConfigs(given["testConfigs"], wrong),
    languageGlobs: languageGlobs(given["languageGlobs"], source, wrong),
    warnings: isEmpty(given["customLanguages"]) ? [] : [notRead("customLanguages", source.path)],
  };
  return found.length === 0 ? success(project) : failure(mistakesProblem(found));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function notRead(key: string, path: string): Warning {
  return {
    code: "not_read",
    message: `\`${key}\` is not read: a language has the parser of its installed pack, \`swath languages\` lists them`,
    path,
  };
}

const known = ["ruleDirs", "utilDirs", "testConfigs", "languageGlobs", "customLanguages", "languageInjections"];

type Wrong = (at: readonly (string | number)[], message: string, suggestion?: string, key?: true) => unknown;

function unknownKeys(given: object, keys: readonly string[], at: readonly (string | number)[], wrong: Wrong): void {
  for (const key of Object.keys(given)) {
    if (keys.includes(key)) continue;
    const nearest = nearestName(key, keys);
    const suggestion = nearest === undefined ? `the keys here are ${keys.join(", ")}` : `did you mean ${nearest}?`;
    wrong([...at, key], `unknown key \`${key}\``, suggestion, true);
  }
}

function testConfigs(value: unknown, wrong: Wrong): Project["testConfigs"] {
  if (isEmpty(value)) return [];
  if (!Array.isArray(value)) {
    wrong(["testConfigs"], "`testConfigs` must be a list");
    return [];
  }
  return (value as readonly unknown[]).flatMap((entry, i) => {
    const given = typeof entry === "object" && entry !== null ? entry : {};
    unknownKeys(given, ["testDir", "snapshotDir"], ["testConfigs", i], wrong);
    const { testDir, snapshotDir: named } = given as Record<string, unknown>;
    const snapshotDir = named ?? "__snapshots__";
    if (typeof testDir === "string" && typeof snapshotDir === "string") return [{ testDir, snapshotDir }];
    wrong(["testConfigs", i], "each of `testConfigs` needs a `testDir`");
    return [];
  });
}

function languageGlobs(value: unknown, root: GlobRoot, wrong: Wrong): LanguageGlobs {
  return Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, globs]) => {
    const language = findLanguage(name);
    if (!language.ok) wrong(["languageGlobs", name], language.problem.message, language.problem.suggestion);
    else if (!isListOfText(globs)) wrong(["languageGlobs", name], "the globs of a language must be a list");
    else {
      for (const { at, message } of globMistakes(globs)) wrong(["languageGlobs", name, ...at], message);
      return [{ language: language.value, matches: fileTest(globs, root) }];
    }
    return [];
  });
}

/** A glob without a slash speaks of the file's name. */
function fileTest(globs: readonly string[], root: GlobRoot): PathTest {
  const byPath = pathFilter(globs, undefined, root);
  const byName = pathFilter(
    globs.filter((glob) => !glob.includes("/")),
    undefined,
    {},
  );
  return (path) => byPath(path) || byName(path.slice(path.lastIndexOf("/") + 1));
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
