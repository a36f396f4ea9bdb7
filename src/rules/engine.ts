/**
 * The engine of a set of rules: which of them may have a say in a file, what they find there, and the one list of edits
 * that comes of it.
 */
import { fixedRun } from "../match/ast/template.ts";
import { expand, type ExpansionContext } from "../match/ast/expand.ts";
import { Layout } from "../match/ast/layout.ts";
import { capture, type ByteRange } from "../match/ast/matches.ts";
import { isMisreadCall, parsedAs } from "../match/ast/parsed-as.ts";
import { compilePattern } from "../match/ast/pattern.ts";
import { canEmbed } from "../match/ast/regions.ts";
import { sourceText } from "../match/ast/source.ts";
import { isProblem, type Engine, type Found, type Rewrite, type SourceFile } from "../match/engine.ts";
import { languageOf, type Language } from "../match/languages.ts";
import type { Content } from "../model/content.ts";
import { EditBuilder, insertedStart, type Spans } from "../model/edit.ts";
import type { Finding, Warning } from "../model/outcome.ts";
import { problem, type Problem } from "../model/problem.ts";
import { success, type Result } from "../model/result.ts";
import type { RulesSpec } from "../model/spec.ts";
import { compileRules, type Rule, type RuleSet } from "./compile.ts";
import { computeValues } from "./compute.ts";
import { findingOf, messageOf } from "./finding.ts";
import { isMet, wordCount } from "./requirement.ts";
import { scanCode, type CodeMatch, type IndexedRule } from "./scan.ts";
import { settle, type Wish } from "./settle.ts";
import { suppressionsIn } from "./suppress.ts";
import { wordTest, type WordTest } from "./word-table.ts";

/** A problem: `invalid_rule` or `structural_template`, with every mistake in `details.errors`. */
export function rulesEngine(spec: RulesSpec): Result<Engine> {
  const compiled = compileRules(spec.sources);
  if (!compiled.ok) return compiled;
  const active = compiled.value.rules.filter((rule) => rule.severity !== "off");
  const own = new Set([...spec.sources.map((source) => source.path), ...(spec.own ?? [])]);
  return success(engineOf({ ...compiled.value, rules: active, own }));
}

export function engineOf(set: RuleSet): Engine {
  const { rules } = set;
  const words = rules.reduce((sum, rule) => sum + wordCount(requirementOf(rule)), 0);
  const lenient = rules.flatMap((rule, i) => (rule.severity === "hint" ? [i] : []));
  const [language, ...others] = languagesOf(rules);
  const renaming = rules.flatMap((rule, i) => (rule.kind === "text" && rule.text.renames ? [i] : []));
  return {
    scope: "file",
    ...(language && others.length === 0 && { language: language.name }),
    labels: rules.map((rule) => rule.id),
    labelNotes: rules.map(({ severity, message }) => ({ severity, message })),
    evidence: [...new Set(rules.flatMap(evidenceOf))],
    lenientLabels: new Set(lenient),
    ...(renaming.length > 0 && { oncePlanned: new Set(renaming) }),
    warnings: [...(set.warnings ?? []), ...rules.flatMap(warningsOf)],
    whenNothingMatches: () => rules.flatMap(misreadingOf),
    accepts: (file) => {
      const host = hostOf(set, file);
      return rules.some((rule) => looksAt(set, rule, file, host));
    },
    acceptsName: nameFilter(set),
    mayMatch: (bytes, start, end) => {
      const holds = wordTest(bytes, start, end, words);
      return rules.some((rule) => mayMatch(rule, bytes, start, end, holds));
    },
    find: (content, file) => find(set, content, file),
    rewrite: (content, file) => rewrite(set, content, file),
  };
}

function evidenceOf(rule: Rule): readonly string[] {
  if (rule.kind === "text") return rule.text.rewrites ? (rule.text.engine.evidence ?? []) : [];
  const run = rule.code.fix && fixedRun(rule.code.fix.template);
  return run === undefined ? [] : [run];
}

/** A rule of one pattern that is no call although it looks like one. Rules that merely found nothing are what a gate hopes for. */
function misreadingOf(rule: Rule): readonly Warning[] {
  if (rule.kind === "text" || rule.code.pattern === undefined) return [];
  const pattern = compilePattern(rule.code.language, { context: rule.code.pattern });
  return pattern.ok && isMisreadCall(pattern.value) ? [parsedAs(pattern.value, ` of the rule ${rule.id}`)] : [];
}

function warningsOf(rule: Rule): readonly Warning[] {
  return rule.kind === "text" ? (rule.text.engine.warnings ?? []) : [];
}

/** Standard input is of the one language that the rules speak of. */
function hostOf({ languageGlobs, rules }: RuleSet, { path, stream }: SourceFile): Language | undefined {
  if (stream === true) return languagesOf(rules)[0];
  return languageGlobs.find((entry) => entry.matches(path))?.language ?? languageOf(path);
}

function languagesOf(rules: readonly Rule[]): readonly Language[] {
  const named = new Map(rules.map(languageOfRule).map((language) => [language?.name, language]));
  return [...named.values()].filter((language) => language !== undefined);
}

function languageOfRule(rule: Rule): Language | undefined {
  return rule.kind === "code" ? rule.code.language : rule.language;
}

function looksAt({ own }: RuleSet, rule: Rule, file: SourceFile, host: Language | undefined): boolean {
  if (rule.kind === "text" && !file.named && own?.has(file.path)) return false;
  return speaksOf(rule, host, file.named) && (file.stream === true || rule.looksAt(file.path));
}

/** Whether a rule's language is that of a file, or may be embedded in it. */
function speaksOf(rule: Rule, host: Language | undefined, named: boolean): boolean {
  const language = languageOfRule(rule);
  if (language === undefined || language.name === host?.name) return true;
  return rule.kind === "code" && canEmbed(host, rule.code.language, named);
}

/** Undefined where rules look at files of all names, or globs give names their language. */
function nameFilter({ languageGlobs, rules }: RuleSet): Engine["acceptsName"] {
  if (languageGlobs.length > 0 || rules.some((rule) => languageOfRule(rule) === undefined)) return undefined;
  const known = new Map<string | undefined, boolean>();
  return (name) => {
    const host = languageOf(name);
    let speaks = known.get(host?.name);
    if (speaks === undefined) {
      speaks = rules.some((rule) => speaksOf(rule, host, false));
      known.set(host?.name, speaks);
    }
    return speaks;
  };
}

function requirementOf(rule: Rule) {
  return rule.kind === "code" ? rule.code.requirement : rule.text.requirement;
}

function mayMatch(rule: Rule, bytes: Uint8Array, start: number, end: number, holds: WordTest): boolean {
  return isMet(requirementOf(rule), holds) && (rule.kind === "code" || rule.text.engine.mayMatch(bytes, start, end));
}

/** The rules that may have a say in a file. */
function rulesFor(
  set: RuleSet,
  content: Content,
  file: SourceFile,
  host: Language | undefined,
): readonly [Rule, number][] {
  const { bytes } = content;
  const looking = set.rules
    .map((rule, i): [Rule, number] => [rule, i])
    .filter(([rule]) => looksAt(set, rule, file, host));
  const words = looking.reduce((sum, [rule]) => sum + wordCount(requirementOf(rule)), 0);
  const holds = wordTest(bytes, 0, bytes.length, words);
  return looking.filter(([rule]) => mayMatch(rule, bytes, 0, bytes.length, holds));
}

function codeRules(rules: readonly [Rule, number][]): readonly IndexedRule[] {
  return rules.flatMap(([rule, index]) => (rule.kind === "code" ? [{ index, code: rule.code }] : []));
}

/** Every match of every rule, in order. */
function find(set: RuleSet, content: Content, file: SourceFile): Found | Problem {
  const host = hostOf(set, file);
  const rules = rulesFor(set, content, file, host);
  const code = scanCode(codeRules(rules), sourceText(content.bytes), file.path, host);
  if (!code.ok) return code.problem;
  const ranges: [start: number, end: number][] = code.value.map((match) => [match.start, match.end]);
  for (const [rule] of rules) {
    if (rule.kind !== "text") continue;
    const found = rule.text.engine.find(content, file);
    if (isProblem(found)) return found;
    for (const range of rangesOf(found.spans)) ranges.push(range);
  }
  ranges.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const starts = Int32Array.from(ranges, ([start]) => start);
  const ends = Int32Array.from(ranges, ([, end]) => end);
  return { spans: { count: ranges.length, starts, ends } };
}

function rangesOf({ count, starts, ends }: Spans): [start: number, end: number][] {
  return Array.from({ length: count }, (_, i) => [starts[i]!, ends[i]!]);
}

function rewrite(set: RuleSet, content: Content, file: SourceFile): Rewrite | Problem {
  const { bytes } = content;
  const host = hostOf(set, file);
  const spoken = file.stream === true ? languagesOf(set.rules).map(({ name }) => name) : [];
  if (spoken.length > 1) return languageUntold(spoken);
  const rules = rulesFor(set, content, file, host);
  if (rules.length === 0) return { edits: new EditBuilder().build() };
  const source = sourceText(bytes);
  const layout = new Layout(bytes);
  const suppressed = suppressionsIn(bytes);
  const ids = set.rules.map((rule) => rule.id);
  const isSuppressed = (rule: number, range: ByteRange, at = range.start) =>
    suppressed.suppresses(ids[rule]!, range, layout.lineAt(at));
  const wishes: Wish[] = [];
  const findings: Finding[] = [];

  const code = scanCode(codeRules(rules), source, file.path, host);
  if (!code.ok) return code.problem;
  for (const match of code.value) {
    const { index } = match.rule;
    if (isSuppressed(index, match, match.at)) continue;
    const context = { source, layout, indentedStrings: match.rule.code.language.name === "yaml" };
    if (match.rule.code.fix === undefined)
      findings.push(
        findingOf(set.rules[index]!, match.at, messageOf(set.rules[index]!, match, context), file.path, context),
      );
    else if (match.rule.code.fix.template.source !== match.rule.code.pattern) wishes.push(wishOf(match, context));
  }
  for (const [rule, index] of rules) {
    if (rule.kind !== "text") continue;
    const found = textOf(rule.text, content, file);
    if (isProblem(found)) return found;
    for (const { start, end, text } of found) {
      if (isSuppressed(index, { start, end })) continue;
      if (text === undefined) findings.push(findingOf(rule, start, rule.message, file.path, { source, layout }));
      else wishes.push({ start, end, rule: index, change: { text } });
    }
  }
  const settled = settle(wishes, { bytes, path: file.path, layout, ids });
  if (!settled.ok) return settled.problem;
  const { edits, dropped } = settled.value;
  return {
    edits,
    ...(dropped.length > 0 && { dropped }),
    ...(findings.length > 0 && { findings: findings.toSorted((a, b) => a.line - b.line || a.column - b.column) }),
  };
}

function languageUntold(languages: readonly string[]): Problem {
  return problem(
    "invalid_request",
    `standard input may be any of the languages of the rules: ${languages.join(", ")}`,
    {
      suggestion: "give --rules a file whose rules are for one language",
      details: { languages },
    },
  );
}

function wishOf(match: CodeMatch, context: ExpansionContext): Wish {
  const { code, index } = match.rule;
  return {
    start: match.start,
    end: match.end,
    rule: index,
    change: {
      plan: () => ({
        parts: expand(code.fix!.template, match, context, computeValues(code, match, context)),
        captures: () => [...code.variables].flatMap((key) => capture(match, key, context.source) ?? []),
      }),
    },
  };
}

interface TextFound {
  readonly start: number;
  readonly end: number;
  /** Absent where the rule only finds. */
  readonly text?: Uint8Array;
}

function textOf(
  rule: { readonly engine: Engine; readonly rewrites: boolean },
  content: Content,
  file: SourceFile,
): readonly TextFound[] | Problem {
  if (!rule.rewrites) {
    const found = rule.engine.find(content, file);
    return isProblem(found) ? found : rangesOf(found.spans).map(([start, end]) => ({ start, end }));
  }
  const rewritten = rule.engine.rewrite(content, file);
  if (rewritten instanceof Promise) throw new Error("an engine of text answers at once");
  if (isProblem(rewritten)) return rewritten;
  const { edits } = rewritten;
  return Array.from({ length: edits.count }, (_, i) => ({
    start: edits.starts[i]!,
    end: edits.ends[i]!,
    text: edits.inserted.subarray(insertedStart(edits, i), edits.insertedEnds[i]!),
  }));
}
