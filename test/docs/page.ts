/**
 * The parts of a Markdown page that the tests run. Conventions: `<!-- tree: NAME -->` starts a fresh copy of
 * `fixtures/NAME.txt`; `<!-- file: PATH -->` before a fence writes the fence's text to that file of the copy; a fence
 * marked `console` holds commands after `$ ` and below each what it prints; a fence marked `sh` holds commands alone.
 */

export type Part =
  | { readonly kind: "tree"; readonly line: number; readonly name: string }
  | { readonly kind: "file"; readonly line: number; readonly path: string; readonly text: string }
  | { readonly kind: "console"; readonly line: number; readonly lines: readonly string[] }
  | { readonly kind: "sh"; readonly line: number; readonly lines: readonly string[] };

/** `line` is the 1-based number of the comment, or of the first line inside the fence. */
export function partsOf(page: string): readonly Part[] {
  const lines = page.split("\n");
  const parts: Part[] = [];
  let file: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, key, value] = line.match(/^<!-- (tree|file): (.+) -->$/) ?? [];
    if (key === "tree") parts.push({ kind: "tree", line: at + 1, name: value! });
    if (key === "file") file = value;
    const info = line.match(/^```(\w*)$/)?.[1];
    if (info === undefined) continue;
    const end = lines.indexOf("```", at + 1);
    if (end < 0) throw new Error(`the fence of line ${at + 1} has no end`);
    const inner = lines.slice(at + 1, end);
    if (file !== undefined) parts.push({ kind: "file", line: at + 2, path: file, text: `${inner.join("\n")}\n` });
    else if (info === "console" || info === "sh") parts.push({ kind: info, line: at + 2, lines: inner });
    file = undefined;
    at = end;
  }
  return parts;
}

export interface Step {
  readonly line: number;
  readonly command: string;
  readonly shown: readonly string[];
}

/** The commands of a console fence, each with the lines that stand below it. */
export function stepsOf({ line, lines }: Part & { kind: "console" }): readonly Step[] {
  const starts = [...lines.keys()].filter((at) => lines[at]!.startsWith("$ "));
  return starts.map((at, i) => ({
    line: line + at,
    command: lines[at]!.slice(2),
    shown: lines.slice(at + 1, starts[i + 1] ?? lines.length),
  }));
}

/** Command lines of swath that stand in the page, wherever they stand: in fences of `sh` and `console` and in code spans. */
export function commandLines(page: string): readonly string[] {
  const prose = page.replace(/^```[^]*?^```$/gm, "").replaceAll("\\|", "|");
  const spans = [...prose.matchAll(/`(swath [^`]+)`/g)].map(([, span]) => span!);
  const fenced = partsOf(page).flatMap((part) => {
    if (part.kind === "sh") return part.lines.filter((line) => line.startsWith("swath "));
    if (part.kind === "console") return stepsOf(part).map(({ command }) => command);
    return [];
  });
  return [...fenced.filter((line) => line.startsWith("swath ")), ...spans];
}

/** The words of a command line up to a pipe, a redirection, a second command or a comment, as a shell would split them. */
export function wordsOf(command: string): readonly string[] {
  const [simple] = command.match(/^(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|\s(?!#)|[^\s'"\\|;&<>])*/) ?? [""];
  const words = simple.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g);
  return [...words].map(([word]) =>
    word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) =>
      single !== undefined ? single : double !== undefined ? double.replace(/\\(["\\$`])/g, "$1") : escaped,
    ),
  );
}
