/** What each tool may do, for hosts that decide which tools an agent gets. Loads nothing. */

export interface ToolPolicy {
  readonly tool: ToolName;
  readonly mutability: "read-only" | "mutating";
  /** `not-safe-by-default`: writes files, so somebody should have said yes. */
  readonly defaultExposure: "safe-by-default" | "opt-in" | "not-safe-by-default";
  readonly destructive: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotent: boolean;
}

export type ToolName =
  | "swath_plan"
  | "swath_apply"
  | "swath_search"
  | "swath_rename"
  | "swath_read"
  | "swath_sparse"
  | "swath_edit"
  | "swath_recover"
  | "swath_undo";

const reads = {
  mutability: "read-only",
  defaultExposure: "safe-by-default",
  destructive: false,
  idempotent: true,
} as const;
const writes = { mutability: "mutating", defaultExposure: "not-safe-by-default", destructive: true } as const;

/** In the order in which the tools are listed. */
export const toolPolicies: readonly ToolPolicy[] = [
  { tool: "swath_search", ...reads },
  { tool: "swath_plan", ...reads },
  { tool: "swath_rename", ...reads },
  { tool: "swath_apply", ...writes, idempotent: true },
  { tool: "swath_read", ...reads },
  { tool: "swath_sparse", ...reads },
  { tool: "swath_edit", ...writes, idempotent: false },
  { tool: "swath_undo", ...writes, idempotent: false },
  { tool: "swath_recover", ...writes, defaultExposure: "opt-in", idempotent: true },
];
