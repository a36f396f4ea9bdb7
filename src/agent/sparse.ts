/**
 * Lists many files, or reads the heads of them, under a budget: records in path order and one summary with exact counts.
 *
 * A budget cuts and never fails; what it cut is counted by walking on. The first record that does not fit ends the page.
 */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import type { Directory } from "../model/listing.ts";
import type { SkipReason } from "../model/outcome.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import { comparePaths } from "../model/path-order.ts";
import { problem, systemProblem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { planFiles, type PlanSummary, type Where } from "../plan/plan-files.ts";
import type { SparseRecord } from "../schema/agent.ts";
import { decode } from "../text/decode.ts";
import { LineTable } from "./line-table.ts";

export interface SparseRequest {
  readonly mode: "list" | "read";
  /** Files, directories or globs; the working directory when empty. */
  readonly paths: readonly string[];
  readonly maxFiles: number;
  /** Of the paths in a list, of the heads in a read. No limit when absent. */
  readonly maxBytes?: number;
  /** Lines of each head. */
  readonly head: number;
  /** Of all records as JSON; one that is larger by itself does not keep the others out. No limit when absent. */
  readonly recordBytes?: number;
  /** Nothing outside it is looked at. */
  readonly within?: AbsolutePath;
}

export interface Hooks {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly files: number; readonly bytes: number }) => void;
}

export async function sparse(request: SparseRequest, host: Host, hooks: Hooks = {}): Promise<Result<SparseRecord[]>> {
  const started = host.elapsed();
  const page = new Page(request, host);
  const planned = await drain(planFiles(whereOf(request), host, page), page, hooks);
  if (!planned.ok) return planned;
  const { problem: cause, skipped, filesBudgetDropped, errors } = planned.value;
  if (cause) return failure(cause);
  for (const each of errors) page.fail(each.path, each.problem);
  for (const { reason, path } of skipped) page.skip(reason, path);
  return success([...page.records, page.summary(filesBudgetDropped, Math.round(host.elapsed() - started))]);
}

function whereOf({ paths, maxFiles, within }: SparseRequest): Where {
  return {
    paths,
    types: [],
    typesNot: [],
    globs: [],
    hidden: false,
    ignore: true,
    follow: false,
    maxFiles,
    partial: true,
    inOrder: true,
    ...(within !== undefined && { within }),
  };
}

/** Directories between two looks at the signal. */
const stride = 16;

async function drain(
  walk: Generator<void, PlanSummary>,
  page: Page,
  { signal, onProgress }: Hooks,
): Promise<Result<PlanSummary>> {
  for (let step = 1; ; step++) {
    const next = walk.next();
    if (next.done) return success(next.value);
    if (step % stride > 0) continue;
    onProgress?.({ files: page.considered, bytes: page.bytes });
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) return failure(problem("interrupted", "the call was cancelled"));
  }
}

interface Failed {
  readonly path: ShownPath;
  readonly code: string;
  readonly message: string;
}

/** Takes files as the walk finds them until the page is full. */
class Page {
  readonly records: SparseRecord[] = [];
  considered = 0;
  /** What the budget of bytes counts. */
  bytes = 0;
  dropped = 0;
  readonly #request: SparseRequest;
  readonly #host: Host;
  readonly #failed: Failed[] = [];
  readonly #skipped = new Map<SkipReason, ShownPath[]>();
  #pathBytes = 0;
  #recordBytes = 0;
  #full = false;

  constructor(request: SparseRequest, host: Host) {
    this.#request = request;
    this.#host = host;
  }

  files(directory: Directory, names: readonly string[]): boolean {
    this.considered += names.length;
    for (const name of names) {
      if (this.#full) this.dropped++;
      else this.#add(`${directory.shown}${name}`, posix.join(directory.absolute, name));
    }
    return true;
  }

  fail(path: ShownPath, { kind, message }: Problem): void {
    this.#failed.push({ path, code: kind, message });
  }

  skip(reason: SkipReason, path: ShownPath): void {
    const paths = this.#skipped.get(reason) ?? [];
    paths.push(path);
    this.#skipped.set(reason, paths);
  }

  /** `beyond`: files that the budget of files kept from the page. */
  summary(beyond: number, elapsed: number): SparseRecord {
    const dropped = this.dropped + beyond;
    const skipped = [...this.#skipped].map(([reason, paths]) => ({
      reason,
      count: paths.length,
      paths: paths.toSorted(comparePaths).slice(0, 5),
    }));
    const failed = this.#failed.toSorted((left, right) => comparePaths(left.path, right.path));
    return {
      type: "sparse_summary",
      emitted: this.records.length,
      truncated: dropped > 0,
      elapsed_ms: elapsed,
      ...(failed.length > 0 && { files_failed: failed.length, errors: failed.slice(0, 10), partial: true }),
      files_scanned: this.considered + beyond,
      path_bytes: this.#pathBytes,
      ...(dropped > 0 && { files_budget_dropped: dropped }),
      ok: true,
      ...(skipped.length > 0 && { skipped }),
    };
  }

  #add(path: ShownPath, absolute: AbsolutePath): void {
    try {
      const record = this.#record(path, absolute);
      if (record) this.#admit(record, path);
      else this.skip("binary", path);
    } catch (error) {
      this.fail(path, systemProblem("io", error, "read", path));
    }
  }

  #record(path: ShownPath, absolute: AbsolutePath): SparseRecord | undefined {
    const { mode, head } = this.#request;
    if (mode === "list") return { type: "sparse_entry", path, size: this.#host.fs.stat(absolute).size };
    const text = headOf(absolute, head, this.#host);
    return text === undefined ? undefined : { type: "sparse_read", path, head: text, lines: head };
  }

  #admit(record: SparseRecord, path: ShownPath): void {
    const pathBytes = Buffer.byteLength(path);
    const cost = record.type === "sparse_read" ? Buffer.byteLength(record.head) : pathBytes;
    const { maxBytes = Infinity, recordBytes = Infinity } = this.#request;
    const size = recordBytes === Infinity ? 0 : Buffer.byteLength(JSON.stringify(record)) + 1;
    const fitsNowhere = size > recordBytes;
    this.#full = !fitsNowhere && (this.bytes + cost > maxBytes || this.#recordBytes + size > recordBytes);
    if (fitsNowhere || this.#full) {
      this.dropped++;
      return;
    }
    this.#recordBytes += size;
    this.bytes += cost;
    this.#pathBytes += pathBytes;
    this.records.push(record);
  }
}

const chunk = 64 * 1024;

/** The first lines, joined by newlines; undefined for a file that holds no text. Reads no more of the file than it must. */
function headOf(path: AbsolutePath, most: number, host: Host): string | undefined {
  const file = host.fs.open(path, "read");
  try {
    for (let size = chunk; ; size *= 4) {
      const bytes = new Uint8Array(size);
      const length = fill(file, bytes, host);
      const content = decode(wholeCharacters(bytes.subarray(0, length), length < size));
      if (typeof content === "string") return undefined;
      const lines = new LineTable(content.bytes);
      if (length === size && lines.count <= most) continue;
      return Array.from({ length: Math.min(most, lines.count) }, (_, at) => lines.row(at + 1).raw).join("\n");
    }
  } finally {
    host.fs.close(file);
  }
}

function fill(file: number, into: Uint8Array, host: Host): number {
  let length = 0;
  while (length < into.length) {
    const read = host.fs.read(file, into, length, into.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

/** A part of a file in two-byte units may end within a pair of them; its last line is not used then. */
function wholeCharacters(bytes: Uint8Array, whole: boolean): Uint8Array {
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (whole || !wide) return bytes;
  const high = bytes[0] === 0xff ? bytes[bytes.length - 1]! : bytes[bytes.length - 2]!;
  return high >= 0xd8 && high <= 0xdb ? bytes.subarray(0, bytes.length - 2) : bytes;
}
