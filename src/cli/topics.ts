/** The pages of `swath help TOPIC`. Plain text, at most eighty columns. */

export const topicNames = [
  "patterns",
  "replacement",
  "files",
  "guards",
  "budgets",
  "exit-codes",
  "errors",
  "rules",
  "rename",
  "scripts",
  "apply",
  "agents",
] as const;

export type TopicName = (typeof topicNames)[number];

/** `errors` and `exit-codes` are made from their tables; the others are prose. */
export const topics: Readonly<Record<Exclude<TopicName, "errors" | "exit-codes">, string>> = {
  patterns: `PATTERNS

A pattern is a regular expression of the RE2 dialect: always linear time, without
look-around and back-references. -F takes it as plain text, -l LANG as syntax.

Lines. A pattern is matched line by line: ".", "\\s" and negated classes stop at the
line end. One that asks for newlines sees the whole file: an explicit \\n, (?s),
--dotall, or -U. "." then crosses lines only with (?s) or --dotall.
"^" and "$" match at line edges; \\A and \\z are the file's start and end.

Newlines. Every CRLF is seen as one \\n and kept as it is in the file. --eol raw
shows the pattern the bytes as they are.

Words. -w wants no word character next to the match. Case counts, unless -i, or -S
and the pattern has no upper-case letter.

Syntax. With -l LANG the pattern is code with holes: $A is one node, $$$ARGS any
number, $_ one that need not repeat. The same name twice must match the same text.

  swath search 'TODO\\((\\w+)\\)'
  swath plan -U 'begin\\n\\s*end' 'pass'
  swath plan -l js 'console.log($$$A)' 'log.debug($$$A)'

A pattern that starts with a dash stands behind --: swath search -- '-foo'
`,
  replacement: `REPLACEMENT

  $0 or $&      the whole match          \\n \\t \\r     newline, tab, return
  $1 ... $99    a group                 \\xHH \\u{H}   a character by its number
  \${1} \${name}  a group, set apart       \\u \\l        next character up, down
  $name         a group by its name     \\U \\L \\E     upper, lower, until the end
  $$            a dollar                \\\\           a backslash

A "$" before anything else is a dollar. Write \${1}0 for group 1 and then a zero.
A group that took no part gives empty text; one that does not exist is an error
before any file is read.

With -F nothing is expanded: no dollars, no escapes.
With -l LANG the names are the pattern's holes: $A, $$$ARGS.

A newline in the text comes out as the line ending of the place.
--preserve-case lets the text follow each match: foo Foo FOO -> bar Bar BAR.

Quote it for the shell: swath plan 'a(b)' 'c$1'
`,
  files: `FILES

PATHS are files, directories or globs; none means the working directory. Globs in
quotes are expanded by swath. --files-from FILE reads them from a file.

Left out: what .gitignore, .ignore and .swathignore name (--no-ignore), hidden
files (--hidden), version control directories (always). A file named one by one is
considered whatever these say.

  -t ts -T test         by type, in ripgrep's names
  -g '*.md' -g '!old/'  by glob; the last match wins
  --changed  --staged  --since main      what git reports

Links met on the way are not followed; --follow follows those that stay inside. A
link that is named is followed and stays a link. Nothing outside the workspace is
ever written.

Files with a byte-order mark are read and written in their encoding. Binary files are
skipped. Bytes that are not UTF-8 stay as they are; --encoding NAME decodes them.

Every file that was considered and not searched is counted with its reason.
`,
  guards: `GUARDS

--at-least N, --at-most N   how many edits are expected: exit 2 otherwise, and
    nothing is written. plan, apply and rename expect at least one. A rewrite that
    was made already is recognised and is a success, unless --at-least was given.

Convergence. The rewrite is tried on its own result. If that would change a file
again it is refused: use --word, say more in the pattern, or accept it with
--allow-non-convergent.

Syntax. A file that would have more syntax errors than before is refused:
--syntax warn tells it, --allow-syntax-errors does not look.
`,
  budgets: `BUDGETS

  --max-files N          files to consider                     100000
  --max-bytes SIZE       of a file that may be edited          10M
  --max-total-bytes SIZE of all files together                 no limit
  --timeout SECONDS      for the run                           no limit

A budget that is hit is an error and nothing is written. With --partial (search does
so by itself) the run answers from what it could see, and says so; which files a
budget keeps depends on their paths alone. apply refuses a partial plan.

--limit N bounds what is listed, never what is counted.
`,
  rules: `RULES

--rules FILE|DIR|GLOB takes rules instead of a pattern: rules of ast-grep as they are, and
beside them rules for text.

  id: no-http                       id: no-console
  regex: http://([\\w.]+)            language: ts
  replace: https://$1               rule: { pattern: console.log($$$A) }
                                    fix: log.debug($$$A)

Text rules have regex, literal or rename with replace. A rule without a fix only
finds: check fails by it at severity error. All rules see the original text; of
overlapping edits the first wins, and each one dropped is listed.

  swath check --rules rules
  swath apply --rules rules src
  swath test rules                  runs their tests
`,
  rename: `RENAME

  swath rename userName accountName

renames every spelling in one pass: userName UserName user_name USER_NAME user-name,
each to the same spelling of the new name, also inside longer identifiers
(getUserName). --word keeps to whole identifiers, --exact to the spelling given,
--prose adds "user name" and its kin, --lang to identifiers of one language.

--paths renames files and directories too, in the same transaction.
--map OLD=NEW (repeatable) renames exactly these words: swaps come out right.

It shows the diff; --apply writes.
`,
  scripts: `SCRIPTS

--script FILE.ts computes each replacement:

  export default ({ text, groups, named, path, line, column, index }) =>
    text.length > 3 ? text.toUpperCase() : null;     // null: leave it as it is

  // optional: a fresh function for each file
  export const setup = ({ path }) => { let n = 0; return () => String(n++); };

groups[0] is the whole match. The script runs in the workers, and a file may take
--script-timeout seconds. What it prints goes to standard error.
`,
  apply: `APPLY

All files or none. Every file is read again and compared with the plan before the
first write; a file that changed is stale_plan, and nothing is written.

  swath plan foo bar --plan-out ../fix.plan  look at it, send it round
  swath apply --plan ../fix.plan             exactly that, or nothing
  swath apply foo bar --review               ask about each hunk
  swath undo                                 put it back
  swath recover                              after a kill or a power cut

A plan file holds the text that is looked for: keep it outside of the tree, or ignored.
Links stay links, modes stay modes, and files without the owner's write bit are
refused unless named or --force-readonly. One writer for each workspace.
Journals and undo records are kept in .git/swath or the user's state directory.
`,
  agents: `AGENTS

  --json             the report as one line; errors too, with the options that
                     would clear them
  --detail           byte positions, hashes, lines and anchors
  --limit N          a bounded list with exact counts

  swath read FILE --anchors            lines as LINE:HASH
  swath edit FILE --edits JSON         set_line, replace_lines, insert_after,
                                       replace, replace_symbol; one write or none
  swath sparse list|read PATHS         many files under a budget
  swath mcp                            all of it as an MCP server
  swath schema NAME                    what the answers look like

A stale anchor is refused with the fresh lines; nothing is merged in silence.
`,
};

export function isTopic(word: string): word is TopicName {
  return (topicNames as readonly string[]).includes(word);
}
