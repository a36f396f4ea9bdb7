/**
 * The record of one transaction: what it intends, from before its first temporary file, and whether it decided to commit.
 *
 * `record` in the journal's directory holds JSON lines: a header, a line for each file and each rename, a line
 * that ends the intent, and one more once the decision is made. A record whose end is missing intends nothing yet.
 * In directories beside it lie, by number, the new contents until they are switched and the old ones afterwards. Dropping a journal is
 * one rename of its directory, which makes it the record by which `undo` works.
 */
import type { Host } from "../host/host.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import { createFile, ifExists, removeIfThere, syncDirectory } from "./files.ts";
import { join, parentOf } from "./paths.ts";

export interface JournalHeader {
  readonly format: "swath-journal";
  readonly version: 1;
  readonly id: string;
  readonly workspace: AbsolutePath;
  readonly cwd: AbsolutePath;
  /** ISO 8601. */
  readonly time: string;
  readonly fingerprint: string;
  /** Sizes of the old files together. */
  readonly bytes: number;
  /** The apply that this transaction undoes. */
  readonly undoes?: string;
}

/** Paths are relative to the workspace. */
export interface JournalFile {
  readonly path: string;
  readonly shown: ShownPath;
  /** `switch`: a new file takes the name. `in_place`: the file has several names and is written into. */
  readonly way: "switch" | "in_place";
  /** Digests of the content before and after. */
  readonly before: string;
  readonly after: string;
  readonly mode: number;
  /** Nanoseconds. */
  readonly mtime: string;
  /** Name of the temporary file beside the target; absent where the new content is staged in the journal's directory. */
  readonly temporary?: string;
}

export interface JournalRename {
  readonly from: string;
  readonly to: string;
  readonly shownFrom: ShownPath;
  readonly shownTo: ShownPath;
}

/**
 * One rename as it is carried out, in order; the inode tells whether it has been. The device does not count: both names lie
 * in one directory, and its file system may have another number after a power cut.
 */
export interface RenameStep {
  readonly from: string;
  readonly to: string;
  readonly inode: string;
}

export interface Intent {
  readonly header: JournalHeader;
  readonly files: readonly JournalFile[];
  readonly renames: readonly JournalRename[];
}

export interface Journal {
  readonly directory: AbsolutePath;
  /** Undefined when the record was cut short: then nothing was begun. */
  readonly intent?: Intent;
  readonly decided: boolean;
  /** How the renames are carried out; empty until the decision. */
  readonly steps: readonly RenameStep[];
}

const recordName = "record";

/**
 * Files in one directory of contents. Some file systems place the files of one directory close together and are slow to
 * find room where many files were removed lately; several directories are spread.
 */
const filesInDirectory = 64;

/** Makes the journal and flushes it; returns the record, open for the decision. */
export function beginJournal(directory: AbsolutePath, intent: Intent, flush: boolean, host: Host): number {
  const { fs } = host;
  fs.makeDirectory(directory, 0o700);
  createFile(fs, join(directory, recordName), encodeIntent(intent), flush);
  for (let index = 0; index < intent.files.length; index += filesInDirectory)
    fs.makeDirectory(contentsDirectory(directory, index), 0o700);
  if (flush) {
    syncDirectory(fs, directory);
    syncDirectory(fs, parentOf(directory));
  }
  return fs.open(join(directory, recordName), "append");
}

/** From here on an interrupted transaction is completed and no longer taken back. */
export function recordDecision(record: number, steps: readonly RenameStep[], flush: boolean, host: Host): void {
  host.fs.write(record, encodeLines([{ decided: true, steps }]));
  if (flush) host.fs.sync(record);
}

export function readJournal(directory: AbsolutePath, host: Host): Journal | undefined {
  if (!host.fs.exists(directory)) return undefined;
  const bytes = ifExists(() => host.fs.readFile(join(directory, recordName))) ?? new Uint8Array();
  return { directory, ...decodeRecord(bytes) };
}

/** Only the header, without reading the rest of a long record. */
export function readHeader(directory: AbsolutePath, host: Host): JournalHeader | undefined {
  const file = ifExists(() => host.fs.open(join(directory, recordName), "read"));
  if (file === undefined) return undefined;
  try {
    const bytes = new Uint8Array(65_536);
    const got = host.fs.read(file, bytes, 0, bytes.length, 0);
    return asHeader(parseLine(new TextDecoder().decode(bytes.subarray(0, got)).split("\n", 1)[0]!));
  } finally {
    host.fs.close(file);
  }
}

/** Removes a journal or an undo record with all that lies in it, its record last; returns how many contents there were. */
export function removeJournal(directory: AbsolutePath, host: Host): number {
  const { fs } = host;
  const entries = ifExists(() => fs.readDirectory(directory));
  if (!entries) return 0;
  let contents = 0;
  for (const { name, kind } of entries) {
    if (kind !== "directory") continue;
    const inner = join(directory, name);
    for (const content of fs.readDirectory(inner)) if (removeIfThere(fs, join(inner, content.name))) contents++;
    fs.removeDirectory(inner);
  }
  removeIfThere(fs, join(directory, recordName));
  fs.removeDirectory(directory);
  return contents;
}

function contentsDirectory(journal: AbsolutePath, index: number): AbsolutePath {
  return join(journal, String(Math.floor(index / filesInDirectory)));
}

/** Where the new content of file number `index` waits until it is switched. */
export function stagedPath(journal: AbsolutePath, base: AbsolutePath, file: JournalFile, index: number): AbsolutePath {
  if (file.temporary === undefined) return join(contentsDirectory(journal, index), String(index));
  return join(parentOf(join(base, file.path)), file.temporary);
}

/** Where the old file is kept when the switch cannot be an exchange. */
export function displacedPath(
  journal: AbsolutePath,
  base: AbsolutePath,
  file: JournalFile,
  index: number,
): AbsolutePath {
  if (file.temporary === undefined) return savedPath(journal, index);
  return `${stagedPath(journal, base, file, index)}.o`;
}

/** Where a copy of the old content is kept for what is written in place and what is staged on another file system. */
export function savedPath(journal: AbsolutePath, index: number): AbsolutePath {
  return join(contentsDirectory(journal, index), `${index}.old`);
}

/** The old content is copied where the old file itself cannot become the undo record. */
export function needsCopy(file: JournalFile): boolean {
  return file.way === "in_place" || file.temporary !== undefined;
}

function encodeIntent({ header, files, renames }: Intent): Uint8Array {
  return encodeLines([
    header,
    ...files.map((file) => ({ file })),
    ...renames.map((rename) => ({ rename })),
    { end: files.length + renames.length },
  ]);
}

function encodeLines(lines: readonly object[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

interface RecordLine {
  readonly file?: JournalFile;
  readonly rename?: JournalRename;
  readonly end?: number;
  readonly decided?: boolean;
  readonly steps?: readonly RenameStep[];
}

function decodeRecord(bytes: Uint8Array): Omit<Journal, "directory"> {
  const [first = "", ...rest] = new TextDecoder().decode(bytes).split("\n");
  const header = asHeader(parseLine(first));
  const lines = rest.map(parseLine);
  const end = lines.findIndex((line) => line?.end !== undefined);
  if (!header || end < 0) return { decided: false, steps: [] };
  const body = lines.slice(0, end);
  const intent: Intent = {
    header,
    files: body.flatMap((line) => line?.file ?? []),
    renames: body.flatMap((line) => line?.rename ?? []),
  };
  const decision = lines[end + 1];
  return { intent, decided: decision?.decided === true, steps: decision?.steps ?? [] };
}

/** A line that was cut short is none. */
function parseLine(line: string): RecordLine | undefined {
  try {
    return JSON.parse(line) as RecordLine;
  } catch {
    return undefined;
  }
}

function asHeader(line: RecordLine | undefined): JournalHeader | undefined {
  const header = line as JournalHeader | undefined;
  return header?.format === "swath-journal" && header.version === 1 ? header : undefined;
}
