/** The reports as schemas. The types of the model are the law: each schema must yield exactly its report's type. */
import * as v from "valibot";
import type * as model from "../model/report.ts";
import { problemKinds, type ProblemKind } from "../model/problem.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const flag = v.literal(true);
const described = <const Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));

const kinds = Object.keys(problemKinds) as [ProblemKind, ...ProblemKind[]];
const path = described(v.string(), "Relative to the working directory, with / between components");
const column = described(position, "1-based, in bytes");

const edit = v.strictObject({
  start: described(count, "Byte offset in the file as stored"),
  end: count,
  line: position,
  column,
  before: v.string(),
  after: v.string(),
  rule: v.exactOptional(v.string()),
});

const change = v.strictObject({
  path,
  matches: count,
  hash_before: v.exactOptional(described(hash, "SHA-256 of the bytes")),
  hash_after: v.exactOptional(hash),
  encoding: v.exactOptional(v.string()),
  eol: v.exactOptional(v.string()),
  edits: v.exactOptional(v.array(edit)),
});

const match = v.strictObject({
  line: position,
  column,
  snippet: described(v.string(), "The matched text up to its first newline, at most 200 characters"),
  start: v.exactOptional(count),
  end: v.exactOptional(count),
  text: v.exactOptional(
    described(v.string(), "The line without its ending; of a line of more than 1,024 bytes only with its first match"),
  ),
  anchor: v.exactOptional(described(v.string(), "LINE:HASH, as swath edit takes it")),
  captures: v.exactOptional(v.record(v.string(), v.string())),
});

const skipReasons = ["binary", "too_large", "encoding", "name_not_utf8", "special", "unreadable", "budget"] as const;
const severities = ["hint", "info", "warning", "error", "off"] as const;

const extensions = {
  renames: v.exactOptional(v.array(v.strictObject({ from: path, to: path }))),
  variants: v.exactOptional(v.array(v.strictObject({ from: v.string(), to: v.string(), matches: count }))),
  skipped: v.exactOptional(
    v.array(
      v.strictObject({ reason: v.picklist(skipReasons), count, paths: described(v.array(path), "The first five") }),
    ),
  ),
  partial: v.exactOptional(described(flag, "The answer comes from a part of the files")),
  walker_stopped_early: v.exactOptional(flag),
  files_budget_dropped: v.exactOptional(count),
  files_failed: v.exactOptional(count),
  errors: v.exactOptional(
    described(v.array(v.strictObject({ path, error: v.picklist(kinds), message: v.string() })), "The first ten"),
  ),
  records_omitted: v.exactOptional(described(count, "Entries cut by the limit")),
  dropped: v.exactOptional(
    described(
      v.array(v.strictObject({ path, line: position, rule: v.exactOptional(v.string()), reason: v.string() })),
      "Overlapping edits that were not made",
    ),
  ),
  warnings: v.exactOptional(
    v.array(v.strictObject({ code: v.string(), message: v.string(), path: v.exactOptional(path) })),
  ),
  rules: v.exactOptional(
    v.array(
      v.strictObject({
        id: v.string(),
        files: count,
        matches: described(count, "Edits, or findings of a rule that only finds"),
      }),
    ),
  ),
  findings: v.exactOptional(
    v.array(
      v.strictObject({
        path,
        line: position,
        column,
        rule: v.string(),
        severity: v.picklist(severities),
        message: v.string(),
      }),
    ),
  ),
  apply_id: v.exactOptional(described(v.string(), "For swath undo")),
  plan_id: v.exactOptional(v.string()),
  plan_file: v.exactOptional(v.string()),
  stats: v.exactOptional(
    v.strictObject({ elapsed_ms: v.number(), bytes_read: count, threads: count, files_per_second: v.number() }),
  ),
};

const changeOutcome = v.picklist(["changes", "already_applied"]);

const planReport = v.strictObject({
  kind: v.literal("plan"),
  outcome: changeOutcome,
  files_scanned: count,
  total_matches: count,
  files_changed: count,
  changes: v.array(change),
  ...extensions,
});

const applyReport = v.strictObject({
  kind: v.literal("apply"),
  outcome: changeOutcome,
  files_scanned: count,
  total_matches: count,
  files_written: count,
  ...extensions,
});

const checkReport = v.strictObject({
  kind: v.literal("check"),
  outcome: v.picklist(["changes", "already_applied", "findings"]),
  files_scanned: count,
  total_matches: count,
  files_would_change: count,
  ...extensions,
});

const searchReport = v.strictObject({
  kind: v.literal("search"),
  files_scanned: count,
  total_matches: count,
  files: v.array(v.strictObject({ path, matches: v.array(match) })),
  ...extensions,
});

const nearMiss = v.strictObject({
  path,
  line: position,
  text: v.string(),
  similarity: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

const errorReport = v.strictObject({
  kind: v.literal("error"),
  error: v.picklist(kinds),
  message: v.string(),
  exit_code: v.picklist([2, 3, 130, 143]),
  remedies: described(v.array(v.string()), "Names of options that could clear the error, most useful first"),
  error_class: v.picklist(["transient", "conflict", "precondition_failed", "permanent"]),
  retryable: v.boolean(),
  path: v.exactOptional(path),
  line: v.exactOptional(position),
  column: v.exactOptional(position),
  suggestion: v.exactOptional(v.string()),
  details: v.exactOptional(v.record(v.string(), v.unknown())),
  candidates: v.exactOptional(
    described(v.array(nearMiss), "Near misses, at most three; they explain and are never applied"),
  ),
  similar_paths: v.exactOptional(v.array(path)),
});

const recoverReport = v.strictObject({
  kind: v.literal("recover"),
  outcome: v.picklist(["rolled_back", "completed", "nothing_to_do"]),
  files_restored: count,
  files_completed: count,
  temps_removed: count,
});

const undoReport = v.strictObject({
  kind: v.literal("undo"),
  outcome: v.literal("changes"),
  files_restored: count,
  apply_id: v.string(),
});

const testReport = v.strictObject({
  kind: v.literal("test"),
  outcome: v.picklist(["passed", "failed"]),
  rules: count,
  tests: count,
  failures: v.array(v.strictObject({ rule: v.string(), test: v.string(), reason: v.string() })),
});

const table = {
  plan: planReport,
  apply: applyReport,
  check: checkReport,
  search: searchReport,
  error: errorReport,
  recover: recoverReport,
  undo: undoReport,
  test: testReport,
} as const;

/** By kind. */
export const reports: Agreed<typeof table> = table;

/** The table itself where each schema yields its report, and nothing it could be assigned to where one does not. */
type Agreed<Table extends Record<model.Report["kind"], v.GenericSchema>> =
  {
    [Kind in model.Report["kind"]]: Same<v.InferOutput<Table[Kind]>, Wire<Extract<model.Report, { kind: Kind }>>>;
  } extends Record<model.Report["kind"], true>
    ? Table
    : never;

type Same<A, B> = [A, B] extends [B, A] ? true : false;

/** As it is printed: without what only SARIF needs, and nothing readonly. */
type Wire<T> = T extends readonly (infer Item)[]
  ? Wire<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T as Key extends "utf16Column" ? never : Key]: Wire<T[Key]> }
    : T;
