/** A plan of which somebody chose a part: each file with the edits that were kept, and the hash it will have with them alone. */
import type { Host } from "../host/host.ts";
import { EditBuilder, insertedStart, type PackedEdits } from "../model/edit.ts";
import type { ChangedOutcome, ListedEdit, Warning } from "../model/outcome.ts";
import type { ShownPath } from "../model/path.ts";
import type { Settings } from "../model/options.ts";
import { problem, systemProblem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Tally } from "../reduce/gather.ts";
import { applyEdits } from "../text/patch.ts";
import { absolutePath } from "../host/asked-path.ts";

/** One file as it is shown to whoever chooses. */
export interface ReviewedFile {
  readonly path: ShownPath;
  readonly edits: readonly ListedEdit[];
  /** The hunks of its diff, from the first `@@` on. */
  readonly diff: Uint8Array;
}

/** Says for each edit of each file whether it is kept, or why nothing is to be written. */
export type Review = (files: readonly ReviewedFile[]) => Promise<Result<readonly (readonly boolean[])[]>>;

/** `syntax` is what a file comes to that would parse worse with the kept edits alone; of UTF-8 files only. */
export async function reviewed(
  tally: Tally,
  review: Review,
  syntax: Settings["syntax"],
  host: Host,
): Promise<Result<Tally>> {
  const chosen = await review(tally.changed.map(reviewedFile));
  if (!chosen.ok) return chosen;
  const changed: ChangedOutcome[] = [];
  const broken: Warning[] = [];
  for (const [i, file] of tally.changed.entries()) {
    const kept = await keep(file, chosen.value[i]!, syntax, host);
    if (!kept.ok) return kept;
    const { warning, ...outcome } = kept.value;
    if (warning) broken.push(warning);
    if (outcome.change.edits.count > 0) changed.push(outcome);
  }
  const warnings = [...tally.warnings, ...broken];
  const total = changed.reduce((sum, { change }) => sum + change.edits.count, 0);
  return success({ ...tally, warnings, changed, total });
}

function reviewedFile({ path, change }: ChangedOutcome): ReviewedFile {
  return { path, edits: change.listed ?? [], diff: change.hunks ?? new Uint8Array(0) };
}

interface KeptFile extends ChangedOutcome {
  readonly warning?: Warning;
}

async function keep(
  file: ChangedOutcome,
  kept: readonly boolean[],
  syntax: Settings["syntax"],
  host: Host,
): Promise<Result<KeptFile>> {
  const { hunks: _, ...change } = file.change;
  if (kept.every(Boolean)) return success(file);
  const edits = keptEdits(change.edits, kept);
  if (edits.count === 0) return success({ ...file, change: { ...change, edits } });
  let bytes: Uint8Array;
  try {
    bytes = host.fs.readFile(absolutePath(file.path, host));
  } catch (error) {
    return failure(systemProblem("io", error, "read", file.path));
  }
  if (Bun.hash.xxHash3(bytes) !== change.quickHashBefore)
    return failure(
      problem("stale_plan", `${file.path} has changed while it was reviewed`, {
        path: file.path,
        details: { paths: [file.path] },
      }),
    );
  const listed = change.listed?.filter((_edit, i) => kept[i]);
  const after = applyEdits(bytes, edits);
  const broken = syntax === "off" ? undefined : await brokenSyntax(file, bytes, after, edits);
  if (broken && syntax === "block") return failure(broken);
  return success({
    ...file,
    ...(broken && { warning: { code: broken.kind, message: broken.message, path: file.path } }),
    change: { ...change, edits, quickHashAfter: Bun.hash.xxHash3(after), ...(listed && { listed }) },
  });
}

/** A part of the edits may break what all of them together keep whole. */
async function brokenSyntax(
  { path, change }: ChangedOutcome,
  before: Uint8Array,
  after: Uint8Array,
  edits: PackedEdits,
): Promise<Problem | undefined> {
  if (!change.encoding.startsWith("utf-8")) return undefined;
  const { syntaxRegression } = await import("../match/syntax.ts");
  const found = syntaxRegression(path, before, after, edits);
  if (!found) return undefined;
  const message = `${path} would have ${found.after} syntax errors with the chosen edits alone, and has ${found.before} now`;
  return problem("syntax_regression", message, {
    path,
    line: found.line,
    column: found.column,
    suggestion: "Choose the edits that belong together.",
  });
}

function keptEdits(edits: PackedEdits, kept: readonly boolean[]): PackedEdits {
  const builder = new EditBuilder();
  for (let i = 0; i < edits.count; i++) {
    if (!kept[i]) continue;
    const text = edits.inserted.subarray(insertedStart(edits, i), edits.insertedEnds[i]!);
    builder.add(edits.starts[i]!, edits.ends[i]!, text, edits.labels?.[i]);
  }
  return builder.build();
}
