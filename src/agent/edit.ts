/**
 * Edits one file: every edit is resolved against the file as it is, and then all are made in one write or none.
 * What no edit touches keeps its bytes: encoding, byte-order mark, line endings and a missing last newline.
 */
import { commitInSteps } from "../commit/commit.ts";
import { sha256 } from "../commit/preimage.ts";
import type { CommitRequest } from "../commit/request.ts";
import { writerRefusal } from "../commit/writer.ts";
import type { Host } from "../host/host.ts";
import { registerLanguages } from "../match/languages.ts";
import { counted } from "../model/counted.ts";
import type { PackedEdits } from "../model/edit.ts";
import type { AbsolutePath } from "../model/path.ts";
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { findWorkspace } from "../plan/workspace.ts";
import type { Edit, EditRecord, Row } from "../schema/agent.ts";
import { hasNul } from "../text/decode.ts";
import { toStored } from "../text/encode.ts";
import { endOfLine } from "../text/lines.ts";
import { applyEdits } from "../text/patch.ts";
import { checksum } from "./checksum.ts";
import { LineTable } from "./line-table.ts";
import { describeFile, openFile, type OpenFile } from "./open-file.ts";
import { resolveEdits, type Resolution } from "./resolve-edits.ts";
import { changingEdits, packEdits, type EditTarget } from "./resolved-edit.ts";
import type { Hooks } from "./sparse.ts";

export interface EditRequest {
  readonly path: string;
  readonly edits: readonly Edit[];
  /** What a file that parses worse than before comes to. */
  readonly syntax: "block" | "warn" | "off";
  /** List the changed lines with their new anchors. */
  readonly anchors: boolean;
  readonly fsync: CommitRequest["fsync"];
  readonly forceLock: boolean;
  /** Nothing outside it is written; the workspace of the file when absent. */
  readonly within?: AbsolutePath;
}

export async function editFile(request: EditRequest, host: Host, hooks: Hooks = {}): Promise<Result<EditRecord>> {
  const opened = openFile(request.path, host);
  if (!opened.ok) return opened;
  const file = opened.value;
  const { text } = file;
  if (!text || (text.content.bom === 0 && hasNul(text.content.bytes))) return failure(binary(file.shown));
  const refused = writerRefusal(workspaceOf(request, host), request.forceLock, host);
  if (refused) return failure(refused);
  if (request.edits.some((edit) => edit.replace_symbol)) registerLanguages(host.cwd);
  const target = { path: file.shown, ...text };
  const resolved = await resolveEdits(request.edits, target);
  if (!resolved.ok) return resolved;
  const made = await make(request, file, target, resolved.value, host);
  if (!made.ok) return made;
  const { edits, stored, after, warnings } = made.value;
  if (edits.count === 0) return success(await unchanged(file, resolved.value));
  const committed = await write(request, file, stored, after, host, hooks);
  if (!committed.ok) return committed;
  const written = openFile(request.path, host);
  if (!written.ok) return written;
  return success({
    type: "edit",
    ...(await describeFile(written.value, undefined)),
    edits: changingEdits(resolved.value.edits, text.content.bytes),
    checksum_before: await checksum(file.stored),
    first_changed_line: firstChangedLine(text, edits.starts[0]!),
    ...(resolved.value.relocated.length > 0 && { relocated: [...resolved.value.relocated] }),
    ...(warnings.length > 0 && { warnings }),
    apply_id: committed.value,
    ...(request.anchors && changedRows(edits, written.value)),
  });
}

/** What is added at the end of a text that is not empty stands on a line of its own. */
function firstChangedLine({ lines, content }: Pick<EditTarget, "lines" | "content">, start: number): number {
  const atEnd = start > 0 && start === content.bytes.length;
  return lines.lineAt(start) + Number(atEnd);
}

function workspaceOf({ path, within }: EditRequest, host: Host): AbsolutePath {
  return within ?? findWorkspace([path], host).root;
}

interface Made {
  /** Of the decoded text. */
  readonly edits: PackedEdits;
  /** The same in the file as stored. */
  readonly stored: PackedEdits;
  readonly after: Uint8Array;
  readonly warnings: { code: string; message: string }[];
}

async function make(
  { syntax }: EditRequest,
  file: OpenFile,
  { content, path }: EditTarget,
  resolution: Resolution,
  host: Host,
): Promise<Result<Made>> {
  const edits = packEdits(resolution.edits, content.bytes);
  const stored = toStored(file.stored, content, edits);
  if (!stored) return failure(unwritable(path, content.encoding));
  const after = applyEdits(file.stored, stored);
  if (syntax === "off") return success({ edits, stored, after, warnings: [] });
  const broken = await regression(path, content.bytes, edits, host);
  if (broken && syntax === "block") return failure({ ...broken, message: `nothing was written: ${broken.message}` });
  return success({
    edits,
    stored,
    after,
    warnings: broken ? [{ code: "syntax_regression", message: broken.message }] : [],
  });
}

async function regression(
  path: string,
  before: Uint8Array,
  edits: PackedEdits,
  host: Host,
): Promise<Problem | undefined> {
  const guard = await import("../match/syntax.ts");
  registerLanguages(host.cwd);
  const found = guard.syntaxRegression(path, before, applyEdits(before, edits), edits);
  if (!found) return undefined;
  const { before: then, after: now, line, column } = found;
  return problem(
    "syntax_regression",
    `${path} has ${counted(now, "syntax error")} after the edit instead of ${then}, the first new one at line ${line}, column ${column} of the result`,
    { path, line, column, details: { errors_before: then, errors_after: now } },
  );
}

/** Returns the name of the record by which it can be undone. */
async function write(
  request: EditRequest,
  file: OpenFile,
  edits: PackedEdits,
  after: Uint8Array,
  host: Host,
  { signal }: Hooks,
): Promise<Result<string>> {
  const { shown, absolute, stored, text } = file;
  const steps = commitInSteps(
    {
      workspace: workspaceOf(request, host),
      files: [
        {
          path: shown,
          absolute,
          named: true,
          change: {
            edits,
            hashBefore: sha256(stored),
            hashAfter: sha256(after),
            encoding: text!.content.encoding,
            eol: endOfLine(text!.content.bytes),
          },
        },
      ],
      renames: [],
      forceReadonly: true,
      fsync: request.fsync,
      forceLock: request.forceLock,
      fingerprint: sha256(Buffer.from(JSON.stringify(["edit", absolute, request.edits]))),
      ...(signal && {
        interrupted: () => (signal.aborted ? problem("interrupted", "the call was cancelled") : undefined),
      }),
    },
    host,
  );
  for (;;) {
    const step = steps.next();
    if (step.done)
      return step.value.ok ? success(step.value.value.applyId) : failure(inWordsOfEdit(step.value.problem));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function inWordsOfEdit(cause: Problem): Problem {
  if (cause.kind !== "stale_plan") return cause;
  return {
    ...cause,
    message: `${cause.path} was changed by somebody else while it was edited, and nothing was written`,
    suggestion: "Read it again, and edit with the anchors it has now.",
  };
}

async function unchanged(file: OpenFile, { relocated }: Resolution): Promise<EditRecord> {
  const described = await describeFile(file, undefined);
  return {
    type: "edit",
    ...described,
    edits: 0,
    checksum_before: described.checksum,
    ...(relocated.length > 0 && { relocated: [...relocated] }),
  };
}

/** Lines shown on either side of a change, and of all changes together. */
const around = 2;
const mostRows = 100;

function changedRows(edits: PackedEdits, { text }: OpenFile): Pick<EditRecord, "rows" | "lines_omitted"> {
  const lines: LineTable = text!.lines;
  const rows: Row[] = [];
  let omitted = 0;
  let next = 1;
  let shift = 0;
  let insertedBefore = 0;
  for (let at = 0; at < edits.count; at++) {
    const start = edits.starts[at]! + shift;
    const length = edits.insertedEnds[at]! - insertedBefore;
    const last = Math.min(lines.lineAt(start + Math.max(0, length - 1)) + around, lines.rowCount);
    next = Math.max(next, lines.lineAt(start) - around);
    for (; next <= last && rows.length < mostRows; next++) rows.push(lines.row(next));
    omitted += Math.max(0, last - next + 1);
    next = Math.max(next, last + 1);
    shift += length - (edits.ends[at]! - edits.starts[at]!);
    insertedBefore = edits.insertedEnds[at]!;
  }
  return { rows, ...(omitted > 0 && { lines_omitted: omitted }) };
}

function binary(path: string): Problem {
  return problem("io", `cannot edit ${path}: it holds no text`, { path, remedies: [] });
}

function unwritable(path: string, encoding: string): Problem {
  return problem("io", `cannot edit ${path}: it is ${encoding}, which lacks a character of the new text`, {
    path,
    remedies: [],
    details: { encoding },
  });
}
