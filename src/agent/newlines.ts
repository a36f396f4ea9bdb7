/** The text that a caller gives, as lines with the endings of the file they go to. */
import type { LineTable } from "./line-table.ts";

/** The ending for text that lands on this line: the line's own, else that of the first line, else LF. */
export function endingAt(lines: LineTable, line: number): "\n" | "\r\n" {
  return lines.ending(line) || lines.ending(1) || "\n";
}

/** Every newline of the text, written as CRLF or as LF, becomes this ending. */
export function withEndings(text: string, ending: "\n" | "\r\n"): string {
  const plain = text.replaceAll("\r\n", "\n");
  return ending === "\n" ? plain : plain.replaceAll("\n", "\r\n");
}

/** Lines without the newline that ends the last one. */
export function withoutLastNewline(text: string): string {
  return text.replace(/\r?\n$/, "");
}
