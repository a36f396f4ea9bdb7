/**
 * Compiles a text pattern, plain or in RE2's syntax, into a matcher: decides what the pattern sees (lines or the whole file),
 * what its letters mean, and which engine answers. All routes give the same matches.
 */
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { TextOptions } from "../model/spec.ts";
import type { Matcher } from "./engine.ts";
import { literalMatcher } from "./literal.ts";
import { needsCarriageReturn } from "./regex/analyse.ts";
import { assertNode, concatNode, emptyNode, literalNode, type Node } from "./regex/ast.ts";
import { patternMatcher } from "./regex/matcher.ts";
import { parseRegex, type ParsedPattern } from "./regex/parse.ts";

export interface Routes {
  /** `automata`: no bit streams. `plain`: no prefilter and no fast engine. Both for tests that compare. */
  readonly routes: "all" | "automata" | "plain";
  /** Bytes that are searched before kernels are built, which takes milliseconds. Default: 1 MiB. */
  readonly warmUp?: number;
}

const usualWarmUp = 1 << 20;

export function compileText(
  pattern: string,
  options: TextOptions,
  { routes, warmUp = usualWarmUp }: Routes = { routes: "all" },
): Result<Matcher> {
  const parsed = options.literal ? success(parseLiteral(pattern, options)) : parsePattern(pattern, options);
  if (!parsed.ok) return parsed;
  const { node, namesNewline, setsDotall } = parsed.value;
  if (options.eol === "auto" && needsCarriageReturn(node)) return failure(carriageReturnProblem(pattern));
  const wholeFile = namesNewline || setsDotall || options.multiline || options.dotall;
  const scope = wholeFile ? "file" : "line";
  if (
    routes !== "plain" &&
    node.kind === "literal" &&
    !node.fold &&
    (options.eol === "raw" || !node.text.includes("\n"))
  )
    return success(literalMatcher(node.text, scope, options.word, warmUp));
  return success(
    patternMatcher({
      node: options.word ? concatNode([assertNode("word_half_start"), node, assertNode("word_half_end")]) : node,
      scope,
      eol: options.eol,
      groupCount: parsed.value.groupCount,
      groupNames: parsed.value.groupNames,
      routes,
      warmUp,
    }),
  );
}

function parsePattern(pattern: string, options: TextOptions): Result<ParsedPattern> {
  const parsed = parseRegex(pattern, options);
  if (!parsed.ok || options.ignoreCase || !options.smartCase || parsed.value.upperCase) return parsed;
  return parseRegex(pattern, { ...options, ignoreCase: true });
}

function parseLiteral(pattern: string, options: TextOptions): ParsedPattern {
  const text = options.eol === "auto" ? pattern.replaceAll("\r\n", "\n") : pattern;
  const upperCase = /\p{Uppercase}/u.test(text);
  const fold = options.ignoreCase || (options.smartCase && !upperCase);
  const node: Node = text === "" ? emptyNode : literalNode(text, fold);
  return { node, groupCount: 0, groupNames: {}, namesNewline: text.includes("\n"), setsDotall: false, upperCase };
}

function carriageReturnProblem(pattern: string) {
  const shown = pattern.length > 60 ? `${pattern.slice(0, 57)}...` : pattern;
  const suggestion =
    "write `\\n` for any line ending, or add `--eol raw` to match carriage returns as the bytes they are";
  return problem(
    "invalid_regex",
    `the pattern ${JSON.stringify(shown)} cannot match without a carriage return, which line endings hide from it; ${suggestion}`,
    { suggestion, remedies: ["eol"] },
  );
}
