/** The values of flags: text to numbers, sizes and choices, and back to text for help. */
import { byteUnits, bytesOf, sizeAdvice } from "../model/flag.ts";
import type { OptionInfo } from "../model/options.ts";
import { nearestName, type Advised } from "../model/nearest.ts";

export type FlagValue = boolean | number | string;

export type ReadValue =
  | { readonly ok: true; readonly value: FlagValue }
  /** `wanted` completes a sentence: "--at-least `takes a whole number`". */
  | ({ readonly ok: false; readonly wanted: string } & Advised);

type ValueInfo = Pick<OptionInfo, "kind" | "choices">;

export function readValue(info: ValueInfo, text: string): ReadValue {
  switch (info.kind) {
    case "boolean":
      return text === "true" || text === "false" ? taken(text === "true") : { ok: false, wanted: "is true or false" };
    case "count":
      return readCount(text);
    case "bytes":
      return readBytes(text);
    case "seconds":
      return readSeconds(text);
    case "choice":
      return readChoice(info.choices ?? [], text);
    case "path":
      return text === "" ? { ok: false, wanted: "takes a path" } : taken(text);
    case "string":
      return taken(text);
    default:
      return info.kind satisfies never;
  }
}

/** A number of bytes as a flag takes it: `10M`, or digits where no suffix is exact. */
export function showBytes(bytes: number): string {
  for (const [suffix, unit] of Object.entries(byteUnits).toReversed())
    if (bytes >= unit && bytes % unit === 0) return `${bytes / unit}${suffix}`;
  return String(bytes);
}

function readCount(text: string): ReadValue {
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value)
    ? taken(value)
    : { ok: false, wanted: "takes a whole number" };
}

function readBytes(text: string): ReadValue {
  const value = bytesOf(text);
  if (value !== undefined) return taken(value);
  return { ok: false, wanted: "takes a number of bytes", suggestion: sizeAdvice };
}

function readSeconds(text: string): ReadValue {
  const value = Number(text);
  if (/^(\d+\.?\d*|\.\d+)$/.test(text) && value > 0 && Number.isFinite(value)) return taken(value);
  return {
    ok: false,
    wanted: "takes a number of seconds above zero",
    suggestion: "Write seconds, fractions allowed: 0.5, 30.",
  };
}

function readChoice(choices: readonly string[], text: string): ReadValue {
  if (choices.includes(text)) return taken(text);
  const near = nearestName(text, choices);
  return {
    ok: false,
    wanted: `takes one of ${choices.join(", ")}`,
    near,
  };
}

function taken(value: FlagValue): ReadValue {
  return { ok: true, value };
}
