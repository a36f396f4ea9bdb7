/** Surrogates that stand alone: halves of characters, which a caller's program or JSON can hold and no file can. */
import { problem, type Problem } from "./problem.ts";

/** `invalid_request` for the first text in a caller's value that holds one; `whose` names the value. */
export function halfCharacterIn(value: unknown, whose: string): Problem | undefined {
  const place = placeOf(value, "");
  return place === undefined
    ? undefined
    : problem("invalid_request", `${whose}: ${place} holds half a character, which no file can hold`);
}

function placeOf(value: unknown, at: string): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : at;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const place = placeOf(inner, at === "" ? key : `${at}.${key}`);
    if (place !== undefined) return place;
  }
  return undefined;
}
