import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { lockWorkspace } from "../../src/commit/lock.ts";
import { recover } from "../../src/commit/recover.ts";
import { undo } from "../../src/commit/undo.ts";
import { MemoryMachine } from "../../src/host/memory.ts";
import { Killed, faultyHost } from "../../src/host/faulty.ts";
import { machineWith, planFiles, put, requestOf, unlessKilled } from "./fixture.ts";

const trees = {
  "top/.git": { directory: true },
  "top/inner/.git": { directory: true },
  "top/inner/deep/x.txt": "x\n",
  "other/x.txt": "x\n",
} as const;

function machine(): MemoryMachine {
  const made = new MemoryMachine();
  put(made.start(), trees, "");
  return made;
}

for (const native of ["all", "none"] as const) {
  describe(`${native} native calls`, () => {
    const held: [string, string, boolean][] = [
      ["/top", "/top", false],
      ["/top", "/top/inner", false],
      ["/top/inner", "/top", false],
      ["/top/inner/deep", "/top", false],
      ["/", "/other", false],
      ["/top/inner", "/other", true],
      ["/top/inner", "/top/inner-too", true],
    ];
    for (const [first, second, free] of held) {
      test(`${first} is held: ${second} ${free ? "can be taken" : "is locked"}`, () => {
        const world = machine();
        const [one, two] = [world.start({ native }), world.start({ native })];
        put(one, { "top/inner-too": { directory: true } }, "");
        const lock = lockWorkspace(first, false, one);
        if (!lock.ok) throw new Error(lock.problem.message);
        const details = { pid: one.pid, started: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), workspace: first };
        const expected = free ? { ok: true } : { ok: false, problem: { kind: "locked", details } };
        const taken = lockWorkspace(second, false, two);
        expect(taken).toMatchObject(expected);
        if (free) return;
        expect(lockWorkspace(second, true, two)).toMatchObject(expected);
        lock.value.release();
        expect(lockWorkspace(second, false, two).ok).toBe(true);
      });
    }
  });
}

test("a lock ends with its holder", () => {
  const world = machine();
  const [one, two] = [world.start(), world.start()];
  expect(lockWorkspace("/top", false, one).ok).toBe(true);
  world.kill(one);
  expect(lockWorkspace("/top/inner", false, two).ok).toBe(true);
  expect(lockWorkspace("/top", false, two).ok).toBe(false);
});

test("without locks of the system a gone holder's lock must be forced", () => {
  const world = machine();
  const [one, two] = [world.start({ native: "none" }), world.start({ native: "none" })];
  expect(lockWorkspace("/top", false, one).ok).toBe(true);
  expect(lockWorkspace("/top", true, two)).toMatchObject({ ok: false, problem: { kind: "locked" } });
  world.kill(one);
  expect(lockWorkspace("/top", false, two)).toMatchObject({
    problem: { kind: "locked", suggestion: `process ${one.pid} is gone: run again with --force-lock` },
  });
  expect(lockWorkspace("/top", true, two).ok).toBe(true);
});

test("the holder of another machine is never taken for gone", () => {
  const world = machine();
  const there = { ...world.start({ native: "none" }), machine: "elsewhere" };
  expect(lockWorkspace("/top", false, there).ok).toBe(true);
  world.kill(there);
  expect(lockWorkspace("/top", true, world.start({ native: "none" }))).toMatchObject({ problem: { kind: "locked" } });
});

test("a process with locks respects a lock that is a mere file", () => {
  const world = machine();
  expect(lockWorkspace("/top", false, world.start({ native: "none" })).ok).toBe(true);
  expect(lockWorkspace("/top", false, world.start({ native: "all" }))).toMatchObject({ problem: { kind: "locked" } });
});

test("every writer waits for recovery, in nested workspaces too", () => {
  const { machine: world, host } = machineWith(
    { "a.txt": "foo\n", "sub/.git/HEAD": "x", "sub/b.txt": "foo\n" },
    {
      native: "all",
      store: "repository",
    },
  );
  const outer = requestOf({ files: planFiles(host, ["a.txt"]) });
  const inner = requestOf({ workspace: "/w/sub", files: planFiles(host, ["sub/b.txt"]) });
  expect(commit(outer, host).ok).toBe(true);
  let calls = 0;
  for (let at = 1; !host.fs.exists("/w/sub/.git/swath/journal"); at++) {
    const victim = world.start({ cwd: "/w/sub" });
    unlessKilled(() => commit(inner, faultyHost(victim, { at, what: "kill" })));
    world.kill(victim);
    calls = at;
  }
  expect(calls).toBeGreaterThan(10);
  const needed = { problem: { kind: "recovery_needed", details: { workspace: "/w/sub" } } };
  expect(commit(inner, host)).toMatchObject(needed);
  expect(commit(outer, host)).toMatchObject(needed);
  expect(undo({ fsync: "auto", forceLock: false }, host)).toMatchObject(needed);
  expect(recover({ paths: ["/w/a.txt/gone"], fsync: "auto", forceLock: false }, host)).toMatchObject({
    value: { outcome: "nothing_to_do" },
  });
  expect(recover({ paths: ["/w"], fsync: "auto", forceLock: false }, host)).toMatchObject({
    value: { outcome: "rolled_back" },
  });
  expect(commit(inner, host).ok).toBe(true);
});

test("a journal of a workspace that is gone is in nobody's way, and waits until it is back", () => {
  const tree = { "a.txt": "foo\n", "sub/b.txt": "foo\n" };
  const { machine: world, host } = machineWith(tree, { native: "all", store: "home" });
  const outer = requestOf({ files: planFiles(host, ["a.txt"]) });
  const inner = requestOf({ workspace: "/w/sub", files: planFiles(host, ["sub/b.txt"]) });
  const victim = world.start({ cwd: "/w/sub" });
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Killed();
  };
  const fs = new Proxy(victim.fs, { get: (real, name) => (isDead ? die : Reflect.get(real, name)) });
  unlessKilled(() => commit(inner, { ...victim, fs, native: { ...victim.native, exchange: die } }));
  world.kill(victim);
  const asked = { paths: ["/w"], fsync: "auto", forceLock: false } as const;
  expect(commit(outer, host)).toMatchObject({ problem: { kind: "recovery_needed" } });
  host.fs.rename("/w/sub", "/elsewhere");
  expect(commit(outer, host)).toMatchObject({ ok: true });
  expect(recover(asked, host)).toMatchObject({ value: { outcome: "nothing_to_do" } });
  host.fs.rename("/elsewhere", "/w/sub");
  expect(recover(asked, host)).toMatchObject({ value: { outcome: "completed", files_completed: 1 } });
});

test("recover waits for the writer that is at work", () => {
  const { machine: world, host } = machineWith({ "a.txt": "foo\n" }, { native: "all", store: "repository" });
  const lock = lockWorkspace("/w", false, host);
  host.fs.makeDirectory("/w/.git/swath/journal");
  const other = world.start({ cwd: "/w" });
  expect(recover({ paths: ["/w"], fsync: "auto", forceLock: false }, other)).toMatchObject({
    problem: { kind: "locked" },
  });
  if (lock.ok) lock.value.release();
  expect(recover({ paths: ["/w"], fsync: "auto", forceLock: false }, other)).toMatchObject({
    value: { outcome: "rolled_back" },
  });
});

describe("a state directory that cannot be used is named, with the way out", () => {
  const unusable: readonly (readonly [what: string, tree: Parameters<typeof put>[1], code: string])[] = [
    ["a file in its way", { "home/.local": "" }, "ENOTDIR"],
    ["a directory where a lock has to be", { "home/.local/state/swath/locks/gate": { directory: true } }, "EISDIR"],
  ];
  for (const [what, tree, code] of unusable)
    test(what, () => {
      const world = machine();
      const host = world.start();
      put(host, tree, "");
      const refused = lockWorkspace("/other", false, host);
      expect(refused.ok ? undefined : refused.problem).toMatchObject({
        kind: "io",
        message: expect.stringContaining("cannot write in /home/.local/state/swath: "),
        path: "/home/.local/state/swath",
        suggestion: "set XDG_STATE_HOME to a directory that can be written",
        details: { code },
      });
      const elsewhere = lockWorkspace("/other", false, { ...host, env: { XDG_STATE_HOME: "/state" } });
      if (!elsewhere.ok) throw new Error(elsewhere.problem.message);
      elsewhere.value.release();
    });
});
