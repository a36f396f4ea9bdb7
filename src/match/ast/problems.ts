/** Problems of single files that structural engines share. */
import { problem, type Problem } from "../../model/problem.ts";
import { largestReplacement } from "./compose.ts";
import { deepestTree } from "./napi.ts";

export function unparsable(path: string, language: string): Problem {
  return problem("structural_parse", `${path} cannot be parsed as ${language}`, { path, details: { language } });
}

/** Two captures of one variable cannot be compared in such a file. */
export function tooDeep(path: string, language: string): Problem {
  return problem(
    "structural_parse",
    `${path} is nested more than ${deepestTree} levels deep as ${language}, too deep to compare what a variable used twice matches`,
    { path, suggestion: "use each variable once in the pattern", details: { language, deepest: deepestTree } },
  );
}

export function tooMuchText(path: string, line: number): Problem {
  return problem(
    "structural_template",
    `the matches inside one another at line ${line} of ${path} would grow to more than ${largestReplacement} bytes`,
    { path, line, suggestion: "use each capture only once in the replacement" },
  );
}
