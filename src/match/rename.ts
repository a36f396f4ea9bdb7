/**
 * Bulk rename: one simultaneous pass over a name in all its spellings. Knows nothing of scopes or references: what is
 * spelled like the name is the name.
 */
import type { Warning } from "../model/outcome.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RenameSpec } from "../model/spec.ts";
import type { Engine } from "./engine.ts";
import { findLanguage, type Language } from "./languages.ts";
import { RenameEngine } from "./rename/engine.ts";
import { spellingsOf, type Spellings } from "./rename/spellings.ts";

/** A problem: `invalid_request` for names that cannot be renamed, `unknown_language`. */
export function renameEngine(spec: RenameSpec): Result<Engine> {
  const language = spec.lang === undefined ? undefined : findLanguage(spec.lang);
  return language && !language.ok ? language : build(spec, language?.value);
}

/** Renames the name of a file or directory by the same spellings; languages play no part. */
export function nameRenamer(spec: RenameSpec): Result<(name: string) => string> {
  const engine = build(spec, undefined);
  return engine.ok ? success((name) => engine.value.renameText(name)) : engine;
}

function build(spec: RenameSpec, language: Language | undefined): Result<RenameEngine> {
  const refused = refusal(spec);
  if (refused !== undefined) return failure(problem("invalid_request", refused));
  const { variants, kept, same } = spellingsOf(spec);
  if (variants.length === 0)
    return failure(
      problem("invalid_request", `${spec.from} and ${spec.to} are the same name in every spelling`, {
        suggestion: `--exact renames only the spelling ${spec.from}`,
      }),
    );
  return success(
    new RenameEngine({
      variants,
      kept,
      edges: spec.word ? "identifier" : "subword",
      dashes: "as_the_language_has_them",
      warnings: leftOut(spec, same),
      language,
    }),
  );
}

function refusal({ from, to }: RenameSpec): string | undefined {
  if (from === "") return "the old name is empty";
  if (to === "") return `the new name for ${from} is empty`;
  if (/[\r\n]/.test(from + to)) return "a name cannot hold a line break";
  return from === to ? `the old and the new name are both ${from}` : undefined;
}

function leftOut({ from, to }: RenameSpec, same: Spellings["same"]): Warning[] {
  if (same.length === 0) return [];
  const names = same.join(", ");
  return [
    {
      code: "same_spelling",
      message: `left out because ${from} and ${to} are spelled alike there: ${names}`,
    },
  ];
}
