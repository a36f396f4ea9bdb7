/** What tests of rules share: rules as text in, what they do to code out. */
import { isProblem, type Engine, type Rewrite } from "../../src/match/engine.ts";
import type { Problem } from "../../src/model/problem.ts";
import type { RuleSource } from "../../src/model/spec.ts";
import { rulesEngine } from "../../src/rules/engine.ts";
import { applyEdits } from "../../src/text/patch.ts";

export function ruleEngine(...sources: readonly (string | RuleSource)[]): Engine {
  const engine = rulesEngine({ kind: "rules", sources: sources.map(sourceOf) });
  if (!engine.ok) throw new Error(JSON.stringify(engine.problem));
  return engine.value;
}

export function refusedRules(...sources: readonly (string | RuleSource)[]): Problem {
  const engine = rulesEngine({ kind: "rules", sources: sources.map(sourceOf) });
  if (engine.ok) throw new Error("the rules were taken");
  return engine.problem;
}

function sourceOf(source: string | RuleSource, index: number): RuleSource {
  return typeof source === "string" ? { path: `rules${index === 0 ? "" : index}.yml`, text: source } : source;
}

export interface Ran {
  readonly text: string;
  /** Edits by the id of their rule. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rewrite: Rewrite;
}

export function runRules(engine: Engine, path: string, text: string): Ran {
  const bytes = Buffer.from(text);
  const rewrite = engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path, named: false });
  if (rewrite instanceof Promise || isProblem(rewrite)) throw new Error(JSON.stringify(rewrite));
  const counts: Record<string, number> = {};
  for (let i = 0; i < rewrite.edits.count; i++) {
    const label = engine.labels[rewrite.edits.labels?.[i] ?? 0]!;
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return { text: Buffer.from(applyEdits(bytes, rewrite.edits)).toString(), counts, rewrite };
}
