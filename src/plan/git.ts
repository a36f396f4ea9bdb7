/** The sets of files that git reports: changed, staged, or changed since a commit. Deleted files are in none of them. */
import { posix } from "node:path";
import type { GitRunner } from "../host/git.ts";
import type { AbsolutePath } from "../model/path.ts";
import { type Problem, problem } from "../model/problem.ts";
import { failure, type Result, success } from "../model/result.ts";

export interface GitSelection {
  /** Tracked files that differ from the last commit, and untracked ones that are not ignored. */
  readonly changed: boolean;
  /** Files that differ in the index from the last commit. */
  readonly staged: boolean;
  /** Files that differ from the merge base of this commit and the current one, untracked ones included. */
  readonly since?: string | undefined;
}

/**
 * Absolute paths of the files of all the sets asked for together, in the work tree that holds `directory`.
 * What git refuses is `invalid_request` in git's own words.
 */
export function gitFiles(
  selection: GitSelection,
  directory: AbsolutePath,
  git: GitRunner,
): Result<ReadonlySet<AbsolutePath>> {
  const reader = new Reader(directory, git);
  if (selection.changed) reader.changed();
  if (selection.staged) reader.staged();
  if (selection.since !== undefined) reader.since(selection.since);
  return reader.problem ? failure(reader.problem) : success(reader.files);
}

const diff = [
  "diff",
  "--name-only",
  "-z",
  "--no-renames",
  "--no-ext-diff",
  "--ignore-submodules",
  "--diff-filter=d",
] as const;

class Reader {
  problem: Problem | undefined;
  /** What git is asked at the moment, for the message. */
  #question = "belong to a work tree";
  readonly files = new Set<AbsolutePath>();
  readonly #root: AbsolutePath;
  readonly #git: GitRunner;

  constructor(directory: AbsolutePath, git: GitRunner) {
    this.#git = git;
    this.#root = directory;
    this.#root = this.#ask(["rev-parse", "--show-toplevel"]).replace(/\n$/, "") || directory;
  }

  changed(): void {
    this.#question = "are changed";
    this.#add(this.#hasCommit() ? [...diff, "HEAD", "--"] : ["ls-files", "-z", "--cached"]);
    this.#untracked();
  }

  staged(): void {
    this.#question = "are staged";
    this.#add([...diff, "--cached", "--"]);
  }

  since(ref: string): void {
    this.#question = `changed since ${ref}`;
    const commit = this.#ask(["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`]).trim();
    if (this.problem) return;
    const base = this.#ask(["merge-base", commit, "HEAD"], `${ref} and HEAD ${nothingInCommon}`).trim();
    this.#add([...diff, base, "--"]);
    this.#untracked();
  }

  #untracked(): void {
    this.#add(["ls-files", "-z", "--others", "--exclude-standard"]);
  }

  #hasCommit(): boolean {
    return this.#git(["rev-parse", "--verify", "--quiet", "HEAD"], this.#root)?.exitCode === 0;
  }

  #add(args: readonly string[]): void {
    for (const path of this.#ask(args).split("\0")) if (path !== "") this.files.add(posix.join(this.#root, path));
  }

  /** What git prints; nothing once it has failed. */
  #ask(args: readonly string[], silentFailure = "git gave no reason"): string {
    if (this.problem) return "";
    const run = this.#git(args, this.#root);
    if (run?.exitCode === 0) return new TextDecoder().decode(run.stdout);
    const reason = run ? inOneLine(run.stderr) || silentFailure : "git cannot be started";
    this.problem = problem("invalid_request", `git cannot tell which files ${this.#question}: ${reason}`, {
      details: { command: ["git", ...args].join(" ") },
      suggestion: adviceOn(reason),
    });
    return "";
  }
}

const nothingInCommon = "have no commit in common";

/** A shallow clone lacks revisions, and where both are there, the commits between them. */
function adviceOn(reason: string): string {
  if (reason.includes("single revision"))
    return "check the name of the revision; a shallow clone has to fetch it first (fetch-depth: 0)";
  if (reason.endsWith(nothingInCommon))
    return "name another revision; a shallow clone has to fetch the commits between them first (fetch-depth: 0)";
  return "name the files as paths or with --files-from instead";
}

/** What git says on several lines, without the words that they begin with. */
function inOneLine(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.replace(/^(?:fatal|error|warning|hint): /, "").trim());
  return lines
    .filter((line) => line !== "")
    .join("; ")
    .replaceAll(":; ", ": ");
}
