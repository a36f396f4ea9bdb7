/**
 * A power cut at the calls of apply, undo and recover: whatever part of what was not flushed the disk comes back with,
 * recovery makes everything old or everything new.
 */
import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { recover } from "../../src/commit/recover.ts";
import { undo } from "../../src/commit/undo.ts";
import type { Host } from "../../src/host/host.ts";
import type { MemoryMachine } from "../../src/host/memory.ts";
import { type Setup, look, machineWith, planFiles, planRenames, requestOf, workspace } from "../commit/fixture.ts";
import { PowerLog, type Survival } from "./power.ts";
import { allowTime, full, sweep } from "./sweep.ts";

allowTime();

const setups: Setup[] = [
  { native: "all", store: "repository" },
  { native: "none", store: "repository" },
  { native: "all", store: "home" },
  { native: "all", store: "other_device" },
  { native: "none", store: "other_device" },
];

const survivals: Survival[] = [
  "least",
  "names",
  "contents",
  "all",
  ...Array.from({ length: full ? 6 : 2 }, (_, seed) => ({ seed })),
];

const few = {
  "a.txt": "one foo\n",
  "run.sh": { text: "foo foo\n", mode: 0o755 },
  "hard.txt": `foo hard\n${"long ".repeat(300)}`,
  "deep/hard-too.txt": { hard: "hard.txt" },
  "foo/foo.txt": "a foo in foo\n",
  x: "is x, foo\n",
  y: "is y\n",
} as const;

/** So many that whole file systems are flushed. */
const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d${at % 5}/${at}.txt`, `foo ${at}\n`]));

const trees = { few: { ...few }, many: { ...few, ...many } };

type Size = keyof typeof trees;

const options = { fsync: "auto", forceLock: true } as const;
const wholeWorkspace = { ...options, paths: [workspace] };

function requestFor(size: Size, host: Host) {
  const edited = ["a.txt", "run.sh", "hard.txt", "foo/foo.txt", "x", ...(size === "many" ? Object.keys(many) : [])];
  return requestOf({
    files: planFiles(host, edited, "foo", "barbar"),
    renames: planRenames({ foo: "bar", "foo/foo.txt": "bar/bar.txt", x: "y", y: "x" }),
    forceLock: true,
  });
}

interface Scene {
  readonly machine: MemoryMachine;
  readonly log: PowerLog;
  readonly host: Host;
}

/** `prepare` is done, and on the disk, before the log begins. */
function scene(size: Size, setup: Setup, prepare: (host: Host) => void = () => {}): Scene {
  const { machine, host } = machineWith(trees[size], setup);
  prepare(host);
  const log = new PowerLog(machine);
  return { machine, log, host: log.watch(host) };
}

function contentsOf(host: Host): Record<string, string> {
  return Object.fromEntries(Object.entries(look(host)).filter(([path]) => path !== ".git"));
}

const states = (["few", "many"] as const).map((size) => {
  const { host } = scene(size, setups[0]!);
  const old = contentsOf(host);
  expect(commit(requestFor(size, host), host)).toMatchObject({ ok: true });
  return [size, { old, new: contentsOf(host) }] as const;
});

function stateOf(size: Size, host: Host): "old" | "new" | Record<string, string> {
  const seen = contentsOf(host);
  const known = Object.fromEntries(states)[size]!;
  if (Bun.deepEquals(seen, known.old)) return "old";
  return Bun.deepEquals(seen, known.new) ? "new" : seen;
}

/** The power goes and comes back, and somebody runs `recover` in a directory: then everything is old or everything is new. */
function expectWhole(
  size: Size,
  { machine, log }: Scene,
  survival: Survival,
  setup: Setup,
  context: object,
  directory: string = workspace,
): void {
  log.cut(survival);
  const rescuer = rescuerOf(machine, setup);
  const recovered = recover({ ...options, paths: [directory] }, rescuer);
  const state = stateOf(size, rescuer);
  const found = { recovered: recovered.ok || recovered, state: typeof state === "string" || state };
  expect({ ...context, survival, ...found }).toEqual({ ...context, survival, recovered: true, state: true });
}

function rescuerOf(machine: MemoryMachine, setup: Setup): Host {
  const rescuer = machine.start({ cwd: workspace, native: setup.native });
  rescuer.sleep(61_000);
  return rescuer;
}

type Action = (host: Host) => unknown;

function applyOf(size: Size, host: Host): Action {
  const plan = requestFor(size, host);
  return (acting) => commit(plan, acting);
}

/** What is done before the log begins, and what is tried. */
const verbs: Record<string, { before(size: Size, host: Host): void; of(size: Size, host: Host): Action }> = {
  apply: { before: () => {}, of: applyOf },
  undo: { before: (size, host) => void applyOf(size, host)(host), of: () => (host) => undo(options, host) },
};

/** Whole file systems are flushed only by a native call. */
function sizesFor({ native, store }: Setup): readonly Size[] {
  return native === "all" && store !== "home" ? ["few", "many"] : ["few"];
}

for (const setup of setups) {
  describe(`${setup.native} native calls, records in ${setup.store}`, () => {
    for (const size of sizesFor(setup)) {
      const stride = size === "few" ? 11 : 199;

      for (const [verb, { before, of }] of Object.entries(verbs)) {
        const begin = (): Scene => scene(size, setup, (host) => before(size, host));

        const tries = [
          { what: "kill", when: `at the calls of ${verb}`, from: "/" },
          { what: "EIO", when: `after ${verb} has failed and put everything back`, from: workspace },
        ];
        for (const { what, when, from } of tries)
          test(`${when}, ${size} files`, () => {
            for (const survival of survivals)
              sweep({ what }, stride, (fault, run) => {
                const found = begin();
                const { faulty } = run(found.host, of(size, found.host));
                found.machine.kill(found.host);
                expectWhole(size, found, survival, setup, { fault, hit: faulty.hit }, from);
              });
          });
      }
    }

    test("after an apply, which can still be undone", () => {
      for (const linked of [true, false])
        for (const survival of survivals) {
          const { "hard.txt": _, "deep/hard-too.txt": __, ...simple } = few;
          const { machine, host: own } = machineWith(linked ? few : simple, setup);
          const old = contentsOf(own);
          const log = new PowerLog(machine);
          const host = log.watch(own);
          const files = planFiles(host, ["a.txt", "run.sh", ...(linked ? ["hard.txt"] : [])], "foo", "barbar");
          expect(commit(requestOf({ files, forceLock: true }), host)).toMatchObject({ ok: true });
          machine.kill(host);
          log.cut(survival);
          const rescuer = rescuerOf(machine, setup);
          const undone = [recover(wholeWorkspace, rescuer), undo(options, rescuer)].map(({ ok }) => ok);
          expect({ linked, survival, undone, tree: contentsOf(rescuer) }).toEqual({
            linked,
            survival,
            undone: [true, true],
            tree: old,
          });
        }
    });

    if (full && setup.store === "home") return;

    test("while a failed apply puts everything back", () => {
      for (const survival of survivals.slice(full ? -1 : -2))
        sweep({ what: "EIO" }, 37, (failure, runFailing) => {
          sweep({ what: "kill" }, 31, (fault, run) => {
            const found = scene("few", setup);
            const apply = applyOf("few", found.host);
            const { faulty } = run(found.host, (host) => runFailing(host, apply));
            found.machine.kill(found.host);
            expectWhole("few", found, survival, setup, { failure, fault, hit: faulty.hit });
          });
        });
    });

    test("while recovery works on what another power cut has left", () => {
      for (const survival of survivals.slice(full ? -1 : -2))
        sweep({ what: "kill" }, 37, (first, runApply) => {
          sweep({ what: "kill" }, 13, (fault, run) => {
            const found = scene("few", setup);
            runApply(found.host, applyOf("few", found.host));
            found.machine.kill(found.host);
            found.log.cut(survival);
            const log = new PowerLog(found.machine);
            const rescuer = log.watch(rescuerOf(found.machine, setup));
            const { faulty } = run(rescuer, (host) => recover(wholeWorkspace, host));
            found.machine.kill(rescuer);
            expectWhole("few", { ...found, log }, survival, setup, { first, fault, hit: faulty.hit });
          });
        });
    });
  });
}

test("without flushes there are power cuts that no recovery mends", () => {
  const [setup] = setups as [Setup];
  const states = new Set<unknown>();
  for (const survival of survivals) {
    const { machine, log, host } = scene("few", setup);
    expect(commit({ ...requestFor("few", host), fsync: "never" }, host)).toMatchObject({ ok: true });
    machine.kill(host);
    log.cut(survival);
    const rescuer = rescuerOf(machine, setup);
    recover(wholeWorkspace, rescuer);
    const state = stateOf("few", rescuer);
    states.add(typeof state === "string" ? state : "mixed");
  }
  expect(states).toEqual(new Set(["old", "new", "mixed"]));
});
