/** One test of one rule: what the rule does to a text, and whether that is what was wanted. */
import { plainText } from "../match/ast/compose.ts";
import { expand } from "../match/ast/expand.ts";
import { Layout } from "../match/ast/layout.ts";
import { sourceText } from "../match/ast/source.ts";
import { isProblem, type Engine, type SourceFile } from "../match/engine.ts";
import { languageOf } from "../match/languages.ts";
import { errorCount } from "../match/syntax.ts";
import type { Content } from "../model/content.ts";
import { counted } from "../model/counted.ts";
import { insertedStart } from "../model/edit.ts";
import { applyEdits } from "../text/patch.ts";
import type { Rule } from "./compile.ts";
import { computeValues } from "./compute.ts";
import { engineOf } from "./engine.ts";
import { scanCode } from "./scan.ts";
import type { Snapshot } from "./snapshot.ts";

/** The rule apart from the files it is meant for. */
export class RuleUnderTest {
  readonly rule: Rule;
  readonly #engine: Engine;
  readonly #file: SourceFile;

  constructor(rule: Rule) {
    this.rule = rule;
    const language = rule.kind === "code" ? rule.code.language : rule.language;
    this.#file = { path: language === undefined ? "test.txt" : `test.${language.extensions[0]}`, named: true };
    this.#engine = engineOf({ rules: [{ ...rule, looksAt: () => true }], languageGlobs: [] });
  }

  /** Why the rule fails on text it must leave alone. */
  failsValid(text: string): string | undefined {
    const found = this.#matches(text);
    return found > 0 ? `it finds ${found === 1 ? "a match" : `${found} matches`} in valid text` : undefined;
  }

  /** Why the rule fails on text it must find. */
  failsInvalid(text: string, snapshot: Snapshot | undefined): string | undefined {
    if (this.#matches(text) === 0) return "it finds nothing in invalid text";
    return this.#failsFix(text) ?? (snapshot && this.#failsSnapshot(text, snapshot));
  }

  /** Why the rule does not make one text out of another. */
  failsPair(before: string, after: string): string | undefined {
    const fixed = this.#fixed(before);
    if (fixed !== after) return `it gives ${JSON.stringify(fixed)} and not ${JSON.stringify(after)}`;
    return this.#failsFix(before);
  }

  #matches(text: string): number {
    const found = this.#engine.find(contentOf(text), this.#file);
    if (isProblem(found)) throw new Error(found.message);
    return found.spans.count;
  }

  #fixed(text: string): string {
    const content = contentOf(text);
    const rewritten = this.#engine.rewrite(content, this.#file);
    if (rewritten instanceof Promise || isProblem(rewritten)) throw new Error(JSON.stringify(rewritten));
    return Buffer.from(applyEdits(content.bytes, rewritten.edits)).toString();
  }

  /** A fix must settle, and must not leave more parse errors than there were. */
  #failsFix(text: string): string | undefined {
    const fixed = this.#fixed(text);
    const again = this.#fixed(fixed);
    if (again !== fixed)
      return `the fix does not settle: ${JSON.stringify(fixed)} would become ${JSON.stringify(again)}`;
    const language = languageOf(this.#file.path);
    if (language === undefined) return undefined;
    const before = errorCount(language, Buffer.from(text)) ?? 0;
    const after = errorCount(language, Buffer.from(fixed)) ?? 0;
    return after > before
      ? `the fix leaves ${counted(after, "parse error")} where there were ${before}: ${JSON.stringify(fixed)}`
      : undefined;
  }

  #failsSnapshot(text: string, { fixed, primary }: Snapshot): string | undefined {
    const first = this.#first(text);
    if (primary !== undefined && first !== undefined && (first.start !== primary.start || first.end !== primary.end))
      return `the first match is at ${first.start} to ${first.end}, in the snapshot it is at ${primary.start} to ${primary.end}`;
    if (fixed === undefined) return undefined;
    const whole = this.#fixed(text);
    if (fixed === whole || fixed === first?.fixed) return undefined;
    return `the fix gives ${JSON.stringify(first?.fixed ?? whole)}, in the snapshot it is ${JSON.stringify(fixed)}`;
  }

  /** The first match, and the text with that one fixed: snapshots hold no more. */
  #first(text: string): { readonly start: number; readonly end: number; readonly fixed: string } | undefined {
    const bytes = Buffer.from(text);
    const { rule } = this;
    if (rule.kind === "text") return this.#firstOfText(text, bytes);
    const source = sourceText(bytes);
    const found = scanCode([{ index: 0, code: rule.code }], source, this.#file.path, rule.code.language);
    const match = found.ok ? found.value.toSorted((a, b) => a.start - b.start || b.end - a.end)[0] : undefined;
    if (match === undefined) return undefined;
    const context = { source, layout: new Layout(bytes), indentedStrings: rule.code.language.name === "yaml" };
    const { fix } = rule.code;
    const inserted =
      fix === undefined
        ? bytes.subarray(match.start, match.end)
        : plainText(bytes, expand(fix.template, match, context, computeValues(rule.code, match, context)));
    const fixed = Buffer.concat([bytes.subarray(0, match.start), inserted, bytes.subarray(match.end)]);
    return { start: match.at, end: match.end, fixed: fixed.toString() };
  }

  #firstOfText(
    text: string,
    bytes: Buffer,
  ): { readonly start: number; readonly end: number; readonly fixed: string } | undefined {
    const rewritten = this.#engine.rewrite(contentOf(text), this.#file);
    if (rewritten instanceof Promise || isProblem(rewritten) || rewritten.edits.count === 0) return undefined;
    const { edits } = rewritten;
    const [start, end] = [edits.starts[0]!, edits.ends[0]!];
    const inserted = edits.inserted.subarray(insertedStart(edits, 0), edits.insertedEnds[0]!);
    return { start, end, fixed: Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(end)]).toString() };
  }
}

function contentOf(text: string): Content {
  return { bytes: Buffer.from(text), encoding: "utf-8", bom: 0, stored: true };
}
