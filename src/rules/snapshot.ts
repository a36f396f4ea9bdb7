/** ast-grep's snapshots of fixes: what a text becomes, and where the first match stands. */
import { readDocuments } from "./documents.ts";

export interface Snapshot {
  readonly fixed: string | undefined;
  /** The first label of the style `primary`, in bytes. */
  readonly primary: { readonly start: number; readonly end: number } | undefined;
}

/** Snapshots by their text; a message where the file cannot be read so. */
export function readSnapshots(text: string, path: string): ReadonlyMap<string, Snapshot> | string {
  const { documents, mistakes } = readDocuments(text, path);
  if (mistakes.length > 0) return mistakes[0]!.message;
  const snapshots = (documents[0]?.value as { readonly snapshots?: unknown } | undefined)?.snapshots;
  if (typeof snapshots !== "object" || snapshots === null) return "there are no `snapshots` in it";
  return new Map(Object.entries(snapshots).map(([source, given]) => [source, snapshotOf(given)]));
}

function snapshotOf(given: unknown): Snapshot {
  const { fixed, labels } = (given ?? {}) as { readonly fixed?: unknown; readonly labels?: unknown };
  const primary = Array.isArray(labels)
    ? (labels as readonly Label[]).find((label) => label.style === "primary")
    : undefined;
  return {
    fixed: typeof fixed === "string" ? fixed : undefined,
    primary: primary && { start: primary.start, end: primary.end },
  };
}

interface Label {
  readonly style: string;
  readonly start: number;
  readonly end: number;
}
