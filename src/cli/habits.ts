/** What people write out of habit from grep, sed and git, and what does the same here. */
import type { VerbName } from "./verbs.ts";

interface Habit {
  readonly flags: readonly string[];
  /** Where it is met with this answer; every verb unless said. */
  readonly verbs?: readonly VerbName[];
  /** One sentence. */
  readonly instead: string;
}

/** The first that fits holds. */
export const habits: readonly Habit[] = [
  {
    flags: ["--dry-run", "-n"],
    verbs: ["apply"],
    instead: "Write swath plan with the same operands: it shows the diff.",
  },
  { flags: ["--dry-run", "-n"], verbs: ["rename"], instead: "Leave it out: a rename is only planned without --apply." },
  {
    flags: ["--dry-run", "-n"],
    verbs: ["plan", "check"],
    instead: "Leave it out: plan and check change no file that they search.",
  },
  { flags: ["--dry-run", "-n"], verbs: ["undo"], instead: "Write --list to see what can be put back." },
  { flags: ["--apply", "--write"], verbs: ["plan"], instead: "Write swath apply with the same operands." },
  { flags: ["--fix", "--apply", "--write"], verbs: ["check"], instead: "Write swath apply with the same operands." },
  { flags: ["--write", "--in-place", "--yes", "-y"], verbs: ["apply"], instead: "Leave it out: apply writes at once." },
  {
    flags: ["--interactive", "--patch-mode", "-p"],
    verbs: ["apply"],
    instead: "Write --review to be asked about each hunk.",
  },
  {
    flags: ["--stat"],
    verbs: ["plan"],
    instead: "Write swath check with the same operands: it prints the counts alone.",
  },
  {
    flags: ["--replace"],
    verbs: ["search"],
    instead: "Write swath plan PATTERN REPLACEMENT to see what would change.",
  },
  { flags: ["--line-number", "-n"], verbs: ["search"], instead: "Leave it out: lines are numbered anyway." },
  { flags: ["--count", "-c"], verbs: ["search"], instead: "Leave it out: the summary counts matches and files." },
  { flags: ["--files-with-matches"], verbs: ["search"], instead: "Write --json, which lists the matches by file." },
  {
    flags: ["--only-matching", "-o"],
    verbs: ["search"],
    instead: "Write --json, whose snippets are the matched text.",
  },
  {
    flags: ["--context", "-C", "--after-context", "-A", "--before-context", "-B"],
    verbs: ["search"],
    instead: "Write swath read FILE --lines A:B to see the lines around a match.",
  },
  {
    flags: ["--recursive", "-r", "-R"],
    instead: "Leave it out: directories are searched with all that is below them.",
  },
  { flags: ["--regexp", "-e"], instead: "Give the pattern as the first operand, behind -- if it starts with a dash." },
  {
    flags: ["--extended-regexp", "-E", "--perl-regexp", "-P"],
    instead: "Leave it out: patterns are RE2 regular expressions (swath help patterns).",
  },
  { flags: ["--include", "--ext", "--extension"], instead: "Write -g '*.EXT', or -t TYPE for one of ripgrep's types." },
  { flags: ["--exclude", "--exclude-dir"], instead: "Write -g '!GLOB'." },
  { flags: ["--language"], instead: "Did you mean --lang?" },
  { flags: ["--no-color", "--no-colour"], instead: "Write --color never." },
];

/** `flag` with its dashes. */
export function habitOf(verb: VerbName, flag: string): string | undefined {
  return habits.find(({ flags, verbs }) => flags.includes(flag) && (verbs?.includes(verb) ?? true))?.instead;
}
