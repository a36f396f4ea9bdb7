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
    let text = toLosslessString(bytes.subarray(start, end));
    if (this.#all === "U") text = text.toUpperCase();
    if (this.#all === "L") text = text.toLowerCase();
    if (this.#next) text = this.#next === "u" ? upperFirst(text) : lowerFirst(text);
    this.#next = undefined;
    this.#sink.append(fromLosslessString(text));
  }
}
