/** Rule files to rules: every document checked and compiled, and every mistake of every file told at once. */
import { posix } from "node:path";
import { findLanguage, type Language } from "../match/languages.ts";
import type { Severity, Warning } from "../model/outcome.ts";
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import type { GlobList, StructuralRuleDocument, TextRuleDocument } from "../schema/rule.ts";
import { checkRule, isDefaults, stated, textDefaults, withId, type Mistake } from "../schema/rule-check.ts";
import { compileCodeRule, type CodeRule } from "./code-rule.ts";
import { defaultsOf } from "./defaults.ts";
import { documentsOf, mistakesProblem, placed, type PlacedMistake, type RuleDocumentText } from "./documents.ts";
import { globMistakes, pathFilter, type GlobRoot, type PathTest } from "./globs.ts";
import { readProject, type LanguageGlobs } from "./project.ts";
import type { Wrong } from "./rule-check.ts";
import { SharedUtilities } from "./shared.ts";
import { isTestDocument } from "./test-document.ts";
import { compileTextRule, type TextRule } from "./text-rule.ts";

interface Labelled {
  readonly id: string;
  readonly severity: Severity;
  readonly message: string;
  readonly looksAt: PathTest;
}

export type Rule = Labelled &
  (
    | { readonly kind: "code"; readonly code: CodeRule }
    | { readonly kind: "text"; readonly text: TextRule; readonly language: Language | undefined }
  );

export interface RuleSet {
  /** In the order of files and documents, those switched off too. */
  readonly rules: readonly Rule[];
  readonly languageGlobs: LanguageGlobs;
  /** What the configuration of the project says and nobody heeds. */
  readonly warnings?: readonly Warning[];
  /** The files of the rules: they hold the very text that rules for text look for, so those leave them alone unless named. */
  readonly own?: ReadonlySet<string>;
}

export function compileRules(sources: readonly RuleSource[]): Result<RuleSet> {
  const mistakes: PlacedMistake[] = [];
  const unbound: PlacedMistake[] = [];
  const read = sources.filter((source) => source.config !== true).map((source) => ({ source, ...documentsOf(source) }));
  mistakes.push(...read.flatMap((one) => one.mistakes));
  const shared = new SharedUtilities();
  for (const { source, documents } of read)
    if (source.utils === true) for (const document of documents) mistakes.push(...shared.add(document, source.path));
  mistakes.push(...shared.check());
  const rules: Rule[] = [];
  const seen = new Map<string, string>();
  for (const { source, documents } of read) {
    if (source.utils === true) continue;
    const defaults = defaultsOf(documents, source.path, mistakes);
    for (const [at, document] of documents.entries()) {
      if (isTestDocument(document.value) || isDefaults(document.value)) continue;
      const note = (mistake: Mistake) => void mistakes.push(placed(mistake, document, source.path));
      const tell = {
        note,
        wrong: teller(note),
        unbound: teller((one) => void unbound.push(placed(one, document, source.path))),
      };
      const name = nameFor(source.path, documents.length > 1 ? at : undefined);
      const rule = compileDocument(document, source, { name, shared, defaults: textDefaults(defaults) }, tell);
      if (rule === undefined) continue;
      const before = seen.get(rule.id);
      if (before !== undefined) tell.wrong(["id"], `there is another rule ${rule.id}, in ${before}`);
      seen.set(rule.id, source.path);
      rules.push(rule);
    }
  }
  const project = readProject(sources.find((source) => source.config === true));
  if (!project.ok) return project;
  if (mistakes.length > 0 || unbound.length > 0) return failure(mistakesProblem(mistakes, unbound));
  if (seen.size === 0) return failure(noRules(sources));
  const { languageGlobs, warnings } = project.value;
  return success({ rules, languageGlobs, warnings });
}

/** What ast-grep calls a rule without an `id`: by its file, and by its place among several documents. */
function nameFor(path: string, at: number | undefined): string {
  const { name } = posix.parse(path);
  return at === undefined ? name : `${name}-${at}`;
}

interface Tell {
  readonly note: (mistake: Mistake) => void;
  readonly wrong: Wrong;
  /** Told apart, since a variable that nothing binds is an error of its own kind. */
  readonly unbound: Wrong;
}

function teller(note: (mistake: Mistake) => void): Wrong {
  return (at, message, suggestion) => note({ at, message, ...(suggestion !== undefined && { suggestion }) });
}

interface FileContext {
  /** Of a rule that gives none itself. */
  readonly name: string;
  readonly shared: SharedUtilities;
  readonly defaults: Partial<TextRuleDocument>;
}

function compileDocument(
  document: RuleDocumentText,
  source: RuleSource,
  { name, shared, defaults }: FileContext,
  tell: Tell,
): Rule | undefined {
  const checked = checkRule(document.value, name);
  if (!checked.ok) {
    for (const mistake of checked.mistakes) tell.note(mistake);
    const sound = soundPart(withId(document.value, name), checked.mistakes);
    if (sound !== undefined) codeRule({ ...sound, files: [], ignores: [] }, {}, shared, tell);
    return undefined;
  }
  return checked.value.kind === "text"
    ? textRule({ ...defaults, ...checked.value.document }, source, tell)
    : codeRule(checked.value.document, source, shared, tell);
}

/** What the mistakes leave of a structural rule that can be looked at for more of them. */
function soundPart(value: unknown, mistakes: readonly Mistake[]): StructuralRuleDocument | undefined {
  const given = (stated(value) ?? {}) as Partial<StructuralRuleDocument>;
  const { id, language, rule, utils } = given;
  if (typeof id !== "string" || typeof language !== "string" || typeof rule !== "object") return undefined;
  const touched = new Set(mistakes.map(({ at }) => String(at[0])));
  if (["language", "rule", "utils"].some((key) => touched.has(key))) return undefined;
  const whole = !["constraints", "transform", "fix", "rewriters", "labels"].some((key) => touched.has(key));
  return whole ? { ...given, id, language, rule } : { id, language, rule, ...(utils && { utils }) };
}

function codeRule(
  document: StructuralRuleDocument,
  root: GlobRoot,
  shared: SharedUtilities,
  tell: Tell,
): Rule | undefined {
  const language = languageNamed(document.language, tell);
  if (language === undefined) return undefined;
  const code = compileCodeRule(document.id, document, { language, shared: shared.of(language), ...tell });
  return code && { ...labelsOf(document, code.fix !== undefined, root, tell), kind: "code", code };
}

function textRule(document: TextRuleDocument, root: GlobRoot, tell: Tell): Rule | undefined {
  const language = document.language === undefined ? undefined : languageNamed(document.language, tell);
  const compiled = compileTextRule(document);
  if (!compiled.ok) {
    const { kind, message, suggestion } = compiled.problem;
    const key =
      kind === "invalid_template"
        ? "replace"
        : (["regex", "literal", "rename"] as const).find((k) => document[k] !== undefined)!;
    tell.wrong([key], asInRules(message), suggestion && asInRules(suggestion));
    return undefined;
  }
  if (document.language !== undefined && language === undefined) return undefined;
  return { ...labelsOf(document, compiled.value.rewrites, root, tell), kind: "text", text: compiled.value, language };
}

/** What the advice of a pattern calls by its flag is a key of the rule: no flag says it for a run of rules. */
function asInRules(advice: string): string {
  return advice.replaceAll("`--eol raw`", "`eol: raw`");
}

/** A rule that only finds is a hint unless it says more; one that rewrites always has a say. */
function labelsOf(
  document: {
    readonly id: string;
    readonly severity?: Severity;
    readonly message?: string;
    readonly files?: GlobList;
    readonly ignores?: GlobList;
  },
  rewrites: boolean,
  root: GlobRoot,
  tell: Tell,
): Labelled {
  for (const key of ["files", "ignores"] as const)
    for (const { at, message } of globMistakes(document[key])) tell.wrong([key, ...at], message);
  return {
    id: document.id,
    severity: document.severity ?? (rewrites ? "warning" : "hint"),
    message: document.message ?? "",
    looksAt: pathFilter(document.files, document.ignores, root),
  };
}

function languageNamed(name: string, tell: Tell): Language | undefined {
  const language = findLanguage(name);
  if (language.ok) return language.value;
  tell.wrong(["language"], language.problem.message, language.problem.suggestion);
  return undefined;
}

function noRules(sources: readonly RuleSource[]): Problem {
  const files = sources.filter((source) => source.config !== true && source.utils !== true);
  const config = sources.find((source) => source.config === true)?.path;
  const where = files.map((source) => source.path).join(", ") || `the \`ruleDirs\` of ${config}`;
  return problem("invalid_rule", `there is no rule in ${where}`, { path: files[0]?.path ?? config });
}
