/** Edits and findings as places in files: what SARIF and annotations have in common. */
import type { Finding, ListedEdit, RuleNote, Severity } from "../model/outcome.ts";
import type { ShownPath } from "../model/path.ts";

export interface FileEdits {
  readonly path: ShownPath;
  /** How many edits the file has, listed or not. */
  readonly matches: number;
  readonly edits?: readonly ListedEdit[];
}

export interface Place {
  readonly path: ShownPath;
  /** 1-based, like the columns; columns count UTF-16 units and the end is exclusive. */
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** Absent for an edit of a single pattern. */
  readonly rule?: string;
  readonly severity: Severity;
  readonly message: string;
  /** The text that an edit takes away and the one it puts there. */
  readonly edit?: { readonly before: string; readonly after: string };
}

export type RuleNotes = ReadonlyMap<string, RuleNote>;

/**
 * All places, edits before findings, each in path order; made while they are looked at, as often as that is. An edit has its rule's severity, or else the one given.
 */
export function placesOf(
  changes: readonly FileEdits[],
  findings: readonly Finding[],
  severity: Severity,
  notes: RuleNotes = new Map(),
): Iterable<Place> {
  return {
    *[Symbol.iterator]() {
      for (const { path, edits = [] } of changes)
        for (const edit of edits) yield editPlace(path, edit, severity, notes);
      for (const finding of findings) if (finding.severity !== "off") yield findingPlace(finding);
    },
  };
}

function editPlace(path: ShownPath, edit: ListedEdit, severity: Severity, notes: RuleNotes): Place {
  const note = edit.rule === undefined ? undefined : notes.get(edit.rule);
  const startColumn = edit.utf16Column ?? edit.column;
  const lines = edit.before.split("\n");
  const last = lines.at(-1)!.length;
  return {
    path,
    startLine: edit.line,
    startColumn,
    endLine: edit.line + lines.length - 1,
    endColumn: lines.length === 1 ? startColumn + last : 1 + last,
    ...(edit.rule !== undefined && { rule: edit.rule }),
    severity: note?.severity ?? severity,
    message: withNote(editMessage(edit), note),
    edit: { before: edit.before, after: edit.after },
  };
}

/** A message with variables means nothing without its match, and is left out. */
function withNote(message: string, note: RuleNote | undefined): string {
  if (!note || note.message === "" || /\$[A-Z_$]/.test(note.message)) return message;
  return `${note.message.replace(/\.$/, "")}: ${message}`;
}

function editMessage({ before, after }: ListedEdit): string {
  if (before === "") return `insert ${quoted(after)}`;
  return after === "" ? `remove ${quoted(before)}` : `replace ${quoted(before)} with ${quoted(after)}`;
}

/** At most this many characters of a text are repeated in a message. */
const longest = 100;

function quoted(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

function findingPlace(finding: Finding): Place {
  return {
    path: finding.path,
    startLine: finding.line,
    startColumn: finding.utf16Column ?? finding.column,
    rule: finding.rule,
    severity: finding.severity,
    message: finding.message,
  };
}
