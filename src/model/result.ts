/** Success or failure as plain data. Functions throw only for bugs. */
import type { Problem } from "./problem.ts";

export type Result<T> = Success<T> | Failure;

export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Failure {
  readonly ok: false;
  readonly problem: Problem;
}

export function success<T>(value: T): Success<T> {
  return { ok: true, value };
}

export function failure(problem: Problem): Failure {
  return { ok: false, problem };
}
