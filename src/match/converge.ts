/**
 * Whether a rewrite settles: it is run on its own result, or on what its edits have touched of it where that does, and whatever it would change there is told apart by where it
 * lies. Refuses nothing that comes out the same when it is run again.
 */
import type { Content } from "../model/content.ts";
import { counted } from "../model/counted.ts";
import { insertedStart, type PackedEdits } from "../model/edit.ts";
import type { Job } from "../model/job.ts";
import { problem, type Problem } from "../model/problem.ts";
import { indexOfLf, LineCursor } from "../text/lines.ts";
import { isProblem, type Engine, type Rewrite, type SourceFile } from "./engine.ts";

/** The problem of a rewrite that would change `result`, the text that it makes, again. */
export function notConverging(
  job: Job,
  engine: Engine,
  result: Content,
  rewrite: Rewrite,
  file: SourceFile,
): Problem | undefined | Promise<Problem | undefined> {
  const { edits, dropped } = rewrite;
  if (!engine.mayMatch(result.bytes, 0, result.bytes.length)) return undefined;
  if (engine.settles?.(result, edits)) return undefined;
  const again = engine.rewrite(result, file);
  const judge = (second: Rewrite | Problem): Problem | undefined => {
    if (isProblem(second)) return second.kind === "script_runtime" ? failedOnResult(second, result) : second;
    if (isSettled(second.edits, engine)) return undefined;
    return refusal(job, result, edits, second.edits, file.path, thatGaveWay(engine, second.edits, dropped));
  };
  return again instanceof Promise ? again.then(judge) : judge(again);
}

/** What a script does not stand of its own making: the line counts in that, and the file has another one there. */
function failedOnResult(failed: Problem, { bytes }: Content): Problem {
  const { message, line = 1, suggestion } = failed;
  let start = 0;
  for (let at = 1; at < line; at++) start = indexOfLf(bytes, start) + 1;
  const { excerpt } = new LineCursor(bytes, start, line);
  return {
    ...failed,
    message: `${message} of the result, on which the script is run again to see whether it settles`,
    suggestion:
      suggestion ??
      "Let the script leave what it has made as it is, or accept that it may not settle with allow_non_convergent.",
    ...(excerpt !== undefined && { excerpt }),
  };
}

/** Nothing would change again but what may: a map that swaps names does so each time. */
function isSettled({ count, labels }: PackedEdits, { oncePlanned }: Engine): boolean {
  for (let i = 0; i < count; i++) if (!oncePlanned?.has(labels?.[i] ?? 0)) return false;
  return true;
}

/** The rules of the new edits, if these may be the edits that were dropped for the sake of others; else none. */
function thatGaveWay({ labels }: Engine, again: PackedEdits, dropped: Rewrite["dropped"] = []): readonly string[] {
  if (again.count > dropped.length || labels.length === 0) return [];
  const names = new Set<string>();
  for (let i = 0; i < again.count; i++) names.add(labels[again.labels?.[i] ?? 0]!);
  const gone = new Set(dropped.map(({ rule }) => rule));
  return [...names].every((name) => gone.has(name)) ? [...names] : [];
}

function refusal(
  job: Job,
  result: Content,
  edits: PackedEdits,
  again: PackedEdits,
  path: string,
  gaveWay: readonly string[],
): Problem {
  const inside = firstInsideInserted(edits, again, rewritesCode(job));
  const { line, excerpt } = new LineCursor(result.bytes).seek(again.starts[Math.max(inside, 0)]!);
  const count = counted(again.count, "more edit");
  const where = `${path} (line ${line} of the result)`;
  const fields = { path, line, ...(excerpt !== undefined && { excerpt }), details: { edits: again.count } };
  if (scripted(job))
    return problem("non_convergent_script", `the script would make ${count} in its own result in ${where}`, fields);
  if (gaveWay.length > 0)
    return problem(
      inside >= 0 ? "non_convergent_replacement" : "non_convergent_context",
      `edits of ${fewOf(gaveWay)} gave way to others that they overlap, and a second run would make ${count} of them in ${where}`,
      {
        ...fields,
        suggestion: "Run these rules by themselves, before or after the others.",
        remedies: ["allow_non_convergent"],
      },
    );
  if (inside >= 0)
    return problem(
      "non_convergent_replacement",
      `the replacement matches again: a second run would make ${count} inside the text it inserts in ${where}`,
      wordMayHelp(job)
        ? { ...fields, suggestion: "Match whole words only, or write a pattern that the replacement does not match." }
        : {
            ...fields,
            suggestion: "Write a pattern that the replacement does not match.",
            remedies: ["allow_non_convergent"],
          },
    );
  return problem(
    "non_convergent_context",
    `the edits make new matches out of the text around them: a second run would make ${count} in ${where}`,
    {
      ...fields,
      suggestion:
        job.engine.kind === "rename"
          ? "Rename whole identifiers alone, or a longer name that takes in the text around it."
          : "Write a pattern that takes in the text around it; whole words do not help here.",
    },
  );
}

/** The names of rules, of many the first three. */
function fewOf(names: readonly string[]): string {
  return `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
}

/**
 * The first of the new edits that lies in inserted text; -1 where none does. A rewrite of code replaces a whole construct
 * of which it inserts only parts, so there it is enough that they touch.
 */
function firstInsideInserted(edits: PackedEdits, again: PackedEdits, touching: boolean): number {
  let shift = 0;
  let next = 0;
  for (let i = 0; i < edits.count; i++) {
    const length = edits.insertedEnds[i]! - insertedStart(edits, i);
    const start = edits.starts[i]! + shift;
    const end = start + length;
    shift += length - (edits.ends[i]! - edits.starts[i]!);
    if (length === 0) continue;
    while (next < again.count && again.ends[next]! < start) next++;
    for (let j = next; j < again.count && again.starts[j]! <= end; j++) {
      const within = again.starts[j]! >= start && again.ends[j]! <= end;
      if (within || (touching && again.starts[j]! < end && again.ends[j]! > start)) return j;
    }
  }
  return -1;
}

/** Code has no word mode, and text may be in it already. */
function wordMayHelp({ engine }: Job): boolean {
  return engine.kind === "text" && !engine.options.word;
}

function rewritesCode({ engine }: Job): boolean {
  return engine.kind === "structural" || engine.kind === "rules";
}

function scripted({ engine }: Job): boolean {
  return (engine.kind === "text" || engine.kind === "structural") && engine.script !== undefined;
}
