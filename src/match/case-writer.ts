/** The case operators of a template (`\u \l \U \L \E`), applied to whatever is appended after them. Bytes that are not UTF-8 pass unchanged. */
import type { ByteSink } from "../text/byte-sink.ts";
import { fromLosslessString, toLosslessString } from "../text/lossless.ts";
import { lowerFirst, upperFirst } from "./case.ts";

/** `u` and `l` change the next character, `U` and `L` all that follow up to `E`; the two kinds combine. */
export type CaseOperator = "u" | "l" | "U" | "L" | "E";

export class CaseWriter {
  readonly #sink: ByteSink;
  #all: "U" | "L" | "E" = "E";
  #next: "u" | "l" | undefined;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  operator(operator: CaseOperator): void {
    if (operator === "u" || operator === "l") this.#next = operator;
    else this.#all = operator;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    if (start === end) return;
    if (this.#all === "E" && !this.#next) return this.#sink.append(bytes, start, end);
    const text = underOperators(toLosslessString(bytes.subarray(start, end)), this.#all, this.#next);
    this.#next = undefined;
    this.#sink.append(fromLosslessString(text));
  }
}

/** Text that is not empty as it comes out under the operator for all of it and the one for its first character. */
export function underOperators(given: string, all: CaseOperator, next?: CaseOperator): string {
  const text = all === "U" ? given.toUpperCase() : all === "L" ? given.toLowerCase() : given;
  if (next === undefined) return text;
  return next === "u" ? upperFirst(text) : lowerFirst(text);
}
