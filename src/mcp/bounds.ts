/** Keeps an answer to a size that a model can take in: whole entries only, and a count of every one that was left out. */

/** Of an answer as JSON. */
export const mostBytes = 50 * 1024;

/** Entries listed unless `limit` says otherwise. */
export const defaultLimit = 100;

/** Lists of a report that may be cut, the first to be cut last. */
const cuttable = ["changes", "files", "findings", "renames", "dropped", "warnings", "variants", "rules"] as const;

type Wire = Record<string, unknown>;

/** A report as it is printed; what is cut adds to its `records_omitted`. Reports that fit stay as they are. */
export function bounded(report: Wire, most = mostBytes): Wire {
  let room = most - sizeOf({ ...report, ...Object.fromEntries(cuttable.map((key) => [key, []])) }) - spare;
  if (sizeOf(report) <= most) return report;
  const cut: Wire = { ...report };
  let omitted = 0;
  for (const key of cuttable) {
    if (!Array.isArray(report[key])) continue;
    const kept = key === "files" ? fitFiles(report[key] as FoundFile[], room) : fitList(report[key] as unknown[], room);
    cut[key] = kept.list;
    room -= kept.bytes;
    omitted += kept.omitted;
    if (kept.list.length === 0 && key !== "changes" && key !== "files") delete cut[key];
  }
  return withOmitted(cut, ((report["records_omitted"] as number | undefined) ?? 0) + omitted);
}

/** Bytes for what the cut itself adds. */
const spare = 64;

interface Kept<T> {
  readonly list: T[];
  readonly bytes: number;
  readonly omitted: number;
  /** Entries were left out for which there would have been room in an empty answer. */
  readonly full: boolean;
}

/** Entries in their order until there is no more room. One that is larger than all the room does not keep others out. */
function fitList<T>(list: readonly T[], room: number, used = 0): Kept<T> {
  const kept: T[] = [];
  let bytes = 0;
  for (const entry of list) {
    const size = sizeOf(entry) + 1;
    if (size > room) continue;
    if (used + bytes + size > room) return { list: kept, bytes, omitted: list.length - kept.length, full: true };
    kept.push(entry);
    bytes += size;
  }
  return { list: kept, bytes, omitted: list.length - kept.length, full: false };
}

interface FoundFile {
  readonly path: string;
  readonly matches: readonly unknown[];
}

/** The matches of a search are its entries; the file that holds them is not. */
function fitFiles(files: readonly FoundFile[], room: number): Kept<FoundFile> {
  const list: FoundFile[] = [];
  let bytes = 0;
  let omitted = 0;
  let full = false;
  for (const file of files) {
    if (full) {
      omitted += file.matches.length;
      continue;
    }
    const frame = sizeOf({ ...file, matches: [] }) + 1;
    const kept = fitList(file.matches, room - frame, bytes);
    omitted += kept.omitted;
    full = kept.full;
    if (kept.list.length === 0) continue;
    list.push({ ...file, matches: kept.list });
    bytes += frame + kept.bytes;
  }
  return { list, bytes, omitted, full };
}

/** `records_omitted` stands where the report's own order of keys has it: before what may follow it. */
function withOmitted(report: Wire, omitted: number): Wire {
  if (omitted === 0) return report;
  const after = new Set(["dropped", "warnings", "rules", "findings", "apply_id", "plan_id", "plan_file", "stats"]);
  const { records_omitted: _, ...rest } = report;
  const entries = Object.entries(rest);
  return Object.fromEntries([
    ...entries.filter(([key]) => !after.has(key)),
    ["records_omitted", omitted],
    ...entries.filter(([key]) => after.has(key)),
  ]);
}

export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
