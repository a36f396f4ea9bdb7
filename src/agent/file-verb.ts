/** `read`, `sparse` and `edit` as the command line calls them: operands and flags in, records and an exit status out. */
import type { Host } from "../host/host.ts";
import { problemKinds, problem, systemProblem, type Problem } from "../model/problem.ts";
import { settle, type GivenOptions } from "../model/options.ts";
import { failure, success, type Result } from "../model/result.ts";
import { utf8Text } from "../text/utf8.ts";
import { editFile } from "./edit.ts";
import { errorRecord } from "./error-record.ts";
import { readPart, statShowsNone } from "./part.ts";
import { readFile, type ReadRequest } from "./read.ts";
import { sparse, type Hooks } from "./sparse.ts";
import { defaultHead } from "./defaults.ts";

export interface FileCall {
  readonly verb: "read" | "sparse" | "edit";
  readonly operands: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
  readonly stdin: () => Promise<Result<Uint8Array>>;
}

export interface FileResult {
  /** One line of output each. */
  readonly records: readonly object[];
  readonly exitCode: 0 | 2 | 3 | 130 | 143;
}

export async function fileVerb(call: FileCall, host: Host, hooks: Hooks = {}): Promise<FileResult> {
  switch (call.verb) {
    case "read":
      return read(call, host);
    case "sparse":
      return answer(await sparseRecords(call, host, hooks));
    case "edit":
      return answer(await edit(call, host, hooks));
    default:
      return call.verb satisfies never;
  }
}

/** Several files give a record each; one that cannot be read does not keep the others from being read. */
async function read({ operands, given }: FileCall, host: Host): Promise<FileResult> {
  const request = readRequest(given);
  if (!request.ok) return failed(request.problem);
  if (operands.length === 0) return failed(missing("read", "FILE"));
  const records: object[] = [];
  let exitCode: FileResult["exitCode"] = 0;
  for (const path of operands) {
    const result = await readFile({ ...request.value, path }, host);
    records.push(result.ok ? result.value : errorRecord(result.problem));
    if (!result.ok) exitCode ||= exitOf(result.problem);
  }
  return { records, exitCode };
}

function readRequest(given: FileCall["given"]): Result<Omit<ReadRequest, "path">> {
  const { stat = false, anchors = false, verify_checksum: verifyChecksum } = given;
  const part = readPart(given);
  if (!part.ok) return part;
  if (stat && anchors) return failure(statShowsNone());
  return success({
    ...(part.value && { part: part.value }),
    stat: stat as boolean,
    ...(verifyChecksum !== undefined && { verifyChecksum: verifyChecksum as string }),
    anchors: anchors as boolean,
  });
}

async function sparseRecords({ operands, given }: FileCall, host: Host, hooks: Hooks): Promise<Result<object[]>> {
  const [mode, ...paths] = operands;
  if (mode !== "list" && mode !== "read")
    return failure(
      problem(
        "invalid_request",
        mode === undefined ? "swath sparse needs list or read" : `swath sparse lists or reads, and has no ${mode}`,
        {
          suggestion: "Its form is: swath sparse list|read PATHS…",
        },
      ),
    );
  const { max_files: maxFiles, max_bytes: maxBytes, head } = given;
  return sparse(
    {
      mode,
      paths,
      maxFiles: (maxFiles as number | undefined) ?? settle("search", {}).max_files,
      ...(maxBytes !== undefined && { maxBytes: maxBytes as number }),
      head: (head as number | undefined) ?? defaultHead,
    },
    host,
    hooks,
  );
}

async function edit({ operands, given, stdin }: FileCall, host: Host, hooks: Hooks): Promise<Result<object[]>> {
  const [path, surplus] = operands;
  if (path === undefined) return failure(missing("edit", "FILE"));
  if (surplus !== undefined)
    return failure(problem("invalid_request", `swath edit takes one file, and ${surplus} was given too`));
  if (given["edits"] === undefined) return failure(missing("edit", "--edits JSON"));
  const text = await textOf(given["edits"] as string, stdin);
  if (!text.ok) return text;
  const { parseEdits } = await import("../schema/edits.ts");
  const edits = parseEdits(text.value);
  if (!edits.ok) return edits;
  const { syntax, fsync, force_lock: forceLock } = settle("apply", given as GivenOptions);
  const anchors = given["anchors"] === true;
  const result = await editFile({ path, edits: edits.value, syntax, anchors, fsync, forceLock }, host, hooks);
  return result.ok ? success([result.value]) : result;
}

async function textOf(edits: string, stdin: FileCall["stdin"]): Promise<Result<string>> {
  if (edits !== "-") return success(edits);
  const input = await stdin();
  if (!input.ok) return input;
  try {
    return success(utf8Text(input.value));
  } catch (error) {
    return failure({ ...systemProblem("io", error, "read", "standard input"), remedies: [] });
  }
}

function answer(result: Result<object[]>): FileResult {
  return result.ok ? { records: result.value, exitCode: 0 } : failed(result.problem);
}

function failed(cause: Problem): FileResult {
  return { records: [errorRecord(cause)], exitCode: exitOf(cause) };
}

function exitOf(cause: Problem): 2 | 3 | 130 | 143 {
  return cause.exit ?? problemKinds[cause.kind].exit;
}

function missing(verb: string, what: string): Problem {
  return problem("invalid_request", `swath ${verb} needs ${what}`, { suggestion: `See swath ${verb} --help.` });
}
