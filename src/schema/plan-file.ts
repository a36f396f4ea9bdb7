/**
 * A saved plan: one JSON document with a line for each file, so that it can be written and looked through line by line.
 * Its digest comes last and covers every byte before it.
 */
import * as v from "valibot";
import { problem } from "../model/problem.ts";
import { type Result, failure, success } from "../model/result.ts";
import { issuesProblem } from "./issues.ts";

export const planFormat = "swath-plan";
export const planVersion = 1;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const described = <const Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));
const below = described(v.string(), "Below the root, with / between components and without . and ..");
const base64 = v.pipe(v.string(), v.base64());

const edit = v.strictObject({
  start: described(count, "Byte offset in the file as stored"),
  end: count,
  before: v.exactOptional(v.string()),
  before_b64: v.exactOptional(described(base64, "Instead of before, where the text is not valid UTF-8")),
  after: v.exactOptional(v.string()),
  after_b64: v.exactOptional(base64),
});

const file = v.strictObject({
  path: below,
  mode: described(v.pipe(v.string(), v.regex(/^[0-7]{3,4}$/)), "Permission bits when it was planned, in octal"),
  named: v.exactOptional(described(v.literal(true), "Named on the command line: edited even if it is read-only")),
  encoding: v.string(),
  eol: v.picklist(["lf", "crlf", "mixed", "none"]),
  hash_before: described(hash, "SHA-256 of the bytes"),
  hash_after: hash,
  edits: v.pipe(v.array(edit), v.minLength(1)),
});

export const planFileSchema = v.strictObject({
  format: v.literal(planFormat),
  version: v.literal(planVersion),
  tool: described(v.string(), "Version of swath that wrote it"),
  request: described(v.looseObject({ verb: v.string() }), "What was asked for"),
  root: described(v.string(), "The workspace, absolute"),
  fingerprint: described(
    hash,
    "Tells this request on this root from any other: to apply the plan is to apply the request",
  ),
  renames: v.array(v.strictObject({ from: below, to: below })),
  files: v.array(file),
  digest: described(hash, "SHA-256 of everything before this key"),
});

export type PlanFile = v.InferOutput<typeof planFileSchema>;
export type PlanFileEdit = v.InferOutput<typeof edit>;
type PlanFileEntry = v.InferOutput<typeof file>;

/** What stands before the digest in the last line. */
export const beforeDigest = `],`;

/** Reads and checks a plan; `invalid_plan` says what is wrong with it. */
export function parsePlanFile(bytes: Uint8Array, shown: string): Result<PlanFile> {
  const invalid = (message: string): Result<never> =>
    failure(problem("invalid_plan", `${shown} ${message}`, { path: shown, suggestion: "plan again with --plan-out" }));
  const text = new TextDecoder().decode(bytes);
  const start = /^\{"format":"swath-plan","version":(\d+),/.exec(text);
  if (!start) return invalid("is not a plan that swath has saved");
  if (Number(start[1]) !== planVersion)
    return invalid(`has the format version ${start[1]}, and this swath reads version ${planVersion}`);
  const end = /\],"digest":"([0-9a-f]{64})"\}\n?$/.exec(text.slice(-200));
  if (!end) return invalid("is cut short");
  const covered = bytes.subarray(0, bytes.length - Buffer.byteLength(end[0]) + beforeDigest.length);
  const digest = new Bun.CryptoHasher("sha256").update(covered).digest("hex");
  if (digest !== end[1])
    return invalid(`was changed after it was saved: its digest is ${end[1]} and its content has ${digest}`);
  const parsed = v.safeParse(planFileSchema, parseJson(text));
  if (!parsed.success)
    return failure(issuesProblem(parsed.issues, { kind: "invalid_plan", noun: "key", known: () => [], path: shown }));
  const { files, renames } = parsed.output;
  const paths = [...files.map(({ path }) => path), ...renames.flatMap(({ from, to }) => [from, to])];
  const astray = paths.find((path) => !isBelow(path));
  if (astray !== undefined) return invalid(`has the path ${JSON.stringify(astray)}, which does not lie below its root`);
  const twice = [files.map(({ path }) => path), renames.map(({ from }) => from)].map(firstTwice).find(Boolean);
  if (twice !== undefined) return invalid(`changes ${twice} twice`);
  const idle = renames.find(({ from, to }) => from === to);
  if (idle) return invalid(`renames ${idle.from} to itself`);
  const pairs = new Set(renames.map(({ from, to }) => `${from}\0${to}`));
  const moved = renames.find((rename) => !staysInPlace(rename, pairs));
  if (moved) return invalid(`moves ${moved.from} to ${moved.to}, and a rename never leaves its directory`);
  const wrong = files.map(wrongEdits).find((message) => message !== undefined);
  return wrong === undefined ? success(parsed.output) : invalid(wrong);
}

/** Whether a new path differs from the old one only in names that the plan itself changes. */
function staysInPlace({ from, to }: PlanFile["renames"][number], pairs: ReadonlySet<string>): boolean {
  const before = from.split("/");
  const after = to.split("/");
  if (before.length !== after.length) return false;
  return before.every((name, i) => {
    if (name === after[i] || i === before.length - 1) return true;
    return pairs.has(`${before.slice(0, i + 1).join("/")}\0${after.slice(0, i + 1).join("/")}`);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wrongEdits({ path, edits }: PlanFileEntry): string | undefined {
  let read = 0;
  for (const each of edits) {
    const before = editBytes(each, "before");
    const after = editBytes(each, "after");
    if (!before || !after) return `has an edit of ${path} at ${each.start} without one text before and one after`;
    if (each.start < read || each.end < each.start) return `has overlapping edits of ${path} at ${each.start}`;
    if (before.length !== each.end - each.start)
      return `has an edit of ${path} at ${each.start} that is not as long as its text`;
    read = each.end;
  }
  return undefined;
}

/** The bytes of one side of an edit; undefined when it is not given in exactly one way. */
export function editBytes(each: PlanFileEdit, side: "before" | "after"): Uint8Array | undefined {
  const text = each[side];
  const encoded = each[`${side}_b64`];
  if ((text === undefined) === (encoded === undefined)) return undefined;
  return text === undefined ? Buffer.from(encoded!, "base64") : Buffer.from(text);
}

function firstTwice(paths: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return paths.find((path) => seen.size === seen.add(path).size);
}

function isBelow(path: string): boolean {
  const parts = path.split("/");
  return !path.includes("\0") && parts.every((part) => part !== "" && part !== "." && part !== "..");
}
