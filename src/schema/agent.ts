/** The records of the file verbs and the edits they take. The shapes of `read`, `sparse` and of errors are those that other tools of agents know. */
import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));
const described = <const Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));

const newText = described(
  v.string(),
  'Plain lines without anchors; "" deletes, "\\n" is one blank line, a last newline is ignored',
);
/** From a read, a search or an error. */
const anchor = described(v.string(), "LINE:HASH");

/** One edit of a file: exactly one of the keys. */
export const editSchema = v.pipe(
  v.strictObject({
    set_line: v.exactOptional(v.strictObject({ anchor, new_text: newText })),
    replace_lines: v.exactOptional(v.strictObject({ start_anchor: anchor, end_anchor: anchor, new_text: newText })),
    insert_after: v.exactOptional(v.strictObject({ anchor, new_text: v.string() })),
    replace: v.exactOptional(
      v.strictObject({
        old_text: described(v.pipe(v.string(), v.nonEmpty()), "Must occur once, or give all"),
        new_text: described(v.string(), "As it is: no groups, no escapes"),
        all: v.exactOptional(v.boolean()),
        fuzzy: v.exactOptional(
          described(v.boolean(), "When nothing is found exactly, treat white space and look-alike characters as equal"),
        ),
      }),
    ),
    replace_symbol: v.exactOptional(
      v.strictObject({
        symbol: described(v.pipe(v.string(), v.nonEmpty()), "Name, Class.method or Name@line"),
        new_body: described(v.string(), "The whole declaration; it is indented as the old one was"),
      }),
    ),
  }),
  v.minEntries(1, "one of set_line, replace_lines, insert_after, replace, replace_symbol"),
  v.maxEntries(1, "only one of set_line, replace_lines, insert_after, replace, replace_symbol"),
);

export const editsSchema = v.pipe(v.array(editSchema), v.nonEmpty());

export type Edit = v.InferOutput<typeof editSchema>;

export const row = v.strictObject({
  line: position,
  hash: v.string(),
  anchor: described(v.string(), "LINE:HASH"),
  raw: described(v.string(), "The line without its ending"),
});

const file = {
  path: described(v.string(), "Absolute"),
  content: v.exactOptional(v.string()),
  lines: described(count, "Lines of the whole file"),
  bytes: count,
  checksum: described(v.string(), "BLAKE3"),
  permissions: v.string(),
  modified: v.string(),
  kind: v.picklist(["file", "symlink"]),
  binary: v.boolean(),
};

const warnings = v.exactOptional(v.array(v.strictObject({ code: v.string(), message: v.string() })));

export const readRecord = v.strictObject({
  type: v.literal("read"),
  ...file,
  range: v.exactOptional(v.strictObject({ start: position, end: position })),
  verified: v.exactOptional(v.literal(true)),
  rows: v.exactOptional(v.array(row)),
  lines_omitted: v.exactOptional(described(position, "Lines asked for and left out; read on from the next one")),
  warnings,
});

export const editRecord = v.strictObject({
  type: v.literal("edit"),
  ...file,
  edits: described(count, "Edits that changed the text; 0: the file already was as they make it, and was not written"),
  checksum_before: v.string(),
  first_changed_line: v.exactOptional(position),
  relocated: v.exactOptional(
    described(
      v.array(v.strictObject({ edit: position, from: v.string(), to: v.string() })),
      "Anchors whose unchanged line had moved",
    ),
  ),
  warnings,
  apply_id: v.exactOptional(described(v.string(), "For undo")),
  rows: v.exactOptional(v.array(row)),
  lines_omitted: v.exactOptional(described(position, "Lines at the changes that are not among the rows")),
});

export const sparseEntry = v.strictObject({ type: v.literal("sparse_entry"), path: v.string(), size: count });

export const sparseRead = v.strictObject({
  type: v.literal("sparse_read"),
  path: v.string(),
  head: v.string(),
  lines: described(count, "Lines of head that were asked for"),
});

export const sparseSummary = v.strictObject({
  type: v.literal("sparse_summary"),
  emitted: count,
  truncated: v.boolean(),
  elapsed_ms: count,
  files_failed: v.exactOptional(count),
  errors: v.exactOptional(v.array(v.strictObject({ path: v.string(), code: v.string(), message: v.string() }))),
  partial: v.exactOptional(v.literal(true)),
  files_scanned: described(count, "Files found, shown or not"),
  path_bytes: described(count, "Bytes of the paths shown"),
  files_budget_dropped: v.exactOptional(count),
  ok: v.literal(true),
  skipped: v.exactOptional(
    v.array(
      v.strictObject({ reason: v.string(), count: position, paths: described(v.array(v.string()), "The first five") }),
    ),
  ),
});

export const errorRecord = v.strictObject({
  error: v.literal(true),
  ok: v.literal(false),
  code: v.string(),
  exit: count,
  message: v.string(),
  path: v.exactOptional(v.string()),
  error_class: v.string(),
  retryable: v.boolean(),
  suggestion: v.exactOptional(v.string()),
  candidates: v.exactOptional(v.array(v.strictObject({ text: v.string(), line: position, similarity: v.number() }))),
  match_count: v.exactOptional(count),
  similar_paths: v.exactOptional(v.array(v.string())),
  suggestion_lang: v.literal("en"),
  remedies: v.exactOptional(v.array(v.string())),
  details: v.exactOptional(v.record(v.string(), v.unknown())),
  rows: v.exactOptional(v.array(row)),
});

export type Row = v.InferOutput<typeof row>;
export type ReadRecord = v.InferOutput<typeof readRecord>;
export type EditRecord = v.InferOutput<typeof editRecord>;
export type SparseRecord =
  v.InferOutput<typeof sparseEntry> | v.InferOutput<typeof sparseRead> | v.InferOutput<typeof sparseSummary>;
export type ErrorRecord = v.InferOutput<typeof errorRecord>;
