/** Throw-away trees on the real disk, and what the planner makes of them. */
import { expect } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import { planFiles, type PlanSummary, type Where } from "../../src/plan/plan-files.ts";

/** Content of a file, or what else the entry is. Parents are made as needed. */
export type TreeEntry = string | Uint8Array | { readonly link: string } | { readonly dir: true };

export class World {
  readonly base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-plan-")));
  readonly root = path.join(this.base, "tree");
  readonly home = path.join(this.base, "home");

  constructor(tree: Readonly<Record<string, TreeEntry>> = {}) {
    fs.mkdirSync(this.root);
    fs.mkdirSync(this.home);
    this.write(tree);
  }

  write(tree: Readonly<Record<string, TreeEntry>>): void {
    for (const [name, entry] of Object.entries(tree)) {
      const file = path.join(this.root, name);
      if (typeof entry === "object" && "dir" in entry) {
        fs.mkdirSync(file, { recursive: true });
        continue;
      }
      fs.mkdirSync(path.dirname(file), { recursive: true });
      if (typeof entry === "object" && "link" in entry) fs.symlinkSync(entry.link, file);
      else fs.writeFileSync(file, entry);
    }
  }

  /** The real file system with this world's home and an otherwise empty environment. */
  host(directory = "", env: Readonly<Record<string, string>> = {}): Host {
    return Object.defineProperties(bunHost(), {
      cwd: { value: path.join(this.root, directory) },
      home: { value: this.home },
      env: { value: { HOME: this.home, GIT_CONFIG_NOSYSTEM: "1", ...env } },
    });
  }

  /** The least that git takes for a repository, without starting git. */
  makeRepository(directory = "", config = ""): void {
    const prefix = path.join(directory, ".git");
    this.write({
      [`${prefix}/HEAD`]: "ref: refs/heads/main\n",
      [`${prefix}/config`]: `[core]\n\trepositoryformatversion = 0\n${config}`,
      [`${prefix}/objects`]: { dir: true },
      [`${prefix}/refs`]: { dir: true },
      [`${prefix}/info`]: { dir: true },
    });
  }

  git(...args: readonly string[]): string {
    const run = Bun.spawnSync(["git", ...args], {
      cwd: this.root,
      env: {
        ...process.env,
        HOME: this.home,
        GIT_CONFIG_NOSYSTEM: "1",
        XDG_CONFIG_HOME: path.join(this.home, ".config"),
      },
    });
    if (run.exitCode !== 0) throw new Error(run.stderr.toString());
    return run.stdout.toString();
  }

  remove(): void {
    fs.rmSync(this.base, { recursive: true, force: true });
  }
}

export interface Planned {
  /** Shown paths in the order of the planner; one named on the command line ends in `!`. */
  readonly files: readonly string[];
  readonly summary: PlanSummary;
}

/** The defaults of a search without options. */
export const everything: Where = {
  paths: [],
  types: [],
  typesNot: [],
  globs: [],
  hidden: false,
  ignore: true,
  follow: false,
  maxFiles: 100_000,
  partial: false,
  inOrder: true,
};

/** What is planned in order; what is planned without is seen to be the same but for the order. */
export function planned(host: Host, where: Partial<Where> = {}, stopAfter = Infinity): Planned {
  const inOrder = plannedOnce(host, where, stopAfter);
  if (stopAfter === Infinity) {
    const { files, summary } = plannedOnce(host, { ...where, inOrder: false }, stopAfter);
    if (inOrder.summary.problem) expect(summary.problem).toEqual(inOrder.summary.problem);
    else expect({ files: files.toSorted(), summary }).toEqual({ ...inOrder, files: inOrder.files.toSorted() });
  }
  return inOrder;
}

function plannedOnce(host: Host, where: Partial<Where>, stopAfter: number): Planned {
  const files: string[] = [];
  const steps = planFiles({ ...everything, ...where }, host, {
    files(directory, names, named) {
      for (const name of names) files.push(`${directory.shown}${name}${named ? "!" : ""}`);
      return files.length < stopAfter;
    },
  });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return { files, summary: step.value };
}

/** The files alone; a problem is an error of the test. */
export function filesOf(host: Host, where: Partial<Where> = {}): readonly string[] {
  const { files, summary } = planned(host, where);
  if (summary.problem) throw new Error(summary.problem.message);
  return files;
}
