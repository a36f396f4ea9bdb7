/** The arguments and answers of the MCP tools. Arguments come from the one table of options, answers from the reports. */
import * as v from "valibot";
import { halfCharacterIn } from "../model/half-character.ts";
import type { OptionName } from "../model/options.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { editKeys } from "./edits.ts";
import {
  editRecord,
  editsSchema,
  errorRecord,
  readRecord,
  row,
  sparseEntry,
  sparseRead,
  sparseSummary,
} from "./agent.ts";
import { defined } from "./defined.ts";
import { toSchema } from "./convert.ts";
import { issuesProblem } from "./issues.ts";
import { reports } from "./report.ts";
import { operandEntries, optionEntries, optionNames } from "./request.ts";

export interface ToolSchemas {
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
}

type JsonObject = Record<string, unknown> & { readonly type: "object" };

/** Reads the arguments of a tool, strictly: an unknown one is refused with the name that was probably meant. */
export function readArguments(tool: string, given: unknown): Result<Record<string, unknown>> {
  const entries = inputs[tool]!;
  const parsed = v.safeParse(v.strictObject(entries), given ?? {});
  if (parsed.success) {
    const torn = halfCharacterIn(parsed.output, tool);
    return torn ? failure(torn) : success(defined(parsed.output));
  }
  const known = (at: readonly string[]): readonly string[] => (at.length === 0 ? Object.keys(entries) : editKeys(at));
  const found = issuesProblem(parsed.issues, { kind: "invalid_request", noun: "argument", known });
  return failure(
    problem("invalid_request", `${tool}: ${found.message}`, {
      ...(found.suggestion && { suggestion: found.suggestion }),
    }),
  );
}

export function toolSchemas(tool: string): ToolSchemas {
  return { inputSchema: root(toSchema(v.strictObject(inputs[tool]!))), outputSchema: root(toSchema(outputs[tool]!)) };
}

type Entries = Record<string, v.GenericSchema<unknown, unknown>>;

const text = (help: string) => v.pipe(v.string(), v.nonEmpty(), v.description(help));
const count = (help: string) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description(help)));

/** What only a tool that writes takes. */
const writing: readonly OptionName[] = ["fsync", "force_readonly"];

function matching(verb: "plan" | "search" | "rename"): Entries {
  const names = optionNames(verb, "mcp").filter(
    (name) => !writing.includes(name) && (verb === "rename" || name !== "paths"),
  );
  const limit = count("List at most this many matches or changes; counts stay exact (100)");
  const list = v.optional(text("Read the paths from this file"));
  return { ...operandEntries(verb, "mcp"), ...optionEntries(names), files_from: list, limit };
}

const inputs: Readonly<Record<string, Entries>> = {
  swath_search: matching("search"),
  swath_plan: matching("plan"),
  swath_rename: matching("rename"),
  swath_apply: { plan_id: text("From swath_plan or swath_rename"), ...optionEntries(writing) },
  swath_read: {
    path: text("One file"),
    lines: v.optional(text("A:B, counted from 1; A: goes on to the end")),
    head: count("Only so many first lines"),
    tail: count("Only so many last lines"),
    stat: v.optional(v.pipe(v.boolean(), v.description("Without the text"))),
    verify_checksum: v.optional(text("Fail unless the file has this BLAKE3 checksum")),
  },
  swath_sparse: {
    mode: v.pipe(
      v.picklist(["list", "read"]),
      v.description("list: paths and sizes; read: the first lines of each file"),
    ),
    paths: v.optional(v.pipe(v.array(v.string()), v.description("Files, directories or globs; all when absent"))),
    max_files: count("Most files to show (100)"),
    max_bytes: v.optional(
      v.pipe(optionEntries(["max_bytes"])["max_bytes"]!, v.description("Most bytes to show (50K)")),
    ),
    head: count("Lines of each file (20)"),
  },
  swath_edit: {
    path: text("One file"),
    edits: editsSchema,
    ...optionEntries(["syntax", "allow_syntax_errors", "fsync"]),
  },
  swath_undo: { id: v.optional(text("An apply_id; the last apply when absent")), ...optionEntries(["fsync"]) },
  swath_recover: {
    paths: v.optional(v.pipe(v.array(v.string()), v.description("The root when absent"))),
    ...optionEntries(["fsync"]),
  },
};

const shownRow = v.strictObject({ path: v.exactOptional(v.string()), ...row.entries });
const rows = v.exactOptional(
  v.pipe(v.array(shownRow), v.description("Lines shown, with the anchors swath_edit takes")),
);

/** Without the list of kinds, which would be repeated for every tool. */
const errorReport = v.strictObject({ ...reports.error.entries, error: v.string() });

const outputs: Readonly<Record<string, v.GenericSchema>> = {
  swath_search: v.union([v.strictObject({ ...reports.search.entries, rows }), errorReport]),
  swath_plan: v.union([reports.plan, errorReport]),
  swath_rename: v.union([reports.plan, errorReport]),
  swath_apply: v.union([reports.apply, errorReport]),
  swath_read: records(readRecord),
  swath_sparse: records(v.union([sparseEntry, sparseRead, sparseSummary])),
  swath_edit: records(editRecord),
  swath_undo: v.union([reports.undo, errorReport]),
  swath_recover: v.union([reports.recover, errorReport]),
};

function records(record: v.GenericSchema): v.GenericSchema {
  return v.union([v.strictObject({ records: v.array(v.union([record, errorRecord])), rows }), errorReport]);
}

/** The protocol wants an object at the root, also where it is one of several. Clients that know older dialects refuse a `$schema` of a newer one. */
function root(schema: Record<string, unknown>): JsonObject {
  const entries = Object.entries(schema).filter(([key]) => key !== "$schema");
  return { ...Object.fromEntries(entries), type: "object" };
}
