/** Standard input as a whole. */
import { systemProblem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";

export async function readInput(): Promise<Result<Uint8Array>> {
  try {
    return success(await Bun.stdin.bytes());
  } catch (error) {
    return failure({ ...systemProblem("io", error, "read", "standard input"), remedies: [] });
  }
}
