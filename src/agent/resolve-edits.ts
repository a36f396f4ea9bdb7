/** Finds the place of every edit in the file as it is. All of them are resolved before any is made, and all that fail by stale anchors are told at once. */
import type { Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Edit } from "../schema/agent.ts";
import { staleProblem, type StaleAnchor } from "./anchor.ts";
import { AnchorFinder, deleteOrReplaceLines, insertAfter, type Relocation } from "./resolve-lines.ts";
import { replaceSymbol } from "./resolve-symbol.ts";
import { replaceText } from "./resolve-text.ts";
import { inPlaceOrder, overlapProblem, type EditTarget, type ResolvedEdit } from "./resolved-edit.ts";

export interface Resolution {
  /** In place order and without overlap. */
  readonly edits: readonly ResolvedEdit[];
  readonly relocated: readonly Relocation[];
}

export async function resolveEdits(edits: readonly Edit[], target: EditTarget): Promise<Result<Resolution>> {
  const finder = new AnchorFinder(target.lines, edits.length);
  const resolved: ResolvedEdit[] = [];
  const stale: StaleAnchor[] = [];
  let other: Problem | undefined;
  for (const [at, edit] of edits.entries()) {
    const result = await resolveEdit(edit, at + 1, target, finder);
    if (Array.isArray(result)) stale.push(...result);
    else if (result.ok) for (const one of result.value) resolved.push(one);
    else other ??= result.problem;
  }
  if (other?.kind === "invalid_request") return failure(other);
  if (stale.length > 0) return failure(staleProblem(stale, target.lines, target.path));
  if (other) return failure(other);
  const ordered = inPlaceOrder(resolved);
  const overlap = overlapProblem(ordered, target.path);
  return overlap ? failure(overlap) : success({ edits: ordered, relocated: finder.relocated });
}

async function resolveEdit(
  edit: Edit,
  index: number,
  target: EditTarget,
  finder: AnchorFinder,
): Promise<StaleAnchor[] | Result<ResolvedEdit[]>> {
  if (edit.set_line) {
    const { anchor, new_text: text } = edit.set_line;
    const found = finder.range(anchor, anchor, index);
    return "range" in found
      ? success([deleteOrReplaceLines("set_line", index, found.range, text, target.lines)])
      : told(found);
  }
  if (edit.replace_lines) {
    const { start_anchor: first, end_anchor: last, new_text: text } = edit.replace_lines;
    const found = finder.range(first, last, index);
    return "range" in found
      ? success([deleteOrReplaceLines("replace_lines", index, found.range, text, target.lines)])
      : told(found);
  }
  if (edit.insert_after) {
    const found = finder.range(edit.insert_after.anchor, edit.insert_after.anchor, index);
    if (!("range" in found)) return told(found);
    return insertAfter(index, found.range[0], edit.insert_after.new_text, target.lines);
  }
  if (edit.replace) return replaceText(edit.replace, index, target);
  if (edit.replace_symbol) return replaceSymbol(edit.replace_symbol, index, target);
  throw new Error(`edit ${index} has no variant, which its schema refuses`);
}

function told(found: { readonly stale: StaleAnchor[] } | { readonly problem: Problem }): StaleAnchor[] | Result<never> {
  return "stale" in found ? found.stale : failure(found.problem);
}
