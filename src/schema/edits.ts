/** Reads the edits that a caller gives, or says in one sentence what is wrong with them. */
import * as v from "valibot";
import { halfCharacterIn } from "../model/half-character.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { editSchema, editsSchema, type Edit } from "./agent.ts";
import { issuesProblem } from "./issues.ts";

/** Edits written as JSON. */
export function parseEdits(json: string): Result<Edit[]> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return failure(
      problem("invalid_request", `the edits are no JSON: ${(error as Error).message}`, {
        suggestion: 'Write a list such as [{"set_line": {"anchor": "3:f1a", "new_text": "x"}}].',
      }),
    );
  }
  const parsed = v.safeParse(editsSchema, value);
  if (!parsed.success)
    return failure(
      issuesProblem(parsed.issues, { kind: "invalid_request", noun: "key", known: editKeys, list: "edits" }),
    );
  const torn = halfCharacterIn(parsed.output, "edits");
  return torn ? failure(torn) : success(parsed.output);
}

/** The keys that may stand at a place in the list of edits. */
export function editKeys(at: readonly string[]): readonly string[] {
  const variants = editSchema.pipe[0].entries;
  const variant = at.find((key) => Object.hasOwn(variants, key)) as keyof typeof variants | undefined;
  return Object.keys(variant === undefined ? variants : variants[variant].wrapped.entries);
}
