/** A plan of which somebody chose a part: each file with the edits that were kept, and the hash it will have with them alone. */
import type { Host } from "../host/host.ts";
import { EditBuilder, insertedStart, type PackedEdits } from "../model/edit.ts";
import type { ChangedOutcome, ListedEdit } from "../model/outcome.ts";
import type { ShownPath } from "../model/path.ts";
import { problem, systemProblem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Tally } from "../reduce/gather.ts";
import { applyEdits } from "../text/patch.ts";
import { absolutePath } from "./paths.ts";

/** One file as it is shown to whoever chooses. */
export interface ReviewedFile {
  readonly path: ShownPath;
  readonly edits: readonly ListedEdit[];
  /** The hunks of its diff, from the first `@@` on. */
  readonly diff: Uint8Array;
}

/** Says for each edit of each file whether it is kept, or why nothing is to be written. */
export type Review = (files: readonly ReviewedFile[]) => Promise<Result<readonly (readonly boolean[])[]>>;

export async function reviewed(tally: Tally, review: Review, host: Host): Promise<Result<Tally>> {
  const chosen = await review(tally.changed.map(reviewedFile));
  if (!chosen.ok) return chosen;
  const changed: ChangedOutcome[] = [];
  for (const [i, file] of tally.changed.entries()) {
    const kept = keep(file, chosen.value[i]!, host);
    if (!kept.ok) return kept;
    if (kept.value.change.edits.count > 0) changed.push(kept.value);
  }
  return success({ ...tally, changed, total: changed.reduce((sum, { change }) => sum + change.edits.count, 0) });
}

function reviewedFile({ path, change }: ChangedOutcome): ReviewedFile {
  return { path, edits: change.listed ?? [], diff: change.hunks ?? new Uint8Array(0) };
}

function keep(file: ChangedOutcome, kept: readonly boolean[], host: Host): Result<ChangedOutcome> {
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
  if (sha256(bytes) !== change.hashBefore)
    return failure(
      problem("stale_plan", `${file.path} has changed while it was reviewed`, {
        path: file.path,
        details: { paths: [file.path] },
      }),
    );
  const listed = change.listed?.filter((_edit, i) => kept[i]);
  const hashAfter = sha256(applyEdits(bytes, edits));
  return success({ ...file, change: { ...change, edits, hashAfter, ...(listed && { listed }) } });
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

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
