/** What people are told of files that were not searched. */
import { counted } from "../model/counted.ts";
import type { SkipReason } from "../model/outcome.ts";
import type { Skipped } from "../model/report.ts";

export function skipLine({ reason, count, paths }: Skipped): string {
  const more = count > paths.length ? ", …" : "";
  return `skipped ${counted(count, "file")}, ${skipReasons[reason]}: ${paths.join(", ")}${more}\n`;
}

const skipReasons: Readonly<Record<SkipReason, string>> = {
  binary: "binary",
  too_large: "larger than --max-bytes",
  encoding: "not in the encoding",
  name_not_utf8: "name not UTF-8",
  special: "no regular file",
  unreadable: "unreadable",
  budget: "beyond the budget",
};
