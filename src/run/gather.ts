/** Walks and searches: the planner feeds the pool, and what both leave behind becomes one tally. */
import type { Host } from "../host/host.ts";
import type { Engine } from "../match/engine.ts";
import type { Directory } from "../model/listing.ts";
import type { Warning } from "../model/outcome.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { Problem, ProblemKind } from "../model/problem.ts";
import { type Request, writesFiles } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import { type FileSink as PlanSink, planFiles, type PlanSummary } from "../plan/plan-files.ts";
import { type FileSink, runPool } from "../pool/pool.ts";
import { gather, type Tally } from "../reduce/gather.ts";
import { ByteBudget } from "./byte-budget.ts";
import type { Run } from "./context.ts";
import { oncePerFile } from "./one-file.ts";
import { withoutOwnFiles } from "./without-own-files.ts";

export interface GatheredRun {
  readonly tally: Tally;
  readonly workspace: string;
  readonly threads: number;
  readonly bytesRead: number;
  /** The budget that kept the run from seeing everything. */
  readonly budgetHit: "max_files" | "max_total_bytes" | "max_bytes" | "timeout" | undefined;
  /** Files named one by one, as shown. */
  readonly named: ReadonlySet<string>;
  /** All considered files, links in their directories resolved; kept only for a run that may rename them. */
  readonly files: readonly AbsolutePath[];
  /** All directories entered, in the same manner, unless other filters than ignore files say what counts. */
  readonly directories: readonly AbsolutePath[];
}

export async function gatherRun(run: Run): Promise<Result<GatheredRun>> {
  const { request, job, engine, where, host, hooks, limit, signal } = run;
  const { settings } = request;
  const seen = new SeenFiles(host, settings.paths ? engine : undefined);
  let budget: ByteBudget | undefined;
  let filesTotal: number | undefined;
  const pool = await runPool<PlanSummary>(
    job,
    (sink) => {
      if (settings.max_total_bytes !== undefined)
        budget = new ByteBudget(sink, host, settings.max_total_bytes, settings.partial);
      return planFiles(where, host, withoutOwnFiles(seen.before(budget ?? sink), request, host));
    },
    {
      engine,
      ...(settings.threads !== undefined && { threads: settings.threads }),
      ...(hooks.aside && { inline: false }),
      ...(signal && { signal }),
      rejects: (planned) => {
        filesTotal = planned.considered;
        return (planned.problem ?? budget?.problem) !== undefined;
      },
      ...(hooks.onProgress && {
        onProgress: (files, bytes) =>
          hooks.onProgress!({ files, bytes, ...(filesTotal !== undefined && { filesTotal }) }),
      }),
    },
  );
  const cutShort = pool.problem?.kind === "timeout" && settings.partial;
  const found = (cutShort ? undefined : pool.problem) ?? pool.planned?.problem ?? budget?.problem;
  const fatal = found ?? (settings.partial ? undefined : limit?.exceeded);
  if (fatal) return failure(fatal);
  const filesBudgetDropped = (pool.planned?.filesBudgetDropped ?? 0) + (budget?.dropped.count ?? 0);
  const tally = gather({
    outcomes: pool.outcomes,
    distinct: (changed) => oncePerFile(changed, host),
    filesScanned: pool.filesScanned,
    unlisted: pool.unlisted,
    skipped: pool.planned?.skipped ?? [],
    warnings: toldWarnings(pool.planned, request),
    errors: pool.planned?.errors ?? [],
    filesBudgetDropped,
    firstDropped: [...(budget?.dropped.first ?? []), ...(pool.planned?.firstDropped ?? [])],
    stoppedEarly: cutShort || (pool.planned?.stoppedEarly ?? false),
  });
  const failed = firstFailure(tally, settings.partial, settings.script !== undefined);
  if (failed) return failure(failed);
  return success({
    tally,
    workspace: pool.planned?.workspace ?? host.cwd,
    threads: pool.threads,
    bytesRead: pool.bytesRead,
    budgetHit: budgetHit(tally, budget !== undefined && budget.dropped.count > 0, cutShort),
    named: seen.named,
    files: seen.files,
    directories: seen.directories,
  });
}

/** That something on the walk could not be read is a warning for those who write or gate; all others see it in `skipped`. */
function toldWarnings(planned: PlanSummary | undefined, request: Request): readonly Warning[] {
  const warnings = planned?.warnings ?? [];
  const isWarned = writesFiles(request) || request.verb === "check";
  return isWarned ? warnings : warnings.filter(({ code }) => code !== "unreadable");
}

/** Remembers of what passes by what later stages need. */
class SeenFiles {
  readonly named = new Set<string>();
  readonly files: AbsolutePath[] = [];
  readonly directories: AbsolutePath[] = [];
  readonly #host: Host;
  readonly #engine: Engine | undefined;
  #directory: Directory | undefined;
  #real = "";

  /** With an engine, the files it looks at are kept, and the directories. */
  constructor(host: Host, engine: Engine | undefined) {
    this.#host = host;
    this.#engine = engine;
  }

  before(sink: FileSink): PlanSink {
    return {
      files: (directory, names, named) => {
        if (named) for (const name of names) this.named.add(`${directory.shown}${name}`);
        if (this.#engine) this.#keep(this.#engine, directory, names, named);
        return sink.files(directory, names, named);
      },
      ...(this.#engine && {
        directory: (path: AbsolutePath) => void this.directories.push(this.#realPath(path) || "/"),
      }),
    };
  }

  #keep(engine: Engine, directory: Directory, names: readonly string[], named: boolean): void {
    const kept = names.filter((name) => engine.accepts({ path: `${directory.shown}${name}`, named }));
    if (kept.length === 0) return;
    if (directory !== this.#directory) {
      this.#directory = directory;
      this.#real = this.#realPath(directory.absolute);
    }
    for (const name of kept) this.files.push(`${this.#real}/${name}`);
  }

  /** Without a final slash. */
  #realPath(directory: string): AbsolutePath {
    return this.#host.fs.realPath(directory).replace(/\/$/, "");
  }
}

/**
 * One failed file fails the run, unless a partial answer will do; a named file that cannot be read always does, and so does
 * a script that does not load, since it answers for no file. A run with a script ends with its first failure, and how many
 * more come before the end depends on the threads.
 */
function firstFailure(tally: Tally, partial: boolean, scripted: boolean): Problem | undefined {
  const decisive = tally.failed.filter(({ problem: cause }) => !partial || decisiveKinds.has(cause.kind));
  const [first] = decisive;
  if (!first) return undefined;
  const others = decisive.length - 1;
  if (others === 0 || (scripted && !partial) || first.problem.kind === "script_parse") return first.problem;
  const files = decisive.slice(0, 10).map(({ path }) => path);
  const { details } = first.problem;
  return { ...first.problem, ...forAll(decisive), details: { ...details, files_failed: decisive.length, files } };
}

/** Where files are too large, the largest of them says how far to go. */
function forAll(decisive: Tally["failed"]): Pick<Problem, "suggestion"> | undefined {
  const tooLarge = decisive.map(({ problem: cause }) => cause).filter(({ kind }) => kind === "file_too_large");
  if (tooLarge[0] !== decisive[0]?.problem) return undefined;
  const sizeOf = ({ details }: Problem): number => Number(details?.["size"] ?? 0);
  const { suggestion } = tooLarge.reduce((largest, next) => (sizeOf(next) > sizeOf(largest) ? next : largest));
  return suggestion === undefined ? undefined : { suggestion };
}

const decisiveKinds: ReadonlySet<ProblemKind> = new Set<ProblemKind>(["io", "disk_full", "script_parse"]);

function budgetHit(tally: Tally, bytesDropped: boolean, cutShort: boolean): GatheredRun["budgetHit"] {
  if (cutShort) return "timeout";
  if (bytesDropped) return "max_total_bytes";
  if (tally.filesBudgetDropped > 0) return "max_files";
  return tally.skipped.some((skip) => skip.reason === "too_large") ? "max_bytes" : undefined;
}
