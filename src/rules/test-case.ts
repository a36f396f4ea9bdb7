/** One test of one rule: what the rule does to a text, and whether that is what was wanted. */
import { plainText } from "../match/ast/compose.ts";
import { endingKept, expand } from "../match/ast/expand.ts";
import { Layout } from "../match/ast/layout.ts";
import { matchAt, type ByteRange, type StructuralMatch } from "../match/ast/matches.ts";
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

  /** Blanks at line ends are left out of it: YAML may lose those of the last line. */
  #failsSnapshot(text: string, { fixed, primary }: Snapshot): string | undefined {
    const first = this.#first(text);
    if (primary !== undefined && first !== undefined && (first.start !== primary.start || first.end !== primary.end))
      return `the first match is at ${first.start} to ${first.end}, in the snapshot it is at ${primary.start} to ${primary.end}`;
    if (fixed === undefined) return undefined;
    const whole = this.#fixed(text);
    const wanted = withoutBlanksAtEnds(fixed);
    if ([whole, ...(first?.fixed ?? [])].some((one) => withoutBlanksAtEnds(one) === wanted)) return undefined;
    return `the fix gives ${JSON.stringify(first?.fixed[0] ?? whole)}, in the snapshot it is ${JSON.stringify(fixed)}`;
  }

  /**
   * The first match, and the text with that one fixed: snapshots hold no more. Those of ast-grep put the fix in the place
   * of the match alone, also where it reaches further or leaves the line ending of the match.
   */
  #first(text: string): FirstMatch | undefined {
    const bytes = Buffer.from(text);
    const { rule } = this;
    if (rule.kind === "text") return this.#firstOfText(text, bytes);
    const source = sourceText(bytes);
    const found = scanCode([{ index: 0, code: rule.code }], source, this.#file.path, rule.code.language);
    const matches = found.ok
      ? found.value.map((match) => ({ match, own: matchAt(match.node, source, match.base) }))
      : [];
    const [first] = matches.toSorted((a, b) => a.own.start - b.own.start || b.own.end - a.own.end);
    if (first === undefined) return undefined;
    const { match, own } = first;
    const context = { source, layout: new Layout(bytes), indentedStrings: rule.code.language.name === "yaml" };
    const { fix } = rule.code;
    if (fix === undefined) return { start: own.start, end: own.end, fixed: [text] };
    const inserted = (at: StructuralMatch) =>
      plainText(bytes, expand(fix.template, at, context, computeValues(rule.code, at, context)));
    const alone = inserted(own).subarray(0, -endingKept(own, fix.template, source).length || undefined);
    const fixed = [replaced(bytes, match, inserted(match)), replaced(bytes, own, alone)];
    return { start: own.start, end: own.end, fixed };
  }

  #firstOfText(text: string, bytes: Buffer): FirstMatch | undefined {
    const rewritten = this.#engine.rewrite(contentOf(text), this.#file);
    if (rewritten instanceof Promise || isProblem(rewritten) || rewritten.edits.count === 0) return undefined;
    const { edits } = rewritten;
    const [start, end] = [edits.starts[0]!, edits.ends[0]!];
    const inserted = edits.inserted.subarray(insertedStart(edits, 0), edits.insertedEnds[0]!);
    return { start, end, fixed: [replaced(bytes, { start, end }, inserted)] };
  }
}

interface FirstMatch extends ByteRange {
  /** What the text may be with the match fixed. */
  readonly fixed: readonly string[];
}

function replaced(bytes: Buffer, { start, end }: ByteRange, inserted: Uint8Array): string {
  return Buffer.concat([bytes.subarray(0, start), inserted, bytes.subarray(end)]).toString();
}

function withoutBlanksAtEnds(text: string): string {
  return text.trimEnd().replace(/[ \t]+$/gm, "");
}

function contentOf(text: string): Content {
  return { bytes: Buffer.from(text), encoding: "utf-8", bom: 0, stored: true };
}
