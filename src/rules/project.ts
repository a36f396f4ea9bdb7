/** A project of rules: what `sgconfig.yml` says of directories, tests and languages. Reads text, not files. */
import { findLanguage, type Language } from "../match/languages.ts";
import { nearestName } from "../model/nearest.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import { placed, readDocuments, type PlacedMistake } from "./documents.ts";
import { pathFilter, type PathTest } from "./globs.ts";

/** Files that belong to a language whatever their extension says. */
export type LanguageGlobs = readonly { readonly language: Language; readonly matches: PathTest }[];

export interface Project {
  readonly ruleDirs: readonly string[];
  readonly utilDirs: readonly string[];
  readonly testConfigs: readonly { readonly testDir: string; readonly snapshotDir: string }[];
  readonly languageGlobs: LanguageGlobs;
}

/** The project of a configuration; an empty one where there is none. */
export function readProject(source: RuleSource | undefined): Result<Project> {
  if (source === undefined) return success({ ruleDirs: [], utilDirs: [], testConfigs: [], languageGlobs: [] });
  const { documents, mistakes } = readDocuments(source.text, source.path);
  const [document] = documents;
  const given = (document?.value ?? {}) as Record<string, unknown>;
  const found: PlacedMistake[] = [...mistakes];
  const wrong = (at: readonly string[], message: string, suggestion?: string, key?: true) =>
    document &&
    found.push(
      placed(
        { at, message, ...(key && { key }), ...(suggestion !== undefined && { suggestion }) },
        document,
        source.path,
      ),
    );
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const nearest = nearestName(key, known);
    wrong([key], `unknown key \`${key}\``, nearest && `did you mean ${nearest}?`, true);
  }
  if (given["languageInjections"] !== undefined)
    wrong(
      ["languageInjections"],
      "`languageInjections` is not supported: scripts and styles of HTML are",
      undefined,
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
    languageGlobs: languageGlobs(given["languageGlobs"], source.base ?? "", wrong),
  };
  const [first] = found;
  if (first === undefined) return success(project);
  return failure(
    problem("invalid_rule", `${first.path}:${first.line}:${first.column}: ${first.message}`, {
      path: first.path,
      line: first.line,
      column: first.column,
      ...(first.suggestion !== undefined && { suggestion: first.suggestion }),
      details: { errors: found },
    }),
  );
}

const known = ["ruleDirs", "utilDirs", "testConfigs", "languageGlobs", "customLanguages", "languageInjections"];

type Wrong = (at: readonly string[], message: string, suggestion?: string) => unknown;

function testConfigs(value: unknown, wrong: Wrong): Project["testConfigs"] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    wrong(["testConfigs"], "`testConfigs` must be a list");
    return [];
  }
  return (value as readonly Record<string, unknown>[]).flatMap((entry) => {
    const { testDir, snapshotDir = "__snapshots__" } = (entry ?? {}) as Record<string, unknown>;
    if (typeof testDir === "string" && typeof snapshotDir === "string") return [{ testDir, snapshotDir }];
    wrong(["testConfigs"], "each of `testConfigs` needs a `testDir`");
    return [];
  });
}

function languageGlobs(value: unknown, base: string, wrong: Wrong): LanguageGlobs {
  return Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, globs]) => {
    const language = findLanguage(name);
    if (!language.ok) wrong(["languageGlobs", name], language.problem.message, language.problem.suggestion);
    else if (!isListOfText(globs)) wrong(["languageGlobs", name], "the globs of a language must be a list");
    else return [{ language: language.value, matches: pathFilter(globs, undefined, base) }];
    return [];
  });
}

function isListOfText(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
