/** What the command line asks of the engine. The pipeline answers to it; tests answer with fakes. */
import type { Host } from "../host/host.ts";
import type { Settings } from "../model/options.ts";
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { FileEdits } from "../report/place.ts";
import type { ExitCode } from "./exit-code.ts";

export type Runner = (request: Request, host: Host, hooks: RunHooks) => Promise<RunResult>;

export interface RunHooks {
  /** Aborted with a `Problem` as its reason (`interrupted`). */
  readonly signal?: AbortSignal;
  /** Called now and then, never more often than a bar can be read. */
  readonly onProgress?: (progress: Progress) => void;
  /** The unified diff is wanted. */
  readonly diff?: boolean;
  /** Each edit is wanted with its place, columns in UTF-16 units too, whatever `detail` says. */
  readonly listed?: boolean;
  /** Of a search only the first match of each line is wanted, with the text of the line. */
  readonly lines?: boolean;
  /** Only the counts of a search are wanted. */
  readonly countOnly?: boolean;
  /** Standard input, for `stdin` and for `files_from -`. */
  readonly stdin?: () => Promise<Uint8Array>;
}

export interface Progress {
  readonly files: number;
  readonly bytes: number;
  /** Files to be searched in all, once the walk has ended. */
  readonly filesTotal?: number;
}

export interface RunResult {
  readonly report: Report;
  /** The whole unified diff in path order, when it was asked for. */
  readonly diff?: readonly Uint8Array[];
  /** The files of the plan in path order, with their edits when they were asked for. */
  readonly changes?: readonly FileEdits[];
  /** The result of a filter (`stdin`). */
  readonly output?: Uint8Array;
  /** False when a check found edits, but none that fails the gate (rules of severity `hint`). */
  readonly failsGate?: boolean;
}

/** Verbs that have modules of their own beside the pipeline. Loaded only when they are asked for. */
export interface Engine {
  run(): Promise<Runner>;
  recover(): Promise<(paths: readonly string[], settings: Settings, host: Host) => Promise<Report>>;
  undo(): Promise<(id: string | undefined, settings: Settings, host: Host) => Promise<Report>>;
  test(): Promise<(paths: readonly string[], host: Host) => Promise<Report>>;
  languages(): Promise<(host: Host) => readonly LanguageInfo[]>;
  fileVerb(): Promise<(call: FileCall, host: Host) => Promise<FileResult>>;
  mcp(): Promise<(root: string | undefined, host: Host) => Promise<void>>;
}

export interface LanguageInfo {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly extensions: readonly string[];
  readonly origin: string;
}

/** `read`, `sparse` or `edit` with its operands and flags as they were parsed. */
export interface FileCall {
  readonly verb: "read" | "sparse" | "edit";
  readonly operands: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
  readonly stdin: () => Promise<Uint8Array>;
}

export interface FileResult {
  /** One line of output each. */
  readonly records: Iterable<object>;
  readonly exitCode: ExitCode;
}
