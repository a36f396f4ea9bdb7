/** The verbs agree with each other on random small trees: what is planned is checked, shown, applied, known as applied and put back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { apply, check, plan, rename, undo } from "../../src/index.ts";
import type { ApplyReport, ErrorReport, PlanReport } from "../../src/index.ts";

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-verbs-")));
const stateHome = process.env["XDG_STATE_HOME"];
beforeAll(() => void (process.env["XDG_STATE_HOME"] = path.join(base, "state")));
afterAll(() => {
  if (stateHome === undefined) delete process.env["XDG_STATE_HOME"];
  else process.env["XDG_STATE_HOME"] = stateHome;
  fs.rmSync(base, { recursive: true, force: true });
});

const directories = ["foo", "sub", "sub/FooBar"];
const names = ["foo.txt", "foo_bar.ts", "FooBar.md", "ü x.txt", "a*b", 'q"\\.txt', ".foo"];
const contents = fc
  .record({
    words: fc.array(fc.constantFrom("foo", "fooBar", "FOO_BAR", "bar", " ", ".", "é", "\n", "\r\n", "\n"), {
      maxLength: 12,
    }),
    encoded: fc.constantFrom<(text: string) => Buffer>(
      (text) => Buffer.from(text),
      (text) => Buffer.from(`\uFEFF${text}`),
      (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
      (text) => Buffer.from(text, "latin1"),
      (text) => Buffer.from(`${text}\0`),
    ),
  })
  .map(({ words, encoded }) => encoded(words.join("")));

const trees = fc.record({
  files: fc.dictionary(
    fc.tuple(fc.constantFrom("", ...directories), fc.constantFrom(...names)).map((parts) => path.join(...parts)),
    fc.record({ bytes: contents, mode: fc.constantFrom(0o644, 0o644, 0o644, 0o644, 0o755, 0o444) }),
    { minKeys: 1, maxKeys: 8 },
  ),
  links: fc.constantFrom("none", "hard", "symbolic"),
  repository: fc.boolean(),
});

interface Place {
  /** Where it is run. */
  readonly directory: string;
  readonly paths: readonly string[];
}

const settings = fc.constantFrom<object>(
  {},
  {},
  {},
  { hidden: true, partial: true },
  { glob: ["*.t*"] },
  { glob: ["!foo"], word: true },
  { max_bytes: 10 },
  { max_files: 2 },
  { max_files: 2, partial: true },
  { at_most: 2 },
);

const requests = fc.record({
  settings,
  place: fc.constantFrom<Place>(
    { directory: "", paths: [] },
    { directory: "", paths: ["foo", "foo"] },
    { directory: "", paths: ["*.t*", "a*b", "foo/foo.txt"] },
    { directory: "sub", paths: [] },
    { directory: "sub", paths: [".."] },
    { directory: "sub", paths: ["a*b", "../foo/foo.txt"] },
  ),
  what: fc.oneof(
    fc.record({
      pattern: fc.constantFrom("foo", "bar", "^", "\\s+$", "\\bfoo", "\\n", "(é|foo)B"),
      replacement: fc.constantFrom("zip", "", "FOO", "<$0>", "x\\ny"),
    }),
    fc.record({ from: fc.constantFrom("foo", "fooBar"), to: fc.constantFrom("zip", "newName"), paths: fc.boolean() }),
    fc.constant({ map: ["foo=bar", "bar=foo"], paths: true }),
  ),
});

type Tree = typeof trees extends fc.Arbitrary<infer T> ? T : never;
type Asked = typeof requests extends fc.Arbitrary<infer T> ? T : never;

function verbsOf({ what, place: { paths }, settings: given }: Asked, cwd: string) {
  if ("pattern" in what) {
    const asked = { ...given, ...what, paths };
    return {
      planning: (more: object) => plan({ ...asked, ...more }, { cwd }),
      checking: () => check(asked, { cwd }),
      applying: () => apply(asked, { cwd }),
    };
  }
  const asked = { ...given, ...what, roots: paths };
  return {
    planning: (more: object) => rename({ ...asked, ...more }, { cwd }) as Promise<PlanReport | ErrorReport>,
    checking: async () => undefined,
    applying: () => rename({ ...asked, apply: true }, { cwd }) as Promise<ApplyReport | ErrorReport>,
  };
}

function grow(root: string, { files, links, repository }: Tree): void {
  for (const directory of [...directories, ...(repository ? [".git"] : [])])
    fs.mkdirSync(path.join(root, directory), { recursive: true });
  for (const [name, { bytes, mode }] of Object.entries(files)) fs.writeFileSync(path.join(root, name), bytes, { mode });
  if (repository) fs.writeFileSync(path.join(root, ".git/HEAD"), "ref: refs/heads/main\n");
  const [first] = Object.keys(files);
  if (links === "hard") fs.linkSync(path.join(root, first!), path.join(root, "foo/second"));
  if (links === "symbolic") fs.symlinkSync(path.join("..", first!), path.join(root, "foo/second"));
}

interface Entry {
  readonly text: string;
  readonly mode: number;
  readonly inode: number;
  readonly time: number;
}

/** All files and links below, by their names; a link's text is where it leads. */
function look(root: string): Record<string, Entry> {
  const found = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  const places = found
    .filter((entry) => !entry.isDirectory() && !path.relative(root, entry.parentPath).startsWith(".git"))
    .map((entry): [string, Entry] => {
      const place = path.join(entry.parentPath, entry.name);
      const { mode, ino: inode, mtimeMs: time } = fs.lstatSync(place);
      const text = entry.isSymbolicLink() ? fs.readlinkSync(place) : fs.readFileSync(place, "latin1");
      return [path.relative(root, place), { text, mode, inode, time }];
    });
  return Object.fromEntries(places);
}

function textsOf(places: Record<string, Entry>, bits = 0o777): Record<string, readonly [string, number]> {
  return Object.fromEntries(Object.entries(places).map(([name, { text, mode }]) => [name, [text, mode & bits]]));
}

function countsOf(report: PlanReport | ApplyReport): unknown {
  const { total_matches, files_scanned, outcome, renames, skipped } = report;
  const files = report.kind === "plan" ? report.files_changed : report.files_written;
  return { total_matches, files_scanned, outcome, renames, skipped, files };
}

/** What it complains of. */
function gitApply(patch: string, cwd: string): string {
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: base };
  return spawnSync("git", ["apply", "--whitespace=nowarn", patch], { cwd, env, encoding: "utf8" }).stderr;
}

let made = 0;

test("random trees and requests", async () => {
  await fc.assert(
    fc.asyncProperty(trees, requests, async (tree, request) => {
      const { directory, paths } = request.place;
      const root = path.join(base, String(made++), "tree");
      const cwd = path.join(root, directory);
      grow(root, tree);
      const { planning, applying, checking } = verbsOf(request, cwd);
      const patch = path.join(root, "../patch");
      const before = look(root);
      const planned = await planning({ detail: true, patch });
      expect(look(root)).toEqual(before);
      const checked = await checking();
      const applied = await applying();
      const after = look(root);
      if (planned.kind === "error" || applied.kind === "error") {
        expect(after).toEqual(before);
        const refused = applied as ErrorReport;
        if (planned.kind !== "error") expect(refused.error).toBeOneOf(["partial_plan", "read_only"]);
        else expect(refused.error).toBeOneOf(["partial_plan", planned.error]);
        return;
      }
      expect(countsOf(applied)).toEqual(countsOf(planned));
      if (checked)
        expect(checked).toMatchObject({ outcome: planned.outcome, files_would_change: planned.files_changed });
      if (planned.outcome === "already_applied") return expect(after).toEqual(before);
      if (planned.files_changed > 0) expect(textsOf(after)).not.toEqual(textsOf(before));

      const copy = path.join(root, "../copy");
      grow(copy, { ...tree, repository: false });
      const shown = [...planned.changes.map((each) => each.path), ...(planned.renames ?? []).map(({ from }) => from)];
      const isAbove = tree.repository || shown.some((each) => each.startsWith("../"));
      // A diff knows no empty directories, and writes one name of a file that has two.
      if (fs.statSync(patch).size > 0) expect(gitApply(patch, isAbove ? copy : path.join(copy, directory))).toBe("");
      if (tree.links !== "hard") expect(textsOf(look(copy), 0o100)).toEqual(textsOf(after, 0o100));

      const areThere = paths.every((each) => each === "*.t*" || fs.existsSync(path.join(cwd, each)));
      if (areThere) {
        expect(await applying()).toMatchObject({ outcome: "already_applied" });
        expect(look(root)).toEqual(after);
      }
      expect(await undo(applied.apply_id, {}, { cwd })).toMatchObject({ kind: "undo" });
      expect(textsOf(look(root))).toEqual(textsOf(before));
      expect(await planning({ detail: true })).toEqual(planned);
      fs.rmSync(path.dirname(root), { recursive: true });
    }),
    { seed: 20261201, numRuns: 80 },
  );
}, 60_000);
