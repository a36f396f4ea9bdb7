/** What the edges (command line, MCP server, library) ask of the pipeline, and what they get. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { Problem } from "../model/problem.ts";
import type { Progress } from "../model/progress.ts";
import type { Finding, RuleNote } from "../model/outcome.ts";
import type { MatchReport, ErrorReport } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { Result } from "../model/result.ts";
import type { FileEdits } from "../report/place.ts";
import type { Review } from "./review.ts";

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
  /** Asked before an apply writes which of its edits are to be made; `diff` and `listed` must be asked for too. */
  readonly review?: Review;
  /** Standard input, for `stdin` and for `files_from -`. */
  readonly stdin?: () => Promise<Result<Uint8Array>>;
  /** The calling thread has to stay free, as in a server: all files are left to the workers. */
  readonly aside?: boolean;
  /** A path that leads out of this directory (absolute, links resolved) is refused with `outside_root`. */
  readonly within?: AbsolutePath;
  /** Where a plan that is whole and changes something is saved, beside what `plan_out` asks for. */
  readonly planFile?: AbsolutePath;
}

export interface RunResult {
  readonly report: MatchReport | ErrorReport;
  /** Why the report is an error. */
  readonly problem?: Problem;
  /** The whole unified diff in path order, when it was asked for. */
  readonly diff?: readonly Uint8Array[];
  /** The files of the plan in path order, with their edits when they were asked for. */
  readonly changes?: readonly FileEdits[];
  /** All findings in path order, those that the report does not list too. */
  readonly findings?: readonly Finding[];
  /** What the rules behind the edits say, by the rule's name. */
  readonly ruleNotes?: ReadonlyMap<string, RuleNote>;
  /** The result of a filter (`stdin`). */
  readonly output?: Uint8Array;
  /** False when a check found edits, but none that fails the gate (rules of severity `hint`). */
  readonly failsGate?: boolean;
  /** The file that the hook `planFile` named, when the plan was saved there. */
  readonly planFile?: AbsolutePath;
}
