/** Exit statuses, and which one a report ends with. The same with `--json` and `--quiet`. */
import type { Report } from "../model/report.ts";

export const ExitCode = {
  /** Done, or nothing to do. */
  success: 0,
  /** A check would change something, a quiet search found nothing, a rule's test failed. */
  negative: 1,
  /** The number of matches is outside its bounds. */
  guard: 2,
  /** Any other error, usage included. */
  error: 3,
  /** Stopped by SIGINT. */
  interrupted: 130,
  /** Stopped by SIGTERM. */
  terminated: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export interface Verdict {
  readonly quiet: boolean;
  /** False when a check's edits are none that fail the gate. */
  readonly failsGate?: boolean | undefined;
}

export function exitCode(report: Report, { quiet, failsGate = true }: Verdict): ExitCode {
  switch (report.kind) {
    case "error":
      return report.exit_code;
    case "check":
      if (report.outcome === "findings") return ExitCode.negative;
      return report.outcome === "changes" && failsGate ? ExitCode.negative : ExitCode.success;
    case "search":
      return quiet && report.total_matches === 0 ? ExitCode.negative : ExitCode.success;
    case "test":
      return report.outcome === "failed" ? ExitCode.negative : ExitCode.success;
    case "plan":
    case "apply":
    case "recover":
    case "undo":
      return ExitCode.success;
    default:
      return report satisfies never;
  }
}
