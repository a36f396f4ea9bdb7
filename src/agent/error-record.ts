/** A problem as the file verbs tell it: the error envelope of their records, in its order of keys. */
import type { Problem } from "../model/problem.ts";
import { explain, type Reader } from "../report/explain.ts";
import type { ErrorRecord, Row } from "../schema/agent.ts";

/** No file verb can give a partial answer instead. */
export function errorRecord(problem: Problem, reader: Pick<Reader, "agent"> = {}): ErrorRecord {
  const report = explain(problem, { ...reader, writes: true });
  const { rows, match_count: matches, ...details } = report.details ?? {};
  return {
    error: true,
    ok: false,
    code: report.error,
    exit: report.exit_code,
    message: report.message,
    ...(report.path !== undefined && { path: report.path }),
    error_class: report.error_class,
    retryable: report.retryable,
    ...(report.suggestion !== undefined && { suggestion: report.suggestion }),
    ...(report.candidates && {
      candidates: report.candidates.map(({ text, line, similarity }) => ({ text, line, similarity })),
    }),
    ...(matches !== undefined && { match_count: matches as number }),
    ...(report.similar_paths && { similar_paths: [...report.similar_paths] }),
    suggestion_lang: "en",
    ...(report.remedies.length > 0 && { remedies: [...report.remedies] }),
    ...(Object.keys(details).length > 0 && { details }),
    ...(rows !== undefined && { rows: rows as Row[] }),
  };
}
