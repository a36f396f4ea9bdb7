/**
 * Runs one contract case against the command line: builds the tree, runs each step, and compares exit status, streams,
 * reports and what is on the disk afterwards with what the case says. Returns what differs, or undefined.
 *
 * A case is data (see the `.json` files beside this one). Of a step:
 *   argv, cwd, stdin, env     how the command is run, in the tree
 *   first                     changes made to the tree before it
 *   exit, stdout, stderr      expected; text is exact, `{has, lacks}` looks for parts
 *   report, lines             expected JSON of standard output: one report, or one record a line
 *   after                     what changed in the tree; every other path must be as it was
 *   inode                     paths that must not have been written
 *   holds                     files the step must have written, also outside the tree
 *   patch, applied            standard output (true) or a file that `git apply` takes, and what it makes of the tree
 *
 * Reports are compared in part: an object must hold the given keys; `$has`, `$re`, `$any`, `$absent` and `$keys` say more.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

interface FileSpec {
  readonly text?: string;
  readonly b64?: string;
  readonly repeat?: string;
  readonly times?: number;
  readonly mode?: string;
  readonly link?: string;
  readonly hard?: string;
  readonly dir?: true;
  readonly fifo?: true;
}

type Given = string | FileSpec | null;
type Tree = Readonly<Record<string, Given>>;

interface TextExpectation {
  readonly b64?: string;
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly json?: unknown;
}

interface Step {
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly stdin?: string | FileSpec;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeout_ms?: number;
  readonly first?: Tree;
  readonly exit?: number;
  readonly report?: unknown;
  readonly lines?: unknown;
  readonly stdout?: string | TextExpectation;
  readonly stderr?: string | TextExpectation;
  readonly after?: Tree;
  readonly inode?: readonly string[];
  readonly holds?: Readonly<Record<string, string | TextExpectation>>;
  readonly patch?: true | string;
  readonly applied?: Tree;
}

export interface Case extends Step {
  readonly id: string;
  readonly group: string;
  readonly why: string;
  readonly tree?: Tree;
  readonly steps?: readonly Step[];
}

export function runCase(item: Case, command: readonly string[]): string | undefined {
  const base = fs.mkdtempSync(path.join(os.tmpdir(), "swath-case-"));
  const root = path.join(base, "tree");
  fs.mkdirSync(root);
  try {
    for (const [name, content] of Object.entries(item.tree ?? {})) put(root, name, content);
    for (const [i, step] of (item.steps ?? [item]).entries()) {
      for (const [name, content] of Object.entries(step.first ?? {})) put(root, name, content);
      const difference = runStep(root, base, step, command);
      if (difference) return `step ${i + 1} (${step.argv.join(" ")}): ${difference}`;
    }
    return undefined;
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
}

function runStep(root: string, base: string, step: Step, command: readonly string[]): string | undefined {
  const before = scan(root);
  const kept = (step.inode ?? []).map((name) => [name, fs.lstatSync(path.join(root, name), { bigint: true })] as const);
  const run = spawnSync(command[0]!, [...command.slice(1), ...step.argv], {
    cwd: path.join(root, step.cwd ?? ""),
    ...(step.stdin !== undefined && { input: bytes(step.stdin) }),
    env: {
      ...process.env,
      XDG_STATE_HOME: path.join(base, "state"),
      XDG_CONFIG_HOME: path.join(base, "config"),
      GIT_CONFIG_GLOBAL: path.join(base, "config/git/config"),
      GIT_CONFIG_NOSYSTEM: "1",
      NO_COLOR: "1",
      ...step.env,
    },
    timeout: step.timeout_ms ?? 60_000,
    maxBuffer: 1 << 28,
  });
  if (run.error) return String(run.error);
  const shown = `\n    stdout: ${clip(run.stdout.toString())}\n    stderr: ${clip(run.stderr.toString())}`;
  const difference =
    (step.exit !== undefined && run.status !== step.exit
      ? `exit ${run.status ?? run.signal}, expected ${step.exit}`
      : undefined) ??
    jsonDiffers(step, run.stdout.toString()) ??
    textDiffers(step.stdout, run.stdout, "stdout") ??
    textDiffers(step.stderr, run.stderr, "stderr") ??
    holdsDiffers(root, step) ??
    patchDiffers(root, base, step, run.stdout, before) ??
    treeDiffers(scan(root), { ...before, ...expected(step.after, before) }) ??
    kept
      .filter(([name, stat]) => {
        const now = fs.lstatSync(path.join(root, name), { bigint: true });
        return now.ino !== stat.ino || now.mtimeNs !== stat.mtimeNs;
      })
      .map(([name]) => `${name} was written without a change`)[0];
  return difference && difference + shown;
}

function jsonDiffers(step: Step, stdout: string): string | undefined {
  if (step.report === undefined && step.lines === undefined) return undefined;
  try {
    const lines = stdout.trimEnd().split("\n");
    if (step.lines !== undefined)
      return differs(
        step.lines,
        lines.map((line) => JSON.parse(line) as unknown),
        "lines",
      );
    return lines.length > 1
      ? "more than one line on stdout"
      : differs(step.report, JSON.parse(lines[0]!) as unknown, "report");
  } catch {
    return "stdout is not JSON";
  }
}

function textDiffers(want: string | TextExpectation | undefined, text: Buffer, where: string): string | undefined {
  if (want === undefined) return undefined;
  if (typeof want === "string" || want.b64 !== undefined)
    return bytes(want as string | FileSpec).equals(text)
      ? undefined
      : `${where} differs from ${clip(JSON.stringify(want))}`;
  const lacking = (want.has ?? []).find((part) => !text.includes(part));
  if (lacking !== undefined) return `${where} lacks ${JSON.stringify(lacking)}`;
  const unwanted = (want.lacks ?? []).find((part) => text.includes(part));
  return unwanted === undefined ? undefined : `${where} must not hold ${JSON.stringify(unwanted)}`;
}

function holdsDiffers(root: string, step: Step): string | undefined {
  for (const [name, want] of Object.entries(step.holds ?? {})) {
    const file = path.join(root, name);
    if (!fs.existsSync(file)) return `${name} was not written`;
    const text = fs.readFileSync(file);
    const json = typeof want === "string" ? undefined : want.json;
    const difference = json
      ? differs(json, JSON.parse(text.toString()) as unknown, name)
      : textDiffers(want, text, name);
    if (difference) return difference;
  }
  return undefined;
}

function patchDiffers(
  root: string,
  base: string,
  step: Step,
  stdout: Buffer,
  before: Record<string, string | undefined>,
): string | undefined {
  if (!step.patch) return undefined;
  const copy = path.join(base, "copy");
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
  const git = spawnSync("git", ["apply", "--whitespace=nowarn", "-"], {
    cwd: copy,
    input: step.patch === true ? stdout : fs.readFileSync(path.join(root, step.patch)),
    env: { ...process.env, GIT_CEILING_DIRECTORIES: base },
  });
  if (git.status !== 0) return `git apply: ${git.stderr.toString()}`;
  const difference = treeDiffers(scan(copy), { ...before, ...expected(step.applied, before) });
  return difference && `after git apply: ${difference}`;
}

function put(root: string, name: string, given: Given): void {
  const file = path.join(root, name);
  if (given === null) return fs.rmSync(file, { recursive: true, force: true });
  const content: FileSpec = typeof given === "string" ? { text: given } : given;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (content.dir) return void fs.mkdirSync(file, { recursive: true });
  if (content.link !== undefined || content.hard !== undefined || content.fifo) fs.rmSync(file, { force: true });
  if (content.fifo) return void spawnSync("mkfifo", [file]);
  if (content.link !== undefined) return fs.symlinkSync(content.link, file);
  if (content.hard !== undefined) return fs.linkSync(path.join(root, content.hard), file);
  fs.writeFileSync(file, bytes(content));
  if (content.mode !== undefined) fs.chmodSync(file, parseInt(content.mode, 8));
}

function bytes(content: string | FileSpec): Buffer {
  if (typeof content === "string") return Buffer.from(content, "utf8");
  if (content.b64 !== undefined) return Buffer.from(content.b64, "base64");
  if (content.repeat !== undefined) return Buffer.from(content.repeat.repeat(content.times ?? 1), "utf8");
  return Buffer.from(content.text ?? "", "utf8");
}

/** Every file and every empty directory below root with what it holds, as one comparable string. */
function scan(root: string, at = ""): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = {};
  const entries = fs.readdirSync(path.join(root, at), { withFileTypes: true });
  if (at && entries.length === 0) found[at] = "empty directory";
  for (const entry of entries) {
    if (entry.name === ".git") continue;
    const name = at ? `${at}/${entry.name}` : entry.name;
    const file = path.join(root, name);
    if (entry.isSymbolicLink()) found[name] = `link ${fs.readlinkSync(file)}`;
    else if (entry.isDirectory()) Object.assign(found, scan(root, name));
    else if (entry.isFile())
      found[name] = `${(fs.statSync(file).mode & 0o7777).toString(8)} ${fs.readFileSync(file).toString("base64")}`;
    else found[name] = "special";
  }
  return found;
}

/** Null means absent; without a mode a file keeps the one it had, and a new file may have any. */
function expected(
  after: Tree | undefined,
  before: Record<string, string | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(after ?? {}).map(([name, given]) => {
      if (given === null) return [name, undefined];
      const content: FileSpec = typeof given === "string" ? { text: given } : given;
      if (content.dir) return [name, "empty directory"];
      if (content.link !== undefined) return [name, `link ${content.link}`];
      const mode = content.mode
        ? parseInt(content.mode, 8).toString(8)
        : (before[name]?.match(/^[0-7]+(?= )/)?.[0] ?? "*");
      return [name, `${mode} ${bytes(content).toString("base64")}`];
    }),
  );
}

function treeDiffers(
  now: Record<string, string | undefined>,
  want: Record<string, string | undefined>,
): string | undefined {
  for (const name of new Set([...Object.keys(now), ...Object.keys(want)])) {
    const [have, wish] = [now[name], want[name]];
    if (have === wish) continue;
    if (wish?.startsWith("* ") && have?.slice(have.indexOf(" ")) === wish.slice(1)) continue;
    if (wish === undefined) return `${name} should not be there`;
    if (have === undefined) return `${name} is missing`;
    return `${name} holds ${readable(have)}, expected ${readable(wish)}`;
  }
  return undefined;
}

function differs(want: unknown, have: unknown, where: string): string | undefined {
  if (want === null || typeof want !== "object")
    return Object.is(want, have) ? undefined : `${where} is ${JSON.stringify(have)}, expected ${JSON.stringify(want)}`;
  if (Array.isArray(want)) {
    if (!Array.isArray(have)) return `${where} is no array`;
    if (have.length !== want.length) return `${where} has ${have.length} items, expected ${want.length}`;
    return first(want.map((item, i) => differs(item, have[i], `${where}[${i}]`)));
  }
  const wish = want as Record<string, unknown>;
  if (wish["$any"]) return have === undefined ? `${where} is absent` : undefined;
  if (wish["$absent"]) return have === undefined ? undefined : `${where} is ${JSON.stringify(have)}, expected none`;
  if (wish["$re"])
    return typeof have === "string" && new RegExp(wish["$re"] as string, "s").test(have)
      ? undefined
      : `${where} is ${JSON.stringify(have)}, expected /${wish["$re"] as string}/`;
  if (wish["$has"])
    return Array.isArray(have)
      ? first(
          (wish["$has"] as unknown[]).map((item) =>
            have.some((one) => !differs(item, one, where)) ? undefined : `${where} holds no ${JSON.stringify(item)}`,
          ),
        )
      : `${where} is no array`;
  if (have === null || typeof have !== "object") return `${where} is ${JSON.stringify(have)}, expected an object`;
  if (wish["$keys"] && JSON.stringify(Object.keys(have)) !== JSON.stringify(wish["$keys"]))
    return `${where} has keys ${Object.keys(have).join()}, expected ${(wish["$keys"] as string[]).join()}`;
  return first(
    Object.entries(wish)
      .filter(([key]) => key !== "$keys")
      .map(([key, value]) => differs(value, (have as Record<string, unknown>)[key], `${where}.${key}`)),
  );
}

function first(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((difference) => difference !== undefined);
}

function readable(entry: string): string {
  if (!/^[0-7*]+ /.test(entry)) return entry;
  const space = entry.indexOf(" ");
  const text = Buffer.from(entry.slice(space + 1), "base64").toString();
  return `${entry.slice(0, space)} ${clip(JSON.stringify(text))}`;
}

function clip(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length})` : text;
}
