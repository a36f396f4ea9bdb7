import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { appliedRecord } from "../../src/commit/records.ts";
import { undo, undoList } from "../../src/commit/undo.ts";
import type { Host } from "../../src/host/host.ts";
import { look, machineWith, planFiles, planRenames, put, requestOf, text, workspace, write } from "./fixture.ts";

const options = { fsync: "never", forceLock: false } as const;
const setup = { native: "all", store: "repository" } as const;
const tree = { "a.txt": "foo a\n", "foo.txt": "foo b\n", "d/c.txt": "c\n" } as const;

function apply(host: Host, old: string, fresh: string, fingerprint = "first", renames = {}): string {
  const paths = ["a.txt", "foo.txt"].filter((path) => host.fs.exists(`${workspace}/${path}`));
  const files = planFiles(host, paths, old, fresh);
  const done = commit(requestOf({ files, renames: planRenames(renames), fingerprint }), host);
  if (!done.ok) throw new Error(done.problem.message);
  return done.value.applyId;
}

test("goes back one apply at a time", () => {
  const { host } = machineWith(tree, setup);
  const first = apply(host, "foo", "bar");
  const second = apply(host, "bar", "baz");
  expect(undoList(host).map(({ id }) => id)).toEqual([second, first]);
  expect(undo(options, host)).toMatchObject({ value: { apply_id: second, files_restored: 2 } });
  expect(text(host, "a.txt")).toBe("bar a\n");
  expect(undo({ ...options, id: first }, host)).toMatchObject({ value: { apply_id: first } });
  expect(text(host, "a.txt")).toBe("foo a\n");
  expect(undo({ ...options, id: first }, host)).toMatchObject({ problem: { kind: "unknown_id" } });
});

test("names the later apply that has to be undone first", () => {
  const { host } = machineWith(tree, setup);
  const first = apply(host, "foo", "bar");
  const second = apply(host, "bar", "baz", "second", { "foo.txt": "qux.txt" });
  const stale = (suggestion: string): object => ({ problem: { kind: "stale_plan", suggestion } });
  expect(undo({ ...options, id: first }, host)).toMatchObject(
    stale(`undo the later apply first: swath undo ${second}`),
  );
  const third = commit(requestOf({ files: planFiles(host, ["d/c.txt"], "c", "d"), fingerprint: "third" }), host);
  expect(undo({ ...options, id: first }, host)).toMatchObject(
    stale(`undo the later apply first: swath undo ${second}`),
  );
  expect(undo({ ...options, id: second }, host).ok).toBe(true);
  write(host, "/w/a.txt", "mine\n");
  expect([third.ok, undo({ ...options, id: first }, host)]).toMatchObject([
    true,
    stale("save these changes elsewhere and take them back in the files, then undo"),
  ]);
});

describe("refuses", () => {
  const changes: Record<string, [(host: Host) => void, string[]]> = {
    "a file edited since": [(host) => write(host, "/w/a.txt", "mine\n"), ["a.txt"]],
    "a file whose mode changed since": [(host) => host.fs.changeMode("/w/bar.txt", 0o600), ["bar.txt"]],
    "a file removed since": [(host) => host.fs.remove("/w/bar.txt"), ["bar.txt"]],
    "an old name taken since": [(host) => write(host, "/w/foo.txt", "new\n"), ["foo.txt"]],
    "a file that a link to its like has replaced": [
      (host) => {
        host.fs.rename("/w/a.txt", "/w/d/like.txt");
        host.fs.symlink("d/like.txt", "/w/a.txt");
      },
      ["a.txt"],
    ],
    "a file that a link out of the workspace has replaced": [
      (host) => {
        host.fs.rename("/w/bar.txt", "/like.txt");
        host.fs.symlink("../like.txt", "/w/bar.txt");
      },
      ["bar.txt"],
    ],
  };
  for (const [name, [change, paths]] of Object.entries(changes)) {
    test(name, () => {
      const { host } = machineWith(tree, setup);
      const id = apply(host, "foo", "bar", "first", { "foo.txt": "bar.txt" });
      change(host);
      const before = look(host);
      expect(undo(options, host)).toMatchObject({ problem: { kind: "stale_plan", details: { paths, apply_id: id } } });
      expect(look(host)).toEqual(before);
    });
  }

  test("a directory that a link has replaced, for contents and names alike", () => {
    const { host } = machineWith({ "d/a.txt": "foo\n", "d/foo.txt": "b\n" }, setup);
    const files = planFiles(host, ["d/a.txt"], "foo", "bar");
    const renames = planRenames({ "d/foo.txt": "d/bar.txt" });
    expect(commit(requestOf({ files, renames }), host).ok).toBe(true);
    host.fs.rename("/w/d", "/w/e");
    host.fs.symlink("e", "/w/d");
    const before = look(host);
    expect(undo(options, host)).toMatchObject({
      problem: { kind: "stale_plan", details: { paths: ["d/a.txt", "d/bar.txt"] } },
    });
    expect(look(host)).toEqual(before);
  });

  test("to say that there is no apply while one waits for recovery", () => {
    const { host } = machineWith(tree, setup);
    host.fs.makeDirectory("/w/.git/swath");
    host.fs.makeDirectory("/w/.git/swath/journal");
    expect(undo(options, host)).toMatchObject({ problem: { kind: "recovery_needed" } });
    expect(undo({ ...options, id: "interrupted" }, host)).toMatchObject({ problem: { kind: "recovery_needed" } });
  });

  test("a record whose copy is damaged", () => {
    const { host } = machineWith(tree, setup);
    const id = apply(host, "foo", "bar");
    write(host, `/w/.git/swath/undo/${id}/0/0`, "rotten\n");
    expect(undo(options, host)).toMatchObject({
      problem: { kind: "unknown_id", suggestion: expect.stringContaining(`undo/${id}`), details: { apply_id: id } },
    });
    expect(text(host, "a.txt")).toBe("bar a\n");
  });
});

test("finds applies from inside the workspace and from where they were run", () => {
  const { machine, host } = machineWith(tree, { native: "all", store: "home" });
  const elsewhere = machine.start({ cwd: "/" });
  apply(elsewhere, "foo", "bar");
  expect(undoList(machine.start({ cwd: "/w/d" })).length).toBe(1);
  expect(undoList(machine.start({ cwd: "/home" }))).toEqual([]);
  expect(undo(options, elsewhere)).toMatchObject({ ok: true });
  expect(text(host, "a.txt")).toBe("foo a\n");
});

test("keeps the latest twenty applies", () => {
  const { host } = machineWith(tree, setup);
  const ids = Array.from({ length: 23 }, (_, index) =>
    apply(host, index === 0 ? "foo" : `${index} times`, `${index + 1} times`),
  );
  expect(undoList(host).map(({ id }) => id)).toEqual(ids.slice(3).toReversed());
});

test("the last apply is the latest though the clock was put back", () => {
  const { machine, host } = machineWith(tree, setup);
  const before = host.now();
  host.sleep(60_000);
  const ids = Array.from({ length: 20 }, (_, index) =>
    apply(host, index === 0 ? "foo" : `${index} times`, `${index + 1} times`),
  );
  const early = { ...machine.start({ cwd: workspace }), now: () => before };
  const last = apply(early, "20 times", "21 times");
  expect(undoList(host).map(({ id }) => id)).toEqual([last, ...ids.slice(1).toReversed()]);
  expect(undo(options, early)).toMatchObject({ value: { apply_id: last } });
});

for (const native of ["all", "none"] as const)
  test(`keeps what somebody wrote into an old file when its record goes, ${native} native calls`, () => {
    const { host } = machineWith(tree, { ...setup, native });
    host.sleep(60_000);
    const id = apply(host, "foo", "bar");
    write(host, `/w/.git/swath/undo/${id}/0/${native === "all" ? "1" : "1.old"}`, "mine\n");
    for (let times = 0; times < 20; times++) apply(host, times === 0 ? "bar" : `${times} times`, `${times + 1} times`);
    expect(undoList(host).map((known) => known.id)).not.toContain(id);
    const kept = host.fs.readDirectory("/w/.git/swath/kept").map(({ name }) => name);
    expect(kept).toEqual([`${id}-2`]);
    expect(Buffer.from(host.fs.readFile(`/w/.git/swath/kept/${id}-2`)).toString()).toBe("mine\n");
  });

test("keeps no more than 512 MiB of old files, and the latest apply always", () => {
  const { host } = machineWith(tree, setup);
  const ids = ["1", "2", "3"].map((times) =>
    apply(host, times === "1" ? "foo" : `by ${Number(times) - 1}`, `by ${times}`),
  );
  for (const id of ids.slice(0, 2)) {
    const record = `/w/.git/swath/undo/${id}/record`;
    write(
      host,
      record,
      Buffer.from(host.fs.readFile(record))
        .toString()
        .replace(/"bytes":\d+/, `"bytes":${2 ** 28 + 1}`),
    );
  }
  const last = apply(host, "by 3", "by 4");
  expect(undoList(host).map(({ id }) => id)).toEqual([last, ids[2]!, ids[1]!]);
});

test("forgets workspaces that have been gone for a day", () => {
  const { machine, host } = machineWith(tree, { native: "all", store: "home" });
  const trees = "/home/.local/state/swath/trees";
  for (let index = 0; index < 40; index++) {
    put(host, { "a.txt": "foo\n" }, `/tmp/t${index}`);
    const root = `/tmp/t${index}`;
    const done = commit(requestOf({ workspace: root, files: planFiles(host, ["a.txt"], "foo", "bar", root) }), host);
    expect(done.ok).toBe(true);
    if (index < 38) {
      host.fs.remove(`${root}/a.txt`);
      host.fs.removeDirectory(root);
    }
  }
  expect(host.fs.readDirectory(trees).length).toBe(40);
  machine.start().sleep(25 * 60 * 60 * 1000);
  apply(host, "foo", "bar");
  expect(host.fs.readDirectory(trees).length).toBe(3);
});

describe("the record of an apply", () => {
  const known = (host: Host, fingerprint = "first") => appliedRecord(workspace, fingerprint, host);

  test("is found while its files are as it left them", () => {
    const { host } = machineWith(tree, setup);
    const id = apply(host, "foo", "bar", "first", { "foo.txt": "bar.txt" });
    expect([known(host), known(host, "another")]).toEqual([id, undefined]);
  });

  test("counts no more once a file was edited, a name changed or it was undone", () => {
    const changes: ((host: Host) => void)[] = [
      (host) => write(host, "/w/a.txt", "mine\n"),
      (host) => host.fs.rename("/w/bar.txt", "/w/other.txt"),
      (host) => void undo(options, host),
    ];
    for (const change of changes) {
      const { host } = machineWith(tree, setup);
      apply(host, "foo", "bar", "first", { "foo.txt": "bar.txt" });
      change(host);
      expect(known(host)).toBeUndefined();
    }
  });
});
