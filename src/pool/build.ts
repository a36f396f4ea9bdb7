/**
 * From a description to the engine it describes, once on each thread. What a run does not need is not loaded: a search
 * for text knows no parser.
 */
import type { Engine } from "../match/engine.ts";
import type { Result } from "../model/result.ts";
import type { EngineSpec } from "../model/spec.ts";

/** Fails on patterns, templates, rules and scripts that cannot be used. `onCall`: told the line of each match that a script is called for. */
export async function buildEngine(spec: EngineSpec, onCall?: (line: number) => void): Promise<Result<Engine>> {
  switch (spec.kind) {
    case "text":
      if (spec.script) return (await import("../match/script.ts")).scriptEngine(spec, onCall);
      return (await import("../match/rewrite-text.ts")).textEngine(spec);
    case "structural":
      if (spec.script) return (await import("../match/script.ts")).scriptEngine(spec, onCall);
      return (await import("../match/structural.ts")).structuralEngine(spec);
    case "rules":
      return (await import("../rules/engine.ts")).rulesEngine(spec);
    case "rename":
      return (await import("../match/rename.ts")).renameEngine(spec);
    case "rename_map":
      return (await import("../match/rename-map.ts")).renameMapEngine(spec);
    default:
      return spec satisfies never;
  }
}
