/** What every command gets, and the colours and refusals that commands share. */
import { problem, type Problem } from "../model/problem.ts";
import { coloured, plain, type Paint } from "../report/paint.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Operand, ParsedFlags } from "./flags.ts";
import type { Io } from "./io.ts";
import type { Sink } from "./output.ts";
import { formsOf, type VerbName } from "./verbs.ts";

export interface Invocation {
  readonly verb: VerbName;
  readonly given: ParsedFlags["given"];
  readonly operands: readonly Operand[];
  readonly io: Io;
}

export type Command = (invocation: Invocation) => Promise<ExitCode>;

/** Colours for a stream: as `--color` says, else as `FORCE_COLOR` and then `NO_COLOR` say, else only on a terminal. */
export function paintFor(sink: Sink, color: unknown, env: Io["host"]["env"]): Paint {
  if (color === "always") return coloured;
  if (color === "never") return plain;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced === "0" || forced === "false" ? plain : coloured;
  if (env["NO_COLOR"]) return plain;
  return sink.isTerminal && env["TERM"] !== "dumb" ? coloured : plain;
}

/** Operands beyond those a verb takes. */
export function tooMany(verb: VerbName, operands: readonly Operand[], most: number): Problem | undefined {
  if (operands.length <= most) return undefined;
  return problem("invalid_request", `swath ${verb} has no use for "${operands[most]!.text}"`, {
    suggestion: formsOf(verb),
  });
}
