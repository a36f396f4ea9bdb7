/**
 * Many rules on one text: every rule sees the original, and of overlapping edits the one that starts first is made, then
 * the longer, then the one of the earlier rule. Matches of one rule inside its own captures are no overlap.
 */
import { composeEdits } from "../match/ast/compose.ts";
import type { Layout } from "../match/ast/layout.ts";
import type { ByteRange } from "../match/ast/matches.ts";
import { changesNothing, Nesting, type Plan, type PlannedMatch } from "../match/ast/nest.ts";
import { tooMuchText } from "../match/ast/problems.ts";
import { EditBuilder, type PackedEdits } from "../model/edit.ts";
import type { DroppedEdit } from "../model/outcome.ts";
import { failure, success, type Result } from "../model/result.ts";

/** An edit that a rule would make: of code, planned when its turn comes, or of text. */
export interface Wish extends ByteRange {
  /** The rule's place in the run. */
  readonly rule: number;
  readonly change: { readonly plan: Plan } | { readonly text: Uint8Array };
}

export interface Settled {
  readonly edits: PackedEdits;
  readonly dropped: readonly DroppedEdit[];
}

interface Made extends ByteRange {
  readonly rule: number;
  readonly what: PlannedMatch | Uint8Array;
}

export function settle(
  wishes: readonly Wish[],
  file: { readonly bytes: Uint8Array; readonly path: string; readonly layout: Layout; readonly ids: readonly string[] },
): Result<Settled> {
  const { bytes, path, layout, ids } = file;
  const nestings = new Map<number, Nesting>();
  const made: Made[] = [];
  const dropped: DroppedEdit[] = [];
  const drop = (wish: Wish, reason: string) =>
    void dropped.push({ path, line: layout.lineAt(wish.start), rule: ids[wish.rule]!, reason });
  for (const wish of wishes.toSorted((a, b) => a.start - b.start || b.end - a.end || a.rule - b.rule)) {
    const { start, end, rule, change } = wish;
    const last = made.at(-1);
    if ("text" in change) {
      if (last !== undefined && overlaps(last, wish)) drop(wish, `overlaps an edit of ${ids[last.rule]!}`);
      else made.push({ start, end, rule, what: change.text });
      continue;
    }
    let nesting = nestings.get(rule);
    if (nesting === undefined) nestings.set(rule, (nesting = new Nesting(bytes)));
    if (!nesting.reachesOver(start) && last !== undefined && overlaps(last, wish)) {
      if (!changesNothing(bytes, { start, end, ...change.plan() }))
        drop(wish, `overlaps an edit of ${ids[last.rule]!}`);
      continue;
    }
    const placement = nesting.add(wish, change.plan);
    if (placement.kind === "outer") made.push({ start, end, rule, what: placement.planned });
    else if (placement.kind === "overlap") drop(wish, "overlaps another match of the same rule");
  }
  return built(made, dropped, file);
}

/** Two insertions at one place are an overlap too. */
function overlaps(earlier: ByteRange, later: ByteRange): boolean {
  return later.start < earlier.end || (later.start === earlier.start && later.end === earlier.end);
}

function built(
  made: readonly Made[],
  dropped: readonly DroppedEdit[],
  { bytes, path, layout }: { readonly bytes: Uint8Array; readonly path: string; readonly layout: Layout },
): Result<Settled> {
  const builder = new EditBuilder();
  for (const { start, end, rule, what } of made) {
    if (what instanceof Uint8Array) {
      builder.add(start, end, what, rule);
      continue;
    }
    const edits = composeEdits(bytes, what);
    if (edits === undefined) return failure(tooMuchText(path, layout.lineAt(start)));
    for (const edit of edits) builder.add(edit.start, edit.end, edit.text, rule);
  }
  return success({ edits: builder.build(), dropped });
}
