/** What somebody else writes while a commit runs is never lost: it ends up in the tree, and the commit is refused. */
import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { recover } from "../../src/commit/recover.ts";
import type { Host } from "../../src/host/host.ts";
import type { MemoryMachine } from "../../src/host/memory.ts";
import {
  type Setup,
  look,
  machineWith,
  planFiles,
  planRenames,
  requestOf,
  text,
  unlessKilled,
  workspace,
  write,
} from "./fixture.ts";
import { Killed } from "../../src/host/faulty.ts";

const setups: Setup[] = [
  { native: "all", store: "repository" },
  { native: "none", store: "repository" },
  { native: "all", store: "other_device" },
  { native: "none", store: "other_device" },
];

/** Where a recovery runs, and how paths of the workspace look from there. */
const places = [
  [workspace, ""],
  [`${workspace}/sub/deep`, "../../"],
] as const;

const tree = {
  "a.txt": "foo a\n",
  "b.txt": "foo b\n",
  "c.txt": "foo c\n",
  "hard.txt": "foo hard\n",
  "too.txt": { hard: "hard.txt" },
} as const;

const paths = ["a.txt", "b.txt", "c.txt", "hard.txt"];

type Hook = (name: string, args: readonly unknown[]) => void;

/** Calls the hook before each call of the file system and each native one. */
function watched(host: Host, before: Hook, after: Hook = () => {}): Host {
  const wrap = <T extends object>(calls: T): T =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (...args: unknown[]) => {
          before(name, args);
          const value = (call as (...given: unknown[]) => unknown)(...args);
          after(name, args);
          return value;
        },
      ]),
    ) as T;
  return { ...host, fs: wrap(host.fs), native: wrap(host.native) };
}

/** The call that puts the new file in the place of the old one. */
function switches(name: string, args: readonly unknown[], path: string): boolean {
  return (name === "exchange" || name === "rename") && args[1] === path;
}

/** A commit of these files whose process is killed when it comes to switch the third. */
function killAtThird(machine: MemoryMachine, host: Host, files: ReturnType<typeof planFiles>): void {
  let dead = false;
  const dying = watched(host, (name, args) => {
    dead ||= switches(name, args, "/w/c.txt");
    if (dead) throw new Killed();
  });
  unlessKilled(() => commit(requestOf({ files }), dying));
  machine.kill(host);
}

const once = (act: () => void): (() => void) => {
  let done = false;
  return () => {
    if (!done) {
      done = true;
      act();
    }
  };
};

for (const setup of setups) {
  describe(`${setup.native} native calls, records in ${setup.store}`, () => {
    test("a file saved by a rename while it is looked at is not shown with another text for a moment", () => {
      const { host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      write(host, "/w/b.save", "mine b\n");
      let begun = false;
      const shown: string[] = [];
      const save = once(() => host.fs.rename("/w/b.save", "/w/b.txt"));
      const busy = watched(
        host,
        (name, args) => {
          begun ||= switches(name, args, "/w/a.txt");
          if (switches(name, args, "/w/b.txt")) shown.push(name);
        },
        (name, args) => {
          if (begun && name === "open" && args[0] === "/w/b.txt") save();
        },
      );
      expect(commit(requestOf({ files }), busy)).toMatchObject({ problem: { kind: "stale_plan" } });
      expect(shown).toEqual([]);
      expect([text(host, "a.txt"), text(host, "b.txt")]).toEqual(["foo a\n", "mine b\n"]);
    });

    test("a file written after it was verified", () => {
      const { host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      const edit = once(() => write(host, "/w/b.txt", "mine b\n"));
      const busy = watched(host, (name, args) => {
        if (switches(name, args, "/w/a.txt")) edit();
      });
      expect(commit(requestOf({ files }), busy)).toMatchObject({
        problem: { kind: "stale_plan", details: { paths: ["b.txt"] } },
      });
      expect(look(host)).toMatchObject({
        "a.txt": '644  "foo a\\n"',
        "b.txt": '644  "mine b\\n"',
        "c.txt": '644  "foo c\\n"',
        "hard.txt": '644 first "foo hard\\n"',
      });
      expect(Object.keys(look(host)).filter((path) => path.includes("swath"))).toEqual([]);
    });

    test("a file replaced after it was verified", () => {
      const { host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      const edit = once(() => {
        write(host, "/w/new", "mine b\n");
        host.fs.rename("/w/new", "/w/b.txt");
      });
      const busy = watched(host, (name, args) => {
        if (switches(name, args, "/w/a.txt")) edit();
      });
      expect(commit(requestOf({ files }), busy)).toMatchObject({ problem: { kind: "stale_plan" } });
      expect([text(host, "a.txt"), text(host, "b.txt")]).toEqual(["foo a\n", "mine b\n"]);
    });

    test("a file removed after it was verified", () => {
      const { host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      const busy = watched(host, (name, args) => {
        if (switches(name, args, "/w/a.txt") && host.fs.exists("/w/b.txt")) host.fs.remove("/w/b.txt");
      });
      expect(commit(requestOf({ files }), busy)).toMatchObject({ problem: { kind: "stale_plan", path: "b.txt" } });
      expect([text(host, "a.txt"), host.fs.exists("/w/b.txt")]).toEqual(["foo a\n", false]);
    });

    test("a writer that opened the file before the switch and writes after it", () => {
      const { host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      let file: number | undefined;
      const finish = once(() => {
        host.fs.truncate(file!, 0);
        host.fs.write(file!, Buffer.from("mine b\n"), 0);
        host.fs.close(file!);
      });
      const busy = watched(
        host,
        (name, args) => {
          if (switches(name, args, "/w/b.txt")) file ??= host.fs.open("/w/b.txt", "write");
        },
        (name, args) => {
          if (switches(name, args, "/w/b.txt")) finish();
        },
      );
      expect(commit(requestOf({ files }), busy)).toMatchObject({ problem: { kind: "stale_plan", path: "b.txt" } });
      expect([text(host, "a.txt"), text(host, "b.txt")]).toEqual(["foo a\n", "mine b\n"]);
    });

    test.each([0, 60_000])("a writer let into the old file only after its switch, %d ms after it was made", (age) => {
      const { host } = machineWith(tree, setup);
      host.sleep(age);
      const files = planFiles(host, paths);
      let old: string | undefined;
      const late = once(() => write(host, old!, "mine b\n"));
      const busy = watched(host, (name, args) => {
        if (name === "exchange" && args[1] === "/w/b.txt") old = args[0] as string;
        if (name === "link" && args[0] === "/w/b.txt") old = args[1] as string;
        if (switches(name, args, "/w/c.txt")) late();
      });
      expect(commit(requestOf({ files }), busy)).toMatchObject({
        problem: { kind: "stale_plan", details: { paths: ["b.txt"] } },
      });
      expect(paths.map((path) => text(host, path))).toEqual(["foo a\n", "mine b\n", "foo c\n", "foo hard\n"]);
      expect(Object.keys(look(host)).filter((path) => path.includes("swath"))).toEqual([]);
    });

    test("a file written after the switch, when another one then fails", () => {
      const { host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      const edit = once(() => write(host, "/w/a.txt", "mine, after bar a\n"));
      const busy = watched(host, (name, args) => {
        if (!switches(name, args, "/w/b.txt")) return;
        edit();
        throw Object.assign(new Error("EIO"), { code: "EIO" });
      });
      expect(commit(requestOf({ files }), busy)).toMatchObject({
        problem: { kind: "io", details: { kept: ["a.txt"] } },
      });
      expect([text(host, "a.txt"), text(host, "b.txt")]).toEqual(["mine, after bar a\n", "foo b\n"]);
      expect(Object.keys(look(host)).filter((path) => path.includes("swath"))).toEqual([]);
    });

    test("a file written between a kill and its recovery, which keeps its old text and is killed itself", () => {
      const { machine, host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      let staged: string | undefined;
      const dying = watched(host, (name, args) => {
        if (switches(name, args, "/w/c.txt")) staged = args[0] as string;
        if (staged !== undefined) throw new Killed();
      });
      unlessKilled(() => commit(requestOf({ files }), dying));
      machine.kill(host);
      const asked = { paths: [workspace], fsync: "auto", forceLock: true } as const;
      const first = machine.start({ cwd: workspace, native: setup.native });
      write(first, "/w/a.txt", "mine a\n");
      first.fs.remove(staged!);
      let keeping = false;
      const killed = watched(first, (name, args) => {
        if (keeping && name === "remove") throw new Killed();
        keeping ||= name === "open" && String(args[0]).includes("/kept/");
      });
      unlessKilled(() => recover(asked, killed));
      machine.kill(first);
      expect(keeping).toBe(true);
      const second = machine.start({ cwd: workspace, native: setup.native });
      expect(recover(asked, second)).toMatchObject({
        problem: { kind: "stale_plan", details: { paths: ["a.txt"], outcome: "rolled_back" } },
      });
      expect(paths.map((path) => text(second, path))).toEqual(["mine a\n", "foo b\n", "foo c\n", "foo hard\n"]);
    });

    test("a directory removed between a kill and its recovery", () => {
      const more = {
        "d/e/a.txt": "foo\n",
        "d/e/hard.txt": "foo\n",
        "d/e/hard too.txt": { hard: "d/e/hard.txt" },
      } as const;
      const { machine, host } = machineWith({ ...tree, ...more }, setup);
      const files = planFiles(host, [...paths, "d/e/a.txt", "d/e/hard.txt"]);
      killAtThird(machine, host, files);
      for (const path of Object.keys(more)) host.fs.remove(`/w/${path}`);
      for (const path of host.fs.readDirectory("/w/d/e")) host.fs.remove(`/w/d/e/${path.name}`);
      for (const path of ["/w/d/e", "/w/d"]) host.fs.removeDirectory(path);
      const rescuer = machine.start({ cwd: workspace, native: setup.native });
      const asked = { paths: [workspace], fsync: "auto", forceLock: true } as const;
      expect(recover(asked, rescuer)).toMatchObject({
        problem: { kind: "stale_plan", details: { paths: ["d/e/a.txt", "d/e/hard.txt"], outcome: "completed" } },
      });
      expect(paths.map((path) => text(rescuer, path))).toEqual(["bar a\n", "bar b\n", "bar c\n", "bar hard\n"]);
      expect(recover(asked, rescuer)).toMatchObject({ value: { outcome: "nothing_to_do" } });
    });

    test.each(places)("a file written between a kill and its recovery (in %s)", (cwd, above) => {
      const { machine, host } = machineWith(tree, setup);
      const files = planFiles(host, paths);
      killAtThird(machine, host, files);
      const rescuer = machine.start({ cwd, native: setup.native });
      write(rescuer, "/w/a.txt", "mine a\n");
      const recovered = recover({ paths: [workspace], fsync: "auto", forceLock: true }, rescuer);
      expect(recovered).toMatchObject({
        problem: { kind: "stale_plan", details: { paths: [`${above}a.txt`], outcome: "completed" } },
      });
      expect(paths.map((path) => text(rescuer, path))).toEqual(["mine a\n", "bar b\n", "bar c\n", "bar hard\n"]);
      expect(recover({ paths: [workspace], fsync: "auto", forceLock: true }, rescuer)).toMatchObject({
        value: { outcome: "nothing_to_do" },
      });
    });
  });
}

test("a file that stays open for writing is not touched", () => {
  const { host } = machineWith(tree, setups[0]!);
  const files = planFiles(host, paths);
  host.fs.open("/w/b.txt", "append");
  expect(commit(requestOf({ files }), host)).toMatchObject({
    problem: { kind: "stale_plan", message: "b.txt is open for writing in another process, and nothing was written" },
  });
  expect(paths.map((path) => text(host, path))).toEqual(["foo a\n", "foo b\n", "foo c\n", "foo hard\n"]);
});

for (const native of ["all", "none"] as const) {
  describe(`${native} native calls: a name that somebody takes`, () => {
    const names = { "a.txt": "new-a.txt", "b.txt": "new-b.txt" };
    const taken = (name: string, args: readonly unknown[]): boolean =>
      (name === "renameNew" || name === "rename") && args[1] === "/w/new-b.txt";

    test("while files are renamed is not overwritten", () => {
      const { host } = machineWith(tree, { native, store: "repository" });
      const files = planFiles(host, paths);
      const edit = once(() => write(host, "/w/new-b.txt", "mine\n"));
      const before = look(host);
      const busy = watched(host, (name, args) => {
        if ((name === "renameNew" || name === "rename") && args[1] === "/w/new-a.txt") edit();
      });
      expect(commit(requestOf({ files, renames: planRenames(names) }), busy)).toMatchObject({
        problem: { kind: "io", details: { code: "EEXIST" } },
      });
      expect(look(host)).toEqual({ ...before, "new-b.txt": '644  "mine\\n"' });
    });

    test.each(places)("between a kill and its recovery stays theirs, all else is completed (in %s)", (cwd, above) => {
      const { machine, host } = machineWith(tree, { native, store: "repository" });
      const files = planFiles(host, paths);
      let dead = false;
      const dying = watched(host, (name, args) => {
        dead ||= taken(name, args);
        if (dead) throw new Killed();
      });
      unlessKilled(() => commit(requestOf({ files, renames: planRenames(names) }), dying));
      machine.kill(host);
      const rescuer = machine.start({ cwd, native });
      write(rescuer, "/w/new-b.txt", "mine\n");
      expect(recover({ paths: [workspace], fsync: "auto", forceLock: true }, rescuer)).toMatchObject({
        problem: { kind: "stale_plan", details: { paths: [`${above}new-b.txt`] } },
      });
      expect(["new-a.txt", "new-b.txt", "b.txt", "c.txt"].map((path) => text(rescuer, path))).toEqual([
        "bar a\n",
        "mine\n",
        "bar b\n",
        "bar c\n",
      ]);
    });
  });
}
