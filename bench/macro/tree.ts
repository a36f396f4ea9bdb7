/** The tree that is searched: the Linux source, from where it lies already, or unpacked once from Debian's package. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const packageName = "linux-source-6.1";
const wellKnown = ["/usr/src/linux", `/usr/src/${packageName}`, path.join(cacheDirectory(), packageName)];
const tarball = `/usr/src/${packageName}.tar.xz`;

/** `SWATH_BENCH_TREE`, a well-known place, or a fresh copy in the user's cache. Throws a sentence when there is no way to one. */
export async function benchTree(): Promise<string> {
  const given = process.env["SWATH_BENCH_TREE"];
  if (given !== undefined) return existing(given);
  const found = wellKnown.find((place) => fs.existsSync(path.join(place, "MAINTAINERS")));
  return found ?? unpacked();
}

/** A copy of a part of the tree for runs that write, renewed by `reset`; removed by `remove`. */
export class WorkingCopy {
  readonly root: string;
  readonly #from: string;

  constructor(tree: string, part: string) {
    this.#from = path.join(tree, part);
    // Beside the tree, so that both are on one file system, where the tree's place allows it.
    const beside = path.dirname(tree);
    const parent = isWritable(beside) ? beside : os.tmpdir();
    this.root = fs.mkdtempSync(path.join(parent, "swath-bench-"));
  }

  reset(): void {
    this.remove();
    fs.cpSync(this.#from, this.root, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
    Bun.spawnSync(["sync", "-f", this.root]);
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}

function existing(tree: string): string {
  if (!fs.existsSync(tree)) throw new Error(`SWATH_BENCH_TREE names ${tree}, which does not exist`);
  return fs.realpathSync(tree);
}

async function unpacked(): Promise<string> {
  const archive = fs.existsSync(tarball) ? tarball : await fetched();
  const target = path.join(cacheDirectory(), packageName);
  fs.mkdirSync(target, { recursive: true });
  process.stderr.write(`unpacking ${archive} into ${target}\n`);
  await command(["tar", "-xf", archive, "-C", target, "--strip-components=1"]);
  // Debian's .gitignore starts by ignoring everything at the top.
  const ignore = path.join(target, ".gitignore");
  fs.writeFileSync(ignore, fs.readFileSync(ignore, "utf8").replace(/^\/\*$/m, ""));
  return target;
}

async function fetched(): Promise<string> {
  const directory = path.join(cacheDirectory(), "package");
  fs.mkdirSync(directory, { recursive: true });
  await command(["apt-get", "download", packageName], directory);
  const archive = fs.readdirSync(directory).find((name) => name.endsWith(".deb"));
  if (archive === undefined)
    throw new Error(`apt-get gave no package ${packageName}; set SWATH_BENCH_TREE to a Linux tree`);
  await command(["dpkg-deb", "-x", archive, "."], directory);
  return path.join(directory, tarball);
}

async function command(argv: readonly string[], cwd?: string): Promise<void> {
  const ended = Bun.spawn([...argv], { ...(cwd !== undefined && { cwd }), stdout: "inherit", stderr: "inherit" });
  if ((await ended.exited) !== 0) throw new Error(`${argv.join(" ")} failed; set SWATH_BENCH_TREE to a Linux tree`);
}

function cacheDirectory(): string {
  return path.join(process.env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache"), "swath-bench");
}

function isWritable(directory: string): boolean {
  try {
    fs.accessSync(directory, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
