/** What the tools say of themselves: when to use them, when not, what goes wrong, and two short examples each. */
import type { ToolName } from "./policy.ts";

interface ToolText {
  readonly title: string;
  readonly description: string;
}

/** For the model, before the first call. */
export const instructions = `swath searches and rewrites many files at once: all files or none.
To change code: swath_plan (or swath_rename) -> look at the report -> swath_apply with its plan_id -> swath_undo if it was wrong.
To change one file by hand: swath_read -> swath_edit with the anchors of its rows.
Every error names in "remedies" the arguments that would clear it, most useful first, and often a "suggestion" with the value. A retryable error (stale_plan, hash_mismatch, locked) means: look again, then repeat. Nothing is ever written half.
Lists are cut at limit (100) and 50 KB; counts are always exact, and records_omitted or lines_omitted says how many entries are missing.`;

export const toolTexts: Readonly<Record<ToolName, ToolText>> = {
  swath_search: {
    title: "Search",
    description: `Find where a pattern matches: RE2 regex by default, literal: true for plain text, lang for code (ast-grep pattern).
Use it to look before planning, and for anchors to edit with. Not for file lists (swath_sparse) or whole files (swath_read).
Pitfalls: regexes see one line at a time unless multiline; no look-around or back-references; case matters unless ignore_case or smart_case; ignored and hidden files are left out.
Examples: {"pattern": "TODO|FIXME", "type": ["ts"]} · {"pattern": "console.log($$$A)", "lang": "js", "paths": ["src"]}`,
  },
  swath_plan: {
    title: "Plan a rewrite",
    description: `Compute what a replacement would change, in all files, and keep it under a plan_id for swath_apply. Writes nothing.
Use it for every change over several places. Not for one known line (swath_edit) or for names in several spellings (swath_rename).
Pitfalls: in regex mode $1 and \\n are expanded in the replacement (write $$ for a dollar), in literal mode nothing is; a rewrite whose result matches again is refused as non-convergent; no match is an error unless at_least is 0; without plan_id in the answer there is nothing to apply. With script, a module of the tree is run.
Examples: {"pattern": "http://", "replacement": "https://", "literal": true, "glob": ["*.md"]} · {"pattern": "foo($A)", "replacement": "bar($A)", "lang": "ts", "detail": true}`,
  },
  swath_rename: {
    title: "Plan a rename",
    description: `Plan the rename of an identifier in all its spellings (fooBar, FooBar, foo_bar, FOO_BAR, foo-bar), or of several names at once with map. Returns a plan_id for swath_apply. Writes nothing.
Use it for names of things. Not for phrases or code shapes (swath_plan).
Pitfalls: a name is found inside longer ones (getFooBar) unless word; files keep their names unless paths is true; a target that exists is rename_collision; "in" says where to look.
Examples: {"old": "userName", "new": "accountName", "paths": true} · {"map": ["left=right", "right=left"], "in": ["src"]}`,
  },
  swath_apply: {
    title: "Apply a plan",
    description: `Write exactly the plan that swath_plan or swath_rename returned, all files or none. Returns an apply_id for swath_undo.
Use it once the report of the plan is what you want. Not to retry a plan after stale_plan: plan again, the files have changed.
Pitfalls: a plan whose work is done already is already_applied; recovery_needed means swath_recover first; read-only files need force_readonly.
Examples: {"plan_id": "lq3k9x0a1b2c3d4e"} · {"plan_id": "lq3k9x0a1b2c3d4e", "force_readonly": true}`,
  },
  swath_read: {
    title: "Read a file",
    description: `Read one file, or some of its lines, with counts, checksum and rows {line, hash, anchor, raw}; swath_edit takes the anchors.
Use it before an edit. Not to find something (swath_search) or to look over many files (swath_sparse).
Pitfalls: without lines, head or tail only the first 100 lines are shown; lines_omitted says how many are missing, so read on with lines. Binary files have no text.
Examples: {"path": "src/a.ts"} · {"path": "src/a.ts", "lines": "101:260"}`,
  },
  swath_sparse: {
    title: "List files, read heads",
    description: `List files with their sizes (mode list) or read the first lines of many files (mode read), as far as a budget goes; the last record sums up.
Use it to get to know a tree. Not to find text (swath_search) or to read a file to its end (swath_read).
Pitfalls: ignored and hidden files are left out; truncated and files_budget_dropped say what the budget cut.
Examples: {"mode": "list", "paths": ["src/**/*.ts"]} · {"mode": "read", "paths": ["docs"], "head": 5}`,
  },
  swath_edit: {
    title: "Edit a file",
    description: `Make several edits in one file in one write or none. Each edit has one key: set_line, replace_lines, insert_after (by anchors), replace (quoted text that occurs once) or replace_symbol (a whole declaration; TypeScript, JavaScript, Rust, Java). Returns fresh rows and an apply_id.
Use it for changes by hand. Not for the same change in many places (swath_plan).
Pitfalls: all edits refer to the file as it is before the call; edits that touch the same text are refused; a changed line is hash_mismatch, whose rows are the lines as they are now; never copy "LINE:HASH|" into new_text; "" deletes.
Examples: {"path": "a.ts", "edits": [{"set_line": {"anchor": "3:f1a", "new_text": "let x = 1;"}}]} · {"path": "a.ts", "edits": [{"replace": {"old_text": "foo(1)", "new_text": "foo(2)"}}, {"replace_symbol": {"symbol": "Cart.total", "new_body": "total() {\\n  return 0;\\n}"}}]}`,
  },
  swath_undo: {
    title: "Undo an apply",
    description: `Put back what an apply or edit changed, if the files are still as it left them.
Use it when a change was wrong. Not after later edits of the same files: that is stale_plan, and nothing is written.
Pitfalls: without id it undoes the latest change under the root, whoever made it; give the apply_id.
Examples: {"id": "lq3k9x0a-2f"} · {}`,
  },
  swath_recover: {
    title: "Recover an interrupted apply",
    description: `Bring the files of an apply that was killed half way to all old or all new, from its journal.
Use it only after recovery_needed. Not to take back a finished apply (swath_undo).
Pitfalls: files that somebody has changed since are left alone and named.
Examples: {} · {"paths": ["src"]}`,
  },
};
