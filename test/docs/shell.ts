/** A small repository in a temporary directory, and a shell in it whose `swath` is the checkout's, as command and as package. */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const root = path.join(import.meta.dir, "../..");
const main = path.join(root, "src/cli/main.ts");
const fixtures = path.join(import.meta.dir, "fixtures");

export interface Shell extends Disposable {
  /** The tree's own directory. */
  readonly tree: string;
  /** What the command prints, both streams in the order of writing, and its exit status. `$?` is that of the command before. */
  run(command: string): { readonly status: number; readonly output: string };
  write(file: string, text: string): void;
}

/** Starts with what `fixtures/NAME.txt` holds, committed: the text below `-- PATH --` is that file. */
export function openShell(name: string): Shell {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-docs-")));
  const tree = path.join(home, name);
  fs.mkdirSync(path.join(home, "bin"));
  for (const [command, before] of [
    ["swath", `'${process.execPath}' '${main}'`],
    ["bun", `'${process.execPath}'`],
  ])
    fs.writeFileSync(path.join(home, "bin", command!), `#!/bin/sh\nexec ${before} "$@"\n`, { mode: 0o755 });
  fs.mkdirSync(path.join(home, "node_modules"));
  fs.symlinkSync(root, path.join(home, "node_modules/swath"));
  const env = {
    PATH: [path.join(home, "bin"), path.dirname(process.execPath), process.env["PATH"]].join(":"),
    HOME: home,
    GIT_CONFIG_GLOBAL: path.join(home, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    LC_ALL: "C.UTF-8",
  };
  fs.writeFileSync(env.GIT_CONFIG_GLOBAL, "[user]\nname=A\nemail=a@example.org\n[init]\ndefaultBranch=main\n");
  let last = 0;
  const shell: Shell = {
    tree,
    run(command) {
      const script = `exec 2>&1; (exit ${last}); ${command}`;
      const { status, stdout } = spawnSync("bash", ["-c", script], { cwd: tree, env, encoding: "utf8" });
      last = status ?? 1;
      return { status: last, output: stdout };
    },
    write: (file, text) => writeFile(path.join(tree, file), text),
    [Symbol.dispose]: () => fs.rmSync(home, { recursive: true, force: true }),
  };
  for (const [file, text] of startOf(name, env)) writeFile(path.join(tree, file), text);
  return shell;
}

const starts = new Map<string, readonly (readonly [file: string, text: Uint8Array])[]>();

/** The files of the repository that a shell starts with, its own ones included: made once in a process. */
function startOf(name: string, env: Readonly<Record<string, string>>) {
  const made = starts.get(name);
  if (made) return made;
  const start = fs.mkdtempSync(path.join(os.tmpdir(), "swath-docs-"));
  const [, ...parts] = fs.readFileSync(path.join(fixtures, `${name}.txt`), "utf8").split(/^-- (.+) --\n/m);
  for (let at = 0; at < parts.length; at += 2) writeFile(path.join(start, parts[at]!), parts[at + 1]!);
  const script = "git init -q --template= && git add -A && git commit -qm start";
  const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: start, env, encoding: "utf8" });
  const entries = fs.readdirSync(start, { recursive: true, withFileTypes: true, encoding: "utf8" });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const files = names.map((file) => [path.relative(start, file), fs.readFileSync(file)] as const);
  fs.rmSync(start, { recursive: true });
  if (status !== 0) throw new Error(stderr);
  starts.set(name, files);
  return files;
}

function writeFile(file: string, text: string | Uint8Array): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}
