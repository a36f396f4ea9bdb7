/** What a run asks of each of its files. Plain data: every thread gets a copy and builds its engine from it. */
import type { EngineSpec } from "./spec.ts";

export interface Job {
  readonly verb: "plan" | "apply" | "check" | "search" | "rename";
  readonly engine: EngineSpec;
  readonly wants: Wants;
  /** Largest file that may be edited, in bytes. */
  readonly maxBytes: number;
  /** A file above `maxBytes` with a match is skipped instead of failing the run. */
  readonly partial: boolean;
  /** Do not run the rewrite on its own result. */
  readonly allowNonConvergent: boolean;
  /** What a file that parses worse than before comes to. */
  readonly syntax: "block" | "warn" | "off";
  /** How files without a byte-order mark are encoded; UTF-8 when absent. */
  readonly encoding?: string;
  /** Most matches to list of one file; all are counted. No limit when absent. */
  readonly limit?: number;
}

/** What the outcomes have to carry beside counts. */
interface Wants {
  /** Hunks of each changed file. */
  readonly diff: boolean;
  /** SHA-256 of each changed file, for reports in detail and saved plans. */
  readonly digests: boolean;
  /** Byte positions, line text, anchor and captures of each listed match of a search. */
  readonly detail: boolean;
  /** What a report lists of each edit. */
  readonly listed: boolean;
  /** For a search: only the first match of each line, with the text of that line. */
  readonly lines: boolean;
  /** For a search: no matches are listed at all. */
  readonly countOnly: boolean;
}
