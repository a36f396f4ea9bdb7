/** swath_read, swath_sparse and swath_edit: the file verbs, confined to the root and bounded. */
import { editFile } from "../agent/edit.ts";
import { readPart } from "../agent/part.ts";
import { readFile } from "../agent/read.ts";
import { sparse } from "../agent/sparse.ts";
import { settle, type GivenOptions } from "../model/options.ts";
import { outsideProblem } from "../plan/confine.ts";
import type { Edit } from "../schema/agent.ts";
import { refusedRecord, withRows } from "./answer.ts";
import { defaultLimit, mostBytes } from "./bounds.ts";
import type { Answer, Call, Session } from "./context.ts";

/** Bytes of an answer that are not lines or entries. */
const frame = 1024;

export async function read({ args }: Call, { root, host }: Session): Promise<Answer> {
  const { path, stat, verify_checksum: checksum } = args as unknown as ReadArguments;
  const outside = outsideProblem(path, root, host);
  if (outside) return refusedRecord(outside);
  const part = readPart(args);
  if (!part.ok) return refusedRecord(part.problem);
  const result = await readFile(
    {
      path,
      ...(part.value && { part: part.value }),
      stat: stat ?? false,
      ...(checksum !== undefined && { verifyChecksum: checksum }),
      anchors: true,
      bound: { lines: part.value ? Infinity : defaultLimit, bytes: mostBytes - frame },
    },
    host,
  );
  return result.ok ? withRows([result.value]) : refusedRecord(result.problem);
}

interface ReadArguments {
  readonly path: string;
  readonly stat?: boolean;
  readonly verify_checksum?: string;
}

/** Lines of a head, where there are many files to show. */
const shortHead = 20;

export async function sparseFiles({ args, signal, onProgress }: Call, { root, host }: Session): Promise<Answer> {
  const { mode, paths = [], max_files: maxFiles, max_bytes: maxBytes, head } = args as unknown as SparseArguments;
  const result = await sparse(
    {
      mode,
      paths,
      maxFiles: maxFiles ?? defaultLimit,
      ...(maxBytes === undefined ? { recordBytes: mostBytes - frame } : { maxBytes }),
      head: head ?? shortHead,
      within: root,
    },
    host,
    { signal, onProgress },
  );
  return result.ok ? withRows(result.value) : refusedRecord(result.problem);
}

interface SparseArguments {
  readonly mode: "list" | "read";
  readonly paths?: readonly string[];
  readonly max_files?: number;
  readonly max_bytes?: number;
  readonly head?: number;
}

export async function edit({ args, signal }: Call, { root, host }: Session): Promise<Answer> {
  const { path, edits } = args as { readonly path: string; readonly edits: readonly Edit[] };
  const outside = outsideProblem(path, root, host);
  if (outside) return refusedRecord(outside);
  const { syntax, fsync } = settle("apply", args as GivenOptions);
  const request = { path, edits, syntax, anchors: true, fsync, forceLock: false, within: root };
  const result = await editFile(request, host, { signal });
  return result.ok ? withRows([result.value]) : refusedRecord(result.problem);
}
