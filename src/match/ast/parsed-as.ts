/** Warnings of patterns that found nothing: how they were read, and what would be read otherwise. */
import type { Warning } from "../../model/outcome.ts";
import { parseSummary } from "./describe.ts";
import type { Pattern } from "./pattern.ts";
import { readingsOf } from "./readings.ts";

/** `owner` says whose pattern it is, where a run has several: " of the rule no-eval". */
export function parsedAs({ language, source, node }: Pattern, owner = ""): Warning {
  const others = readingsOf(language, source).filter((reading) => reading.kind !== node.kind());
  const otherwise = others.map((reading) => `; as ${reading.label} it is ${reading.kind}: ${reading.advice}`);
  return {
    code: "pattern_parsed_as",
    message: `nothing matches ${JSON.stringify(source)}${owner}, which ${language.name} reads as ${parseSummary(node)}${otherwise.join("")}`,
  };
}

/** Whether the text is a call inside a program and something else by itself, as `f($A)` of C is a type: such a pattern finds next to nothing. */
export function isMisreadCall({ language, source, node }: Pattern): boolean {
  return !isCall(node.kind()) && readingsOf(language, source).some((reading) => isCall(reading.kind));
}

function isCall(kind: string): boolean {
  return kind === "call" || kind === "call_expression" || kind === "method_invocation";
}
