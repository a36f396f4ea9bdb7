/**
 * The text that replaces a structural match: literal text with `$A` and `$$$A` where captures go.
 *
 * A `$` before anything but an upper-case letter or `_` is a dollar. Variables that nothing binds are refused when the
 * template is read, so that nothing becomes empty text in silence.
 */
import { problem } from "../../model/problem.ts";
import { failure, success, type Result } from "../../model/result.ts";
import { nearestName } from "../../model/nearest.ts";
import { boundKey, keyIn, written } from "./metavariable.ts";

export type TemplatePart =
  /** Lines of literal text; a line ending of the file goes between them. */
  | { readonly kind: "text"; readonly lines: readonly Uint8Array[] }
  | {
      readonly kind: "variable";
      readonly key: string;
      /** The blanks that the template's line starts with. */
      readonly indent: Uint8Array;
    };

export interface Template {
  readonly source: string;
  readonly parts: readonly TemplatePart[];
  /** It has a line break of its own. */
  readonly multiline: boolean;
  /** Their keys. */
  readonly variables: readonly string[];
}

/**
 * Reads a template over these variables. `what` names it in messages: "the replacement", "the fix of rule x". `pattern` is
 * the text that binds them.
 */
export function parseTemplate(
  source: string,
  bound: ReadonlySet<string>,
  what: string,
  pattern: string,
): Result<Template> {
  if (unnamed.test(source) && unnamed.test(pattern)) return failure(bindsNothing(what));
  const parts: TemplatePart[] = [];
  const variables: string[] = [];
  let from = 0;
  for (const found of source.matchAll(variable)) {
    const [text, name] = found as unknown as [string, string];
    const key = boundKey(keyIn(text), bound);
    if (key === undefined) return failure(unbound(text, name, bound, what));
    if (found.index > from) parts.push(textPart(source.slice(from, found.index)));
    parts.push({ kind: "variable", key, indent: indentBefore(source, found.index) });
    variables.push(key);
    from = found.index + found[0].length;
  }
  if (from < source.length) parts.push(textPart(source.slice(from)));
  return success({ source, parts, multiline: source.includes("\n"), variables });
}

/** An ellipsis without a name. Where the pattern has none, it is three dollars. */
const unnamed = /(?<!\$)\${3}(?![$A-Z_])/;
const variable = /\${1,3}([A-Z_][A-Z0-9_]*)/g;
const encoder = new TextEncoder();

function textPart(text: string): TemplatePart {
  return { kind: "text", lines: text.split(/\r?\n/).map((line) => encoder.encode(line)) };
}

function indentBefore(source: string, at: number): Uint8Array {
  const line = source.slice(source.lastIndexOf("\n", at - 1) + 1, at);
  return encoder.encode(/^[ \t]*/.exec(line)![0]);
}

function bindsNothing(what: string) {
  return problem("structural_template", `${what} uses $$$, which binds nothing`, {
    suggestion: "name it in the pattern and here, such as $$$ARGS",
    details: { variable: "$$$" },
  });
}

function unbound(text: string, name: string, bound: ReadonlySet<string>, what: string) {
  const names = [...bound].map(written);
  const nearest = nearestName(name, bound);
  const hint =
    nearest !== undefined
      ? `did you mean ${written(nearest)}?`
      : names.length > 0
        ? `it binds ${names.join(", ")}`
        : "the pattern binds no variable";
  return problem("structural_template", `${what} uses ${text}, which nothing binds`, {
    suggestion: hint,
    details: { variable: name, bound: [...bound] },
  });
}

/** The longest fixed run of a template, if it has three characters that are not blank: evidence that it was written before. */
export function fixedRun(template: Template): string | undefined {
  const decoder = new TextDecoder();
  const runs = template.parts
    .flatMap((part) => (part.kind === "text" ? part.lines : []))
    .map((line) => decoder.decode(line).trim())
    .toSorted((a, b) => b.length - a.length);
  return runs.find((run) => run.replace(/\s/g, "").length >= 3);
}
