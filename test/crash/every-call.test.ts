/**
 * A fault at every single call of apply, undo and recover, on a tree with links, modes and renames: afterwards, or after
 * recovery, everything is old or everything is new, and nothing is left over.
 */
import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { recover } from "../../src/commit/recover.ts";
import { undo } from "../../src/commit/undo.ts";
import type { Fault } from "../../src/host/faulty.ts";
import type { FileStat, FileSystem, Host } from "../../src/host/host.ts";
import type { MemoryMachine } from "../../src/host/memory.ts";
import type { Result } from "../../src/model/result.ts";
import {
  type Setup,
  look,
  machineWith,
  planFiles,
  planRenames,
  requestOf,
  times,
  unprivileged,
  workspace,
} from "../commit/fixture.ts";
import { allowTime, full, sweep } from "./sweep.ts";

allowTime();

const setups: Setup[] = [
  { native: "all", store: "repository" },
  { native: "none", store: "repository" },
  { native: "all", store: "other_device" },
  { native: "none", store: "other_device" },
];

const faults: (Omit<Fault, "at"> & { readonly stride: number })[] = [
  { what: "kill", stride: 4 },
  { what: "kill_midway", stride: 9 },
  { what: "ENOSPC", stride: 13 },
  { what: "ENOSPC", lasting: true, stride: 13 },
  { what: "EIO", stride: 13 },
  { what: "EACCES", stride: 17 },
  { what: "EROFS", lasting: true, stride: 17 },
];

const tree = {
  "a.txt": "one foo\n",
  "run.sh": { text: "foo foo\n", mode: 0o755 },
  "hard.txt": `foo hard\n${"long ".repeat(300)}`,
  "deep/hard-too.txt": { hard: "hard.txt" },
  "link.txt": { link: "a.txt" },
  "foo/foo.txt": "a foo in foo\n",
  x: "is x, foo\n",
  y: "is y\n",
} as const;

const request = (host: Host) =>
  requestOf({
    files: planFiles(host, ["a.txt", "run.sh", "hard.txt", "foo/foo.txt", "x"], "foo", "barbar"),
    renames: planRenames({ foo: "bar", "foo/foo.txt": "bar/bar.txt", x: "y", y: "x" }),
    forceLock: true,
  });

const options = { fsync: "auto", forceLock: true } as const;
const wholeWorkspace = { ...options, paths: [workspace] };

interface Scene {
  readonly machine: MemoryMachine;
  readonly host: Host;
  readonly old: Record<string, string>;
  readonly oldTimes: Record<string, bigint>;
}

function scene(setup: Setup): Scene {
  const { machine, host } = machineWith(tree, setup);
  return { machine, host, old: look(host), oldTimes: times(host) };
}

const applied = (() => {
  const { host } = scene(setups[0]!);
  commit(request(host), host);
  const { ".git": _, ...rest } = look(host);
  return rest;
})();

/** Which of the two states the workspace is in; else what it looks like. */
function stateOf({ host, old }: Scene): "old" | "new" | Record<string, string> {
  const seen = look(host);
  if (Bun.deepEquals(seen, old)) return "old";
  const { ".git": _, ...rest } = seen;
  return Bun.deepEquals(rest, applied) ? "new" : seen;
}

/** Files outside the tree that only a running or an interrupted transaction has. */
function leftovers(host: Host): string[] {
  const stores = [`${workspace}/.git/swath`, "/home/.local/state/swath/trees"];
  const found: string[] = [];
  const visit = (path: string): void => {
    if (!host.fs.exists(path)) return;
    if (/journal$|\.\d+$/.test(path)) found.push(path);
    if (host.fs.linkStat(path).kind === "directory")
      for (const { name } of host.fs.readDirectory(path)) visit(`${path}/${name}`);
  };
  stores.forEach(visit);
  return found;
}

interface Outcome {
  readonly fault: Fault;
  readonly hit: string | undefined;
  readonly result: Result<unknown> | undefined;
}

/** What must hold once the faulty process has ended. */
function expectWhole(before: Scene, { fault, hit, result }: Outcome, from: "old" | "new", to: "old" | "new"): void {
  const context = { fault, hit, result };
  const { machine, host } = before;
  const needsRecovery = result?.ok === false && /swath recover/.test(result.problem.suggestion ?? "");
  const early = stateOf(before);
  if (result?.ok === true) expect({ ...context, early }).toEqual({ ...context, early: to });
  if (result?.ok === false && !needsRecovery) expect({ ...context, early }).toEqual({ ...context, early: from });
  const rescuer = machine.start({ cwd: workspace, native: host.native.lock ? "all" : "none" });
  rescuer.sleep(61_000);
  const recovered = recover(wholeWorkspace, rescuer);
  const late = stateOf(before);
  const left = leftovers(host);
  expect({
    ...context,
    recovered: recovered.ok || recovered,
    late: late === from || late === to || late,
    left,
  }).toEqual({
    ...context,
    recovered: true,
    late: true,
    left: [],
  });
  if (late === "old" && from === "old")
    expect({ ...context, times: times(host) }).toEqual({ ...context, times: before.oldTimes });
  expect(recover(wholeWorkspace, rescuer)).toMatchObject({ value: { outcome: "nothing_to_do" } });
}

function renumbered(host: Host): Host {
  const again = (stat: FileStat): FileStat => ({ ...stat, device: stat.device + 100n });
  const { stat, linkStat, statOpen } = host.fs;
  const fs: FileSystem = {
    ...host.fs,
    stat: (path) => again(stat(path)),
    linkStat: (path) => again(linkStat(path)),
    statOpen: (file) => again(statOpen(file)),
  };
  return { ...host, fs };
}

for (const setup of setups) {
  describe(`${setup.native} native calls, records in ${setup.store}`, () => {
    for (const { stride, ...what } of faults) {
      const name = `${what.what}${what.lasting ? " from then on" : ""}`;

      test(`${name} at every call of apply`, () => {
        const calls = sweep(what, stride, (fault, run) => {
          const before = scene(setup);
          const plan = request(before.host);
          const { result, faulty } = run(before.host, (host) => commit(plan, host));
          before.machine.kill(before.host);
          expectWhole(before, { fault, hit: faulty.hit, result }, "old", "new");
        });
        expect(calls).toBeGreaterThan(100);
      });

      test(`${name} at every call of undo`, () => {
        const calls = sweep(what, stride, (fault, run) => {
          const before = scene(setup);
          commit(request(before.host), before.host);
          const { result, faulty } = run(before.host, (host) => undo(options, host));
          before.machine.kill(before.host);
          expectWhole(before, { fault, hit: faulty.hit, result }, "new", "old");
        });
        expect(calls).toBeGreaterThan(100);
      });
    }

    test("kill at every call of recover, after a kill at any call of apply", () => {
      let runs = 0;
      sweep({ what: "kill" }, 29, (_, runApply) => {
        sweep({ what: "kill" }, 7, (fault, run) => {
          const before = scene(setup);
          const plan = request(before.host);
          runApply(before.host, (host) => commit(plan, host));
          before.machine.kill(before.host);
          const rescuer = before.machine.start({ cwd: workspace, native: setup.native });
          const { faulty } = run(rescuer, (host) => recover(wholeWorkspace, host));
          before.machine.kill(rescuer);
          runs++;
          expectWhole(before, { fault, hit: faulty.hit, result: undefined }, "old", "new");
        });
      });
      expect(runs).toBeGreaterThan(full ? 5000 : 50);
    });

    test("a kill at any call of apply, and a file system that has another number when it is mounted again", () => {
      const calls = sweep({ what: "kill" }, 7, (fault, run) => {
        const before = scene(setup);
        const plan = request(before.host);
        const { faulty } = run(before.host, (host) => commit(plan, host));
        before.machine.kill(before.host);
        const rescuer = renumbered(before.machine.start({ cwd: workspace, native: setup.native }));
        rescuer.sleep(61_000);
        expect(recover(wholeWorkspace, rescuer)).toMatchObject({ ok: true });
        expectWhole(before, { fault, hit: faulty.hit, result: undefined }, "old", "new");
      });
      expect(calls).toBeGreaterThan(100);
    });

    test("a kill at any call of a user who may not write into a file with several names", () => {
      const calls = sweep({ what: "kill" }, 3, (fault, run) => {
        const { machine, host } = machineWith(
          { "a.txt": { text: "foo\n", mode: 0o2555 }, "b.txt": { hard: "a.txt" } },
          setup,
        );
        const old = look(host);
        const plan = requestOf({ files: planFiles(host, ["a.txt"]), forceReadonly: true });
        const { faulty } = run(host, (killed) => commit(plan, unprivileged(killed)));
        machine.kill(host);
        const rescuer = unprivileged(machine.start({ cwd: workspace, native: setup.native }));
        rescuer.sleep(61_000);
        expect(recover(wholeWorkspace, rescuer)).toMatchObject({ ok: true });
        const seen = look(host);
        const { ".git": _, ...rest } = seen;
        const fresh = { "a.txt": '2555 first "bar\\n"', "b.txt": '2555 same file as a.txt "bar\\n"' };
        const isWhole = Bun.deepEquals(seen, old) || Bun.deepEquals(rest, fresh);
        expect({ fault, hit: faulty.hit, seen: isWhole || seen }).toEqual({ fault, hit: faulty.hit, seen: true });
      });
      expect(calls).toBeGreaterThan(50);
    });

    test("an error at every call of recover leaves it to be repeated", () => {
      let runs = 0;
      sweep({ what: "kill" }, 31, (_, runApply) => {
        for (const what of ["EIO", "ENOSPC"]) {
          sweep({ what }, 11, (fault, run) => {
            const before = scene(setup);
            const plan = request(before.host);
            runApply(before.host, (host) => commit(plan, host));
            before.machine.kill(before.host);
            const rescuer = before.machine.start({ cwd: workspace, native: setup.native });
            const { faulty } = run(rescuer, (host) => recover(wholeWorkspace, host));
            before.machine.kill(rescuer);
            runs++;
            expectWhole(before, { fault, hit: faulty.hit, result: undefined }, "old", "new");
          });
        }
      });
      expect(runs).toBeGreaterThan(full ? 5000 : 50);
    });
  });
}
