/** A text rule, ready to run: the engine of its pattern or of its map of names. */
import type { Engine } from "../match/engine.ts";
import { renameMapEngine } from "../match/rename-map.ts";
import { textEngine } from "../match/rewrite-text.ts";
import type { Result } from "../model/result.ts";
import type { TextRuleDocument } from "../schema/rule.ts";
import { wordsOfRegex } from "./regex-words.ts";
import { nothingNeeded, textNeeded, type Requirement } from "./requirement.ts";

export interface TextRule {
  readonly engine: Engine;
  /** It has something to put in place of what it finds. */
  readonly rewrites: boolean;
  /** It is a map of names. */
  readonly renames: boolean;
  readonly requirement: Requirement;
}

export function compileTextRule(document: TextRuleDocument): Result<TextRule> {
  const engine = engineFor(document);
  if (!engine.ok) return engine;
  const renames = document.rename !== undefined;
  const rewrites = renames || document.replace !== undefined;
  return { ok: true, value: { engine: engine.value, rewrites, renames, requirement: requirement(document) } };
}

function engineFor(document: TextRuleDocument): Result<Engine> {
  if (document.rename !== undefined)
    return renameMapEngine({ kind: "rename_map", pairs: Object.entries(document.rename) });
  return textEngine({
    kind: "text",
    pattern: document.literal ?? document.regex ?? "",
    ...(document.replace !== undefined && { replacement: document.replace }),
    preserveCase: document.preserve_case ?? false,
    options: {
      literal: document.literal !== undefined,
      ignoreCase: document.ignore_case ?? false,
      smartCase: document.smart_case ?? false,
      word: document.word ?? false,
      multiline: (document.multiline ?? false) || (document.dotall ?? false),
      dotall: document.dotall ?? false,
      eol: document.eol ?? "auto",
    },
  });
}

function requirement(document: TextRuleDocument): Requirement {
  if (document.rename !== undefined) return { kind: "any", of: Object.keys(document.rename).map(textNeeded) };
  if (document.ignore_case === true || document.smart_case === true) return nothingNeeded;
  return document.literal === undefined ? wordsOfRegex(document.regex ?? "") : textNeeded(document.literal);
}
