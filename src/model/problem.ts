/** Everything that can go wrong, as data: one table of kinds, and one shape of a problem. */

export type ErrorClass = "transient" | "conflict" | "precondition_failed" | "permanent";

interface KindInfo {
  readonly exit: 2 | 3 | 130;
  readonly class: ErrorClass;
  /** Names of options that could clear the error, most useful first. A problem may narrow or replace them. */
  readonly remedies: readonly string[];
  /** One sentence for the reference page. */
  readonly meaning: string;
}

const kinds = {
  too_few_matches: {
    exit: 2,
    class: "precondition_failed",
    remedies: ["at_least"],
    meaning: "Fewer matches than the lower bound.",
  },
  too_many_matches: {
    exit: 2,
    class: "precondition_failed",
    remedies: ["at_most"],
    meaning: "More matches than the upper bound.",
  },
  non_convergent_replacement: {
    exit: 3,
    class: "permanent",
    remedies: ["word", "allow_non_convergent"],
    meaning: "The replacement would match again inside the text it inserts.",
  },
  non_convergent_context: {
    exit: 3,
    class: "permanent",
    remedies: ["allow_non_convergent"],
    meaning: "The edits make a new match out of inserted and surrounding text.",
  },
  non_convergent_script: {
    exit: 3,
    class: "permanent",
    remedies: ["allow_non_convergent"],
    meaning: "The script would change its own result again.",
  },
  syntax_regression: {
    exit: 3,
    class: "permanent",
    remedies: ["allow_syntax_errors"],
    meaning: "A file would have more syntax errors after the edits than before.",
  },
  invalid_rename_map: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "A rename map with empty, duplicate or unreadable names.",
  },
  rename_map_diverges: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "A rename map that would keep growing when repeated.",
  },
  rename_collision: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "A path would be renamed onto one that stays, or two onto one.",
  },
  too_many_files: {
    exit: 3,
    class: "precondition_failed",
    remedies: ["max_files"],
    meaning: "More files than the budget allows.",
  },
  too_many_bytes: {
    exit: 3,
    class: "precondition_failed",
    remedies: ["max_total_bytes"],
    meaning: "More bytes in all files than the budget allows.",
  },
  file_too_large: {
    exit: 3,
    class: "precondition_failed",
    remedies: ["max_bytes"],
    meaning: "A file that would be edited is larger than the budget allows.",
  },
  partial_plan: {
    exit: 3,
    class: "precondition_failed",
    remedies: [],
    meaning: "An apply that could see only a part of the tree.",
  },
  timeout: { exit: 3, class: "transient", remedies: ["timeout"], meaning: "The run took longer than allowed." },
  invalid_regex: {
    exit: 3,
    class: "permanent",
    remedies: ["literal"],
    meaning: "The pattern is not a regular expression of the dialect.",
  },
  invalid_template: {
    exit: 3,
    class: "permanent",
    remedies: ["literal"],
    meaning: "The replacement names a group or an escape that does not exist.",
  },
  invalid_glob: { exit: 3, class: "permanent", remedies: [], meaning: "A glob or a file type that cannot be read." },
  invalid_request: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "Options or operands that do not fit together.",
  },
  unknown_language: { exit: 3, class: "permanent", remedies: [], meaning: "A language without a parser." },
  invalid_threads: {
    exit: 3,
    class: "permanent",
    remedies: ["threads"],
    meaning: "A thread count that cannot be used.",
  },
  structural_query: { exit: 3, class: "permanent", remedies: [], meaning: "A structural pattern that does not parse." },
  structural_template: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "A template with a variable that the pattern does not bind.",
  },
  structural_parse: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "A source file that the parser could not read.",
  },
  invalid_rule: { exit: 3, class: "permanent", remedies: [], meaning: "A rule file that is not valid." },
  script_parse: { exit: 3, class: "permanent", remedies: [], meaning: "A script that does not load." },
  script_runtime: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "A script that threw, timed out or returned something else than text.",
  },
  walk: { exit: 3, class: "permanent", remedies: ["partial"], meaning: "A path or directory that cannot be entered." },
  io: { exit: 3, class: "permanent", remedies: ["partial"], meaning: "A file that cannot be read or written." },
  disk_full: { exit: 3, class: "transient", remedies: [], meaning: "No space left on the device." },
  outside_root: {
    exit: 3,
    class: "precondition_failed",
    remedies: [],
    meaning: "A write would land outside the workspace.",
  },
  read_only: {
    exit: 3,
    class: "precondition_failed",
    remedies: ["force_readonly"],
    meaning: "A file without the owner's write bit would be edited.",
  },
  stale_plan: {
    exit: 3,
    class: "conflict",
    remedies: [],
    meaning: "Files have changed since they were planned or applied.",
  },
  hash_mismatch: {
    exit: 3,
    class: "conflict",
    remedies: [],
    meaning: "A line has changed since its anchor was taken.",
  },
  invalid_plan: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "A plan file that is damaged, foreign or edited.",
  },
  unknown_id: { exit: 3, class: "permanent", remedies: [], meaning: "No record of a plan or an apply with that name." },
  overlapping_edits: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "Two edits of one call touch the same text.",
  },
  text_not_found: { exit: 3, class: "permanent", remedies: [], meaning: "The text to replace is not in the file." },
  text_ambiguous: { exit: 3, class: "permanent", remedies: [], meaning: "The text to replace occurs more than once." },
  symbol_not_found: { exit: 3, class: "permanent", remedies: [], meaning: "The symbol to replace is not in the file." },
  checksum_mismatch: {
    exit: 3,
    class: "permanent",
    remedies: [],
    meaning: "The file does not have the checksum that was expected.",
  },
  recovery_needed: {
    exit: 3,
    class: "precondition_failed",
    remedies: [],
    meaning: "An interrupted apply waits for `swath recover`.",
  },
  locked: { exit: 3, class: "conflict", remedies: ["force_lock"], meaning: "Another writer holds the workspace." },
  thread_pool: { exit: 3, class: "transient", remedies: ["threads"], meaning: "The workers could not be started." },
  worker_crashed: {
    exit: 3,
    class: "transient",
    remedies: ["threads"],
    meaning: "A worker ended before its work was done.",
  },
  interrupted: { exit: 130, class: "transient", remedies: [], meaning: "The run was stopped by a signal." },
  internal: { exit: 3, class: "permanent", remedies: [], meaning: "A bug in swath." },
} as const satisfies Record<string, KindInfo>;

export type ProblemKind = keyof typeof kinds;

export const problemKinds: Readonly<Record<ProblemKind, KindInfo>> = kinds;

/** A line of the tree that nearly matches; it explains and is never applied. */
export interface NearMiss {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** 0 to 1. */
  readonly similarity: number;
}

/** One failure. Plain data: it crosses threads and is printed by `report/`. */
export interface Problem {
  readonly kind: ProblemKind;
  /** One sentence that says what happened, with the concrete values. */
  readonly message: string;
  /** As shown in reports. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in bytes; in the pattern for `invalid_regex` and its kin. */
  readonly column?: number;
  /** The line that is meant, where it counts in a text that was not written. Shown to people alone. */
  readonly excerpt?: string;
  /** One sentence with the concrete value to use. */
  readonly suggestion?: string;
  /** The error's own fields. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly candidates?: readonly NearMiss[];
  readonly similar_paths?: readonly string[];
  /** Replaces the kind's remedies where fewer or others would help. */
  readonly remedies?: readonly string[];
  /** Replaces the kind's class where the cause decides (`walk`, `io`). */
  readonly class?: ErrorClass;
  /** Replaces the kind's exit status: 143 for SIGTERM. */
  readonly exit?: 143;
}

type ProblemFields = Omit<Problem, "kind" | "message">;

export function problem(kind: ProblemKind, message: string, fields: ProblemFields = {}): Problem {
  return { kind, message, ...fields };
}

/** Why a run was stopped: the problem that is the reason of its signal, or `interrupted` where somebody else gave the reason. */
export function stopProblem(signal: AbortSignal): Problem {
  const reason = signal.reason as Partial<Problem> | null | undefined;
  if (Object.hasOwn(kinds, String(reason?.kind))) return reason as Problem;
  return problem("interrupted", "the run was stopped");
}

/** What an operating system's error code means for the caller: the kind and class of a failed read, write or walk. */
export function systemProblem(kind: "walk" | "io", error: unknown, doing: string, path: string): Problem {
  const code = (error as { code?: string }).code ?? "unknown error";
  if (code === "ENOSPC" || code === "EDQUOT")
    return problem("disk_full", `cannot ${doing} ${path}: no space left on the device`, { path, details: { code } });
  return problem(kind, `cannot ${doing} ${path}: ${systemReason(code)}`, {
    path,
    class: isPassing(code) ? "transient" : "permanent",
    details: { code },
  });
}

/** Whether the same call may succeed later, by the system's error code. */
export function isPassing(code: string): boolean {
  return ["EAGAIN", "EBUSY", "EINTR", "EIO", "EMFILE", "ENFILE", "ETIMEDOUT", "ESTALE"].includes(code);
}

/** A place that the run needs cannot be entered: a partial answer is no way out. */
export function notEntered(error: unknown, path: string): Problem {
  return { ...systemProblem("walk", error, "enter", path), remedies: [] };
}

/** What asks for the working directory throws it where that has been removed, or cannot be entered any more. Its cause is the system's error. */
export class NoWorkingDirectory extends Error {}

export function noWorkingDirectory(error: unknown): Problem {
  const { path: _, ...found } = notEntered(error, "the working directory");
  return { ...found, suggestion: "change to a directory that is there and run again" };
}

function systemReason(code: string): string {
  const reasons: Record<string, string> = {
    ENOENT: "no such file or directory",
    EACCES: "permission denied",
    EPERM: "operation not permitted",
    ENOTDIR: "a component of the path is not a directory",
    EISDIR: "it is a directory",
    ELOOP: "too many symbolic links",
    ENAMETOOLONG: "the name is too long",
    EROFS: "the file system is read-only",
    EIO: "input/output error",
    EILSEQ: "it is not UTF-8",
    EMFILE: "too many open files",
    EBUSY: "it is in use, as a mount point is",
    EXDEV: "it cannot be moved out of its mount or layer",
    EFBIG: "the file would be larger than allowed",
  };
  return reasons[code] ? `${reasons[code]} (${code})` : code;
}
