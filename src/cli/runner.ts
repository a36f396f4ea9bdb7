/** What the command line asks of the engine, by verb. Tests answer with fakes. */
import type { Host } from "../host/host.ts";
import type { Settings } from "../model/options.ts";
import type { Problem } from "../model/problem.ts";
import type { Report } from "../model/report.ts";
import type { Result } from "../model/result.ts";
import type { StructuralSpec } from "../model/spec.ts";
import type { Runner } from "../run/runner.ts";
import type { ExitCode } from "./exit-code.ts";

export type { Progress } from "../model/progress.ts";
export type { RunHooks, RunResult } from "../run/runner.ts";

/** The work behind the verbs. Each is loaded only when it is asked for. */
export interface Engine {
  run(): Promise<Runner>;
  recover(): Promise<(paths: readonly string[], settings: Settings, host: Host) => Promise<Report>>;
  undo(): Promise<(id: string | undefined, settings: Settings, host: Host) => Promise<Report>>;
  /** The applies that `undo` could put back from the working directory, the latest first. */
  undoable(): Promise<(host: Host) => readonly UndoableApply[]>;
  test(): Promise<(paths: readonly string[], host: Host) => Promise<Report>>;
  languages(): Promise<(host: Host) => readonly LanguageInfo[]>;
  /** How a structural pattern is parsed. */
  describePattern(): Promise<(spec: StructuralSpec) => Result<string>>;
  fileVerb(): Promise<(call: FileCall, host: Host) => Promise<FileResult>>;
  /** Resolves when the client has gone; a problem when the server cannot start. */
  mcp(): Promise<(root: string | undefined, host: Host) => Promise<Problem | undefined>>;
}

export interface UndoableApply {
  readonly id: string;
  readonly workspace: string;
  /** ISO 8601. */
  readonly time: string;
}

interface LanguageInfo {
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
  readonly stdin: () => Promise<Result<Uint8Array>>;
}

interface FileResult {
  /** One line of output each. */
  readonly records: Iterable<object>;
  readonly exitCode: ExitCode;
}
