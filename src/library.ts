/**
 * What the library offers: its functions and types, and nothing of how they work. Programs that use swath are checked
 * against this file, so it imports types alone, from files that hold under any settings of the compiler.
 */
import type { ToolPolicy } from "./mcp/policy.ts";
import type { OptionsOf } from "./model/options.ts";
import type { Progress } from "./model/progress.ts";
import type {
  ApplyReport,
  CheckReport,
  ErrorReport,
  PlanReport,
  RecoverReport,
  SearchReport,
  UndoReport,
} from "./model/report.ts";

export type { ToolName, ToolPolicy } from "./mcp/policy.ts";
export type { Progress } from "./model/progress.ts";
export type * from "./model/report.ts";
export type { Match } from "./model/script.ts";

/** How a call is run, beside the options of its verb. */
export interface Controls {
  /** The directory that paths, globs and the paths in the report are relative to. The process's own by default. */
  readonly cwd?: string;
  /** Aborting it ends the run with the error `interrupted`; nothing is left half written. */
  readonly signal?: AbortSignal;
  /** Called some ten times a second while files are searched. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What a search looks for, and how. */
export interface SearchOptions extends OptionsOf<"search"> {
  readonly pattern: string;
  /** Files, directories or globs; the working directory by default. */
  readonly paths?: readonly string[];
}

interface Rewrite {
  /** Absent where `rules` or `recipe`, or for apply `plan`, take its place. */
  readonly pattern?: string;
  /** Absent where `script` computes it, too. */
  readonly replacement?: string;
  /** Files, directories or globs; the working directory by default. */
  readonly paths?: readonly string[];
}

export type PlanOptions = Rewrite & OptionsOf<"plan">;

export type ApplyOptions = Rewrite & OptionsOf<"apply">;

export type CheckOptions = Rewrite & OptionsOf<"check">;

export interface RenameOptions extends OptionsOf<"rename"> {
  /** The old and the new name; absent where `map` or `map_file` take their place. */
  readonly from?: string;
  readonly to?: string;
  /** Files, directories or globs; the working directory by default. (`paths` says whether they are renamed too.) */
  readonly roots?: readonly string[];
}

export type RecoverOptions = OptionsOf<"recover">;

export type UndoOptions = OptionsOf<"undo">;

/** What would change. Writes nothing. */
export declare function plan(options: PlanOptions, controls?: Controls): Promise<PlanReport | ErrorReport>;

/** Plans and commits: all files or none. */
export declare function apply(options: ApplyOptions, controls?: Controls): Promise<ApplyReport | ErrorReport>;

/** Whether anything would change. Writes nothing. */
export declare function check(options: CheckOptions, controls?: Controls): Promise<CheckReport | ErrorReport>;

/** Where the pattern matches. */
export declare function search(options: SearchOptions, controls?: Controls): Promise<SearchReport | ErrorReport>;

/** Renames a name in all its spellings. A plan, unless `apply` is set. */
export declare function rename(
  options: RenameOptions,
  controls?: Controls,
): Promise<PlanReport | ApplyReport | ErrorReport>;

/** Finishes or takes back an interrupted apply. */
export declare function recover(
  paths?: readonly string[],
  options?: RecoverOptions,
  controls?: Controls,
): Promise<RecoverReport | ErrorReport>;

/** Puts back what the last apply changed, or the one with this id. */
export declare function undo(
  id?: string,
  options?: UndoOptions,
  controls?: Controls,
): Promise<UndoReport | ErrorReport>;

/** What each tool of the MCP server may do, in the order in which they are listed. */
export declare const toolPolicies: readonly ToolPolicy[];
