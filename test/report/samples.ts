/** One report of every kind with everything it can say, and the shortest of each. */
import type { Report } from "../../src/model/report.ts";

const hash = (letter: string): string => letter.repeat(64);

const extensions = {
  renames: [{ from: "src/user.ts", to: "src/account.ts" }],
  variants: [{ from: "userName", to: "accountName", matches: 3 }],
  skipped: [{ reason: "binary", count: 7, paths: ["a.png", "b.png", "c.png", "d.png", "e.png"] }],
  partial: true,
  walker_stopped_early: true,
  files_budget_dropped: 2,
  files_failed: 1,
  errors: [{ path: "locked.txt", error: "io", message: "cannot read locked.txt: permission denied (EACCES)" }],
  records_omitted: 12,
  dropped: [{ path: "a.ts", line: 4, rule: "no-var", reason: "overlaps the edit of no-let at line 4" }],
  warnings: [{ code: "once_only", message: "a second run would swap the names back", path: "map.json" }],
  rules: [{ id: "no-var", files: 1, matches: 2 }],
  findings: [{ path: "a.ts", line: 9, column: 3, rule: "no-eval", severity: "error", message: "eval is evil" }],
  apply_id: "mh2k3x1a-5z",
  plan_id: "p1",
  plan_file: "fix.plan",
  stats: { elapsed_ms: 12, bytes_read: 3456, threads: 2, files_per_second: 250 },
} as const;

export const full = {
  plan: {
    kind: "plan",
    outcome: "changes",
    files_scanned: 3,
    total_matches: 2,
    files_changed: 1,
    changes: [
      {
        path: "a.ts",
        matches: 2,
        hash_before: hash("a"),
        hash_after: hash("b"),
        encoding: "utf-8",
        eol: "lf",
        edits: [{ start: 0, end: 0, line: 1, column: 1, before: "", after: "x", rule: "no-var" }],
      },
    ],
    ...extensions,
  },
  apply: { kind: "apply", outcome: "changes", files_scanned: 3, total_matches: 2, files_written: 1, ...extensions },
  check: {
    kind: "check",
    outcome: "findings",
    files_scanned: 3,
    total_matches: 0,
    files_would_change: 0,
    ...extensions,
  },
  search: {
    kind: "search",
    files_scanned: 1,
    total_matches: 1,
    files: [
      {
        path: "a.ts",
        matches: [
          {
            line: 2,
            column: 17,
            snippet: "f()",
            start: 21,
            end: 24,
            text: "export f()",
            anchor: "2:bfd",
            captures: { name: "f" },
          },
        ],
      },
    ],
    ...extensions,
  },
  error: {
    kind: "error",
    error: "too_few_matches",
    message: "found no match, and at least 1 was asked for",
    exit_code: 2,
    remedies: ["at_least"],
    error_class: "precondition_failed",
    retryable: false,
    path: "a.ts",
    line: 1,
    column: 2,
    suggestion: "Give --at-least 0.",
    details: { found: 0, required: 1 },
    candidates: [{ path: "a.ts", line: 1, text: "fetchUser()", similarity: 0.9 }],
    similar_paths: ["b.ts"],
  },
  recover: { kind: "recover", outcome: "rolled_back", files_restored: 2, files_completed: 0, temps_removed: 1 },
  undo: { kind: "undo", outcome: "changes", files_restored: 2, apply_id: "mh2k3x1a-5z" },
  test: {
    kind: "test",
    outcome: "failed",
    rules: 2,
    tests: 5,
    failures: [{ rule: "no-var", test: "var a = 1", reason: "expected a match\nfound none" }],
  },
} as const satisfies { readonly [Kind in Report["kind"]]: Extract<Report, { kind: Kind }> };

export const bare = {
  plan: { kind: "plan", outcome: "already_applied", files_scanned: 0, total_matches: 0, files_changed: 0, changes: [] },
  apply: { kind: "apply", outcome: "already_applied", files_scanned: 2, total_matches: 0, files_written: 0 },
  check: { kind: "check", outcome: "already_applied", files_scanned: 2, total_matches: 0, files_would_change: 0 },
  search: { kind: "search", files_scanned: 1, total_matches: 0, files: [] },
  error: {
    kind: "error",
    error: "stale_plan",
    message: "a.ts has changed since it was planned",
    exit_code: 3,
    remedies: [],
    error_class: "conflict",
    retryable: true,
  },
  recover: { kind: "recover", outcome: "nothing_to_do", files_restored: 0, files_completed: 0, temps_removed: 0 },
  undo: { kind: "undo", outcome: "changes", files_restored: 1, apply_id: "1" },
  test: { kind: "test", outcome: "passed", rules: 1, tests: 1, failures: [] },
} as const satisfies { readonly [Kind in Report["kind"]]: Extract<Report, { kind: Kind }> };

export const kinds = Object.keys(full) as Report["kind"][];
