/**
 * Renames by a map: literal names where they stand as whole words, all in one simultaneous pass, at one place the longest.
 * A map has no spellings and knows nothing of what its names mean.
 */
import type { Warning } from "../model/outcome.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RenameMapSpec } from "../model/spec.ts";
import type { Engine } from "./engine.ts";
import { findLanguage, type Language } from "./languages.ts";
import { RenameEngine } from "./rename/engine.ts";
import type { Pair } from "./rename/map-file.ts";
import { stabilityOf } from "./rename/stability.ts";

export { parseMapFile, parsePair, type Pair } from "./rename/map-file.ts";

/** A problem: `invalid_rename_map`, `rename_map_diverges`, `unknown_language`. */
export function renameMapEngine(spec: RenameMapSpec): Result<Engine> {
  const language = spec.lang === undefined ? undefined : findLanguage(spec.lang);
  return language && !language.ok ? language : build(spec, language?.value);
}

/** Renames the name of a file or directory by the same map; languages play no part. */
export function nameMapper(spec: RenameMapSpec): Result<(name: string) => string> {
  const engine = build(spec, undefined);
  return engine.ok ? success((name) => engine.value.renameText(name)) : engine;
}

function build({ pairs }: RenameMapSpec, language: Language | undefined): Result<RenameEngine> {
  const refused = refusal(pairs);
  if (refused !== undefined) return failure(problem("invalid_rename_map", refused));
  const table = {
    variants: pairs.map(([from, to]) => ({ from, to })),
    kept: [],
    edges: "word",
    dashes: "everywhere",
  } as const;
  const probe = new RenameEngine({ ...table, warnings: [], language: undefined });
  const { growing, changing } = stabilityOf(pairs, {
    namesIn: (text) => probe.variantsIn(text),
    apply: (text) => probe.renameText(text),
  });
  if (growing) return failure(diverges(growing));
  const warnings = [...onceOnly(changing), ...mergedNames(pairs)];
  return success(new RenameEngine({ ...table, warnings, language }));
}

function refusal(pairs: readonly Pair[]): string | undefined {
  if (pairs.length === 0) return "the rename map has no names";
  const seen = new Map<string, string>();
  for (const [from, to] of pairs) {
    if (from === "") return `the old name for ${quoted(to)} is empty`;
    if (to === "") return `the new name for ${quoted(from)} is empty`;
    if (/[\r\n]/.test(from)) return `the old name ${quoted(from)} holds a line break`;
    if (![from, to].every((name) => name.isWellFormed()))
      return `${quoted(from)} to ${quoted(to)} holds half a character`;
    const other = seen.get(from);
    if (other === to) return `${quoted(from)} is given its new name ${quoted(to)} twice`;
    if (other !== undefined) return `${quoted(from)} is given two new names, ${quoted(other)} and ${quoted(to)}`;
    seen.set(from, to);
  }
  return undefined;
}

function diverges([from, to]: Pair) {
  return problem(
    "rename_map_diverges",
    `the map would grow each time it is applied: ${quoted(from)} becomes ${quoted(to)}, which it changes again`,
    {
      details: { from, to },
    },
  );
}

function onceOnly(changing: readonly Pair[]): Warning[] {
  if (changing.length === 0) return [];
  return [
    {
      code: "once_only",
      message: `the map is right only once: applied again it would also rename ${listed(changing.map(([, to]) => to))}`,
    },
  ];
}

function mergedNames(pairs: readonly Pair[]): Warning[] {
  const sources = new Map<string, string[]>();
  for (const [from, to] of pairs) {
    const merged = sources.get(to);
    if (merged) merged.push(from);
    else sources.set(to, [from]);
  }
  return [...sources]
    .filter(([, from]) => from.length > 1)
    .map(([to, from]) => ({
      code: "merged_names",
      message: `${listed(from)} all become ${quoted(to)} and cannot be told apart afterwards`,
    }));
}

/** The first three, and how many there are. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(quoted).join(", ");
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
