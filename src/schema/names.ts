/** The names that `swath schema` knows. Apart from the schemas, so that listing them loads nothing. */
export const schemaNames: readonly string[] = [
  "plan",
  "apply",
  "check",
  "search",
  "error",
  "recover",
  "undo",
  "test",
  "report",
  "request",
  "config",
  "plan-file",
];
