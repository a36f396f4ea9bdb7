/** The engine behind both kinds of rename: texts that become other texts where they stand as whole words. */
import type { Content } from "../../model/content.ts";
import { EditBuilder, type PackedEdits, type Spans } from "../../model/edit.ts";
import type { Warning } from "../../model/outcome.ts";
import { problem, type Problem } from "../../model/problem.ts";
import {
  isProblem,
  type Engine,
  type Found,
  type Matcher,
  type Piece,
  type Rewrite,
  type SourceFile,
} from "../engine.ts";
import { canEmbed } from "../ast/regions.ts";
import { languageOf, languages, type Language } from "../languages.ts";
import { OccurrenceFinder, type Edges, type Occurrences } from "./occurrences.ts";
import { LiteralSieve } from "./sieve.ts";
import type { Variant } from "./spellings.ts";
import { code, identifier, kindsOf, macro, text } from "./syntax.ts";

export interface RenameTable {
  /** Distinct in `from`. One that changes nothing keeps its text from the others. */
  readonly variants: readonly Variant[];
  /** Texts inside which nothing is renamed; none of them is a `from`. */
  readonly kept: readonly string[];
  readonly edges: Edges;
  /** In languages whose identifiers hold no dash, texts with one count only in strings and comments. */
  readonly dashes: "everywhere" | "as_the_language_has_them";
  readonly warnings: readonly Warning[];
  /** Only identifiers of this language. */
  readonly language: Language | undefined;
}

export class RenameEngine implements Engine {
  readonly scope: "line" | "file";
  readonly variants: readonly Variant[];
  readonly labels: readonly string[];
  readonly evidence: readonly string[];
  readonly warnings: readonly Warning[];
  readonly matcher?: Matcher;
  readonly #table: RenameTable;
  readonly #sieve: LiteralSieve;
  readonly #finder: OccurrenceFinder;
  readonly #inserted: readonly Uint8Array[];
  readonly #dashed: readonly boolean[];

  constructor(table: RenameTable) {
    const { variants, kept, edges, language } = table;
    const literals = [...variants.map(({ from }) => from), ...kept];
    this.#table = table;
    this.#sieve = new LiteralSieve(variants.map(({ from }) => from));
    this.#finder = new OccurrenceFinder(literals, edges, variants.length);
    this.#inserted = variants.map(({ to }) => new TextEncoder().encode(to));
    this.#dashed = literals.map((literal) => table.dashes === "as_the_language_has_them" && literal.includes("-"));
    this.scope = language ? "file" : "line";
    this.variants = variants;
    this.labels = variants.map(({ from, to }) => `${from}→${to}`);
    this.evidence = [...new Set(variants.map(({ to }) => to))].filter((to) => to.replace(/\s/g, "").length >= 3);
    this.warnings = table.warnings;
    if (!language) this.matcher = this.#pieceMatcher();
  }

  accepts(file: SourceFile): boolean {
    const { language } = this.#table;
    if (!language || file.named) return true;
    const own = languageOf(file.path);
    return own?.name === language.name || canEmbed(own, language);
  }

  mayMatch(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#sieve.mayMatch(bytes, start, end);
  }

  find(content: Content, file: SourceFile): Found | Problem {
    const rewrite = this.rewrite(content, file);
    if (isProblem(rewrite)) return rewrite;
    const { count, starts, ends } = rewrite.edits;
    return { spans: { count, starts, ends } };
  }

  rewrite({ bytes }: Content, file: SourceFile): Rewrite | Problem {
    const found = this.#finder.find(bytes, 0, bytes.length);
    const { language } = this.#table;
    const parsed = language ? [language] : this.#holdsDashed(found) ? dashlessIn(file.path) : [];
    if (parsed.length === 0 || found.count === 0) return { edits: this.#edits(found, undefined) };
    const kinds = kindsOf({ bytes, path: file.path, languages: parsed }, found, language ? code : text);
    if (!kinds && language)
      return problem("structural_parse", `${file.path} cannot be parsed as ${language.name}`, { path: file.path });
    return { edits: this.#edits(found, kinds ?? new Uint8Array(found.count)) };
  }

  /** The text with all names in it renamed; for names of files, which have no language. */
  renameText(given: string): string {
    const bytes = Buffer.from(given);
    const parts: Uint8Array[] = [];
    let at = 0;
    this.#pick(this.#finder.find(bytes, 0, bytes.length), undefined, (literal, start, end) => {
      parts.push(bytes.subarray(at, start), this.#inserted[literal]!);
      at = end;
    });
    return Buffer.concat([...parts, bytes.subarray(at)]).toString();
  }

  /** Which variants a text holds, in order. */
  variantsIn(given: string): number[] {
    const bytes = Buffer.from(given);
    const variants: number[] = [];
    this.#pick(this.#finder.find(bytes, 0, bytes.length), undefined, (literal) => variants.push(literal));
    return variants;
  }

  #edits(found: Occurrences, kinds: Uint8Array | undefined): PackedEdits {
    const edits = new EditBuilder();
    const { variants } = this.#table;
    this.#pick(found, kinds, (literal, start, end) => {
      const { from, to } = variants[literal]!;
      if (from !== to) edits.add(start, end, this.#inserted[literal]!, literal);
    });
    return edits.build();
  }

  /** Leftmost first, at one place the longest, and none inside a text that is kept. `kinds`: what the parser says of each. */
  #pick(
    found: Occurrences,
    kinds: Uint8Array | undefined,
    each: (literal: number, start: number, end: number) => void,
  ): void {
    const count = this.#table.variants.length;
    let keptEnd = -1;
    let lastEnd = 0;
    for (let i = 0; i < found.count; i++) {
      const literal = found.literals[i]!;
      if (kinds && !this.#counts(literal, kinds[i]!)) continue;
      const start = found.starts[i]!;
      const end = found.ends[i]!;
      if (literal >= count) keptEnd = Math.max(keptEnd, end);
      else if (end > keptEnd && start >= lastEnd) {
        lastEnd = end;
        each(literal, start, end);
      }
    }
  }

  #counts(literal: number, kind: number): boolean {
    if (this.#table.language && kind !== identifier && kind !== macro) return false;
    return !this.#dashed[literal] || kind === text || kind === identifier;
  }

  #holdsDashed(found: Occurrences): boolean {
    for (let i = 0; i < found.count; i++) if (this.#dashed[found.literals[i]!]) return true;
    return false;
  }

  /** Pieces have no language: it finds what the whole file could change at most. */
  #pieceMatcher(): Matcher {
    return {
      scope: "line",
      groupCount: 0,
      groupNames: {},
      mayMatch: (bytes, start, end) => this.#sieve.mayMatch(bytes, start, end),
      find: ({ bytes, start, end }: Piece): Spans => {
        const { count, starts, ends } = this.#edits(this.#finder.find(bytes, start, end), undefined);
        return { count, starts, ends };
      },
    };
  }
}

/** The languages of a file, or of the scripts in it, that are of the core set and hold no dash in their identifiers. */
function dashlessIn(path: string): readonly Language[] {
  const own = languageOf(path);
  if (!own) return [];
  if (dashless.has(own.name)) return [own];
  return languages().filter((language) => dashless.has(language.name) && canEmbed(own, language));
}

const dashless = new Set(["typescript", "tsx", "javascript", "c", "go", "java", "python", "rust"]);
