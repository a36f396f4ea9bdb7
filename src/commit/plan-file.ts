/** Saves a plan so that it can be applied later and elsewhere, and turns a saved one back into what `commit` takes. */
import { isUtf8 } from "node:buffer";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import { EditBuilder, type PackedEdits, insertedStart } from "../model/edit.ts";
import { type AbsolutePath, type ShownPath, isInside } from "../model/path.ts";
import { inPathOrder } from "../model/path-order.ts";
import { type Problem, systemProblem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { type Result, failure, success } from "../model/result.ts";
import { version } from "../model/version.ts";
import { showPath } from "../model/show-path.ts";
import {
  type PlanFile,
  type PlanFileEdit,
  beforeDigest,
  editBytes,
  parsePlanFile,
  planFormat,
  planVersion,
} from "../schema/plan-file.ts";
import { errorCode, ifExists, ifVisible, removeIfThere } from "./files.ts";
import { join, nameOf, relativeTo } from "./paths.ts";
import { absolutePath } from "../host/asked-path.ts";
import { sha256 } from "./preimage.ts";
import { relocatorOf } from "./renames.ts";
import type { PlannedFile, PlannedRename } from "./request.ts";
import { Resolver, outsideRoot, resolveRenames, stalePaths } from "./targets.ts";

export interface PlanToSave {
  readonly request: Request;
  readonly workspace: AbsolutePath;
  /** Of the request: the same on the record of its apply. */
  readonly fingerprint: string;
  readonly files: readonly PlannedFile[];
  readonly renames: readonly PlannedRename[];
}

/** Writes the plan to a file (replaced in one step when it exists). Reads every planned file once more for the texts before. */
export function writePlanFile(path: string, plan: PlanToSave, host: Host): Result<void> {
  const target = absolutePath(path, host);
  try {
    const real = ifExists(() => host.fs.realPath(target)) ?? target;
    if (ifExists(() => host.fs.stat(real))?.kind === "special")
      return writeInto(host.fs.open(real, "write"), plan, host);
    return replaceWhole(real, plan, host);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return failure({ ...systemProblem("io", error, "write", path), remedies: [] });
  }
}

/** `invalid_plan` says what is wrong with the file. */
export function readPlanFile(path: string, host: Host): Result<PlanFile> {
  try {
    return parsePlanFile(host.fs.readFile(absolutePath(path, host)), path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return failure(systemProblem("io", error, "read", path));
  }
}

export interface PlannedTree {
  readonly files: (PlannedFile & Required<Pick<PlannedFile, "change">>)[];
  readonly renames: PlannedRename[];
}

/** The saved plan on a tree: the one it was made for, or a copy of it. */
export function planOn(root: AbsolutePath, plan: PlanFile, host: Host): PlannedTree {
  const shown = (path: string): ShownPath => showPath(join(root, path), host.cwd);
  return {
    files: inPathOrder(plan.files, ({ path }) => shown(path)).map((file) => ({
      path: shown(file.path),
      absolute: join(root, file.path),
      named: file.named ?? false,
      unproven: true as const,
      change: {
        edits: packEdits(file.edits),
        hashBefore: file.hash_before,
        hashAfter: file.hash_after,
        encoding: file.encoding,
        eol: file.eol,
      },
    })),
    renames: plan.renames.map(({ from, to }) => ({
      from: join(root, from),
      to: join(root, to),
      shownFrom: shown(from),
      shownTo: shown(to),
    })),
  };
}

/** Whether the tree already is what the plan makes of it: every file has its content and its name. */
export function isCarriedOut(root: AbsolutePath, { files, renames }: PlanFile, host: Host): boolean {
  const relocate = relocatorOf(renames.map(({ from, to }) => [from, nameOf(to)]));
  const taken = new Set(renames.map(({ to }) => to));
  const isThere = (path: string): boolean => ifVisible(() => host.fs.linkStat(join(root, path))) !== undefined;
  const isWritten = ({ path, hash_after: after }: PlanFile["files"][number]): boolean => {
    const bytes = ifVisible(() => readRegularFile(host.fs, join(root, relocate(path))));
    return bytes !== undefined && sha256(bytes) === after;
  };
  return renames.every(({ from, to }) => isThere(to) && (taken.has(from) || !isThere(from))) && files.every(isWritten);
}

/** Nothing is left of a file that could not be written whole. */
function replaceWhole(path: AbsolutePath, plan: PlanToSave, host: Host): Result<void> {
  const fresh = `${path}.${host.pid}.tmp`;
  const file = host.fs.open(fresh, "create");
  let replaced = false;
  try {
    const written = writeInto(file, plan, host);
    if (written.ok) host.fs.rename(fresh, path);
    replaced = written.ok;
    return written;
  } finally {
    if (!replaced) removeIfThere(host.fs, fresh);
  }
}

function writeInto(file: number, plan: PlanToSave, host: Host): Result<void> {
  try {
    const refusal = writeAll(new Sink(file, host), plan, host);
    return refusal ? failure(refusal) : success(undefined);
  } finally {
    host.fs.close(file);
  }
}

function writeAll(sink: Sink, plan: PlanToSave, host: Host): Problem | undefined {
  const { request, fingerprint, files } = plan;
  const resolver = new Resolver(plan.workspace, host);
  const root = resolver.workspace;
  const named = resolveRenames(plan.renames, resolver);
  if (!named.ok) return named.problem;
  const relocate = relocatorOf(named.value.map(({ from, newName }) => [relativeTo(root, from), newName]));
  const renames = named.value.map(({ from }) => ({
    from: relativeTo(root, from),
    to: relocate(relativeTo(root, from)),
  }));
  const head = { format: planFormat, version: planVersion, tool: version, request, root, fingerprint, renames };
  sink.put(`${JSON.stringify(head).slice(0, -1)},"files":[`);
  const stale: ShownPath[] = [];
  let separator = "\n";
  for (const { path, absolute, named, change } of files) {
    if (!change) continue;
    const found = ifExists(() => resolver.resolve(absolute, false));
    if (found && !isInside(found.real, root)) return outsideRoot(path, found.real, root);
    const content = found && ifExists(() => readRegularFile(host.fs, absolute));
    if (!content || sha256(content) !== change.hashBefore) {
      stale.push(path);
      continue;
    }
    const { real, stat } = found;
    const entry = {
      path: relativeTo(root, real),
      mode: (stat.kind === "link" ? host.fs.stat(real) : stat).mode.toString(8).padStart(3, "0"),
      ...(named && { named }),
      encoding: change.encoding,
      eol: change.eol,
      hash_before: change.hashBefore,
      hash_after: change.hashAfter,
      edits: savedEdits(content, change.edits),
    };
    sink.put(`${separator}${JSON.stringify(entry)}`);
    separator = ",\n";
  }
  if (stale.length > 0) return stalePaths(stale);
  sink.put(`\n${beforeDigest}`);
  sink.end((digest) => `"digest":"${digest}"}\n`);
  return undefined;
}

function savedEdits(content: Uint8Array, edits: PackedEdits): PlanFileEdit[] {
  return Array.from({ length: edits.count }, (_, index) => {
    const [start, end] = [edits.starts[index]!, edits.ends[index]!];
    const inserted = edits.inserted.subarray(insertedStart(edits, index), edits.insertedEnds[index]!);
    return { start, end, ...side("before", content.subarray(start, end)), ...side("after", inserted) };
  });
}

function side(name: "before" | "after", bytes: Uint8Array): Partial<PlanFileEdit> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return isUtf8(bytes) ? { [name]: buffer.toString() } : { [`${name}_b64`]: buffer.toString("base64") };
}

function packEdits(edits: readonly PlanFileEdit[]): PackedEdits {
  const builder = new EditBuilder();
  for (const each of edits) builder.add(each.start, each.end, editBytes(each, "after")!);
  return builder.build();
}

const chunkLength = 1 << 20;

/** Writes text in large pieces and digests it on the way. */
class Sink {
  readonly #file: number;
  readonly #host: Host;
  readonly #digest = new Bun.CryptoHasher("sha256");
  #waiting: string[] = [];
  #length = 0;

  constructor(file: number, host: Host) {
    this.#file = file;
    this.#host = host;
  }

  put(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= chunkLength) this.#write();
  }

  /** The last piece, which is told the digest of all before it. */
  end(text: (digest: string) => string): void {
    this.#write();
    this.#host.fs.write(this.#file, new TextEncoder().encode(text(this.#digest.digest("hex"))));
  }

  #write(): void {
    const bytes = new TextEncoder().encode(this.#waiting.join(""));
    this.#digest.update(bytes);
    this.#host.fs.write(this.#file, bytes);
    this.#waiting = [];
    this.#length = 0;
  }
}
