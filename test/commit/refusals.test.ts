import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { appliedRecord } from "../../src/commit/records.ts";
import { recover } from "../../src/commit/recover.ts";
import type { CommitRequest } from "../../src/commit/request.ts";
import { undo } from "../../src/commit/undo.ts";
import type { FileSystem, Host, NativeCalls } from "../../src/host/host.ts";
import { problem } from "../../src/model/problem.ts";
import {
  look,
  machineWith,
  planFiles,
  planRenames,
  put,
  requestOf,
  text,
  times,
  unprivileged,
  write,
} from "./fixture.ts";

const setup = { native: "all", store: "repository" } as const;

/** Each is refused before anything is written. */
const cases: Record<
  string,
  { tree: Parameters<typeof put>[1]; ask: (host: Host) => Partial<CommitRequest>; problem: object }
> = {
  "a file without the owner's write bit": {
    tree: { "a.txt": "foo\n", "r.txt": { text: "foo\n", mode: 0o444 } },
    ask: (host) => ({ files: planFiles(host, ["a.txt", "r.txt"]) }),
    problem: { kind: "read_only", path: "r.txt", message: "r.txt is read-only" },
  },
  "a link that leads out of the workspace": {
    tree: { "../out.txt": "foo\n", "l.txt": { link: "../out.txt" }, "a.txt": "foo\n" },
    ask: (host) => ({ files: planFiles(host, ["a.txt", "l.txt"]) }),
    problem: { kind: "outside_root", path: "l.txt", details: { target: "/out.txt", root: "/w" } },
  },
  "a directory link that leads out of the workspace": {
    tree: { "../out/x.txt": "foo\n", d: { link: "../out" } },
    ask: (host) => ({ files: planFiles(host, ["d/x.txt"]) }),
    problem: { kind: "outside_root", path: "d/x.txt" },
  },
  "a file that is gone and one that is a directory by now": {
    tree: { "a.txt": "foo\n", "gone.txt": "foo\n", "turned.txt": "foo\n" },
    ask: (host) => {
      const files = planFiles(host, ["a.txt", "gone.txt", "turned.txt"]);
      host.fs.remove("/w/gone.txt");
      host.fs.remove("/w/turned.txt");
      host.fs.makeDirectory("/w/turned.txt");
      return { files };
    },
    problem: { kind: "stale_plan", details: { paths: ["gone.txt", "turned.txt"] } },
  },
  "a new name that is taken": {
    tree: { "foo.txt": "x\n", "bar.txt": "y\n" },
    ask: () => ({ renames: planRenames({ "foo.txt": "bar.txt" }) }),
    problem: { kind: "rename_collision", message: "foo.txt cannot become bar.txt: bar.txt is there and stays" },
  },
  "a new name that is taken in another case": {
    tree: { "foo.txt": "x\n", "Bar.txt": "y\n" },
    ask: () => ({ renames: planRenames({ "foo.txt": "bar.txt" }) }),
    problem: { kind: "rename_collision", message: "foo.txt cannot become bar.txt: Bar.txt is there and stays" },
  },
  "a new name that is taken in another composition": {
    tree: { "foo.txt": "x\n", "a\u0308.txt": "y\n" },
    ask: () => ({ renames: planRenames({ "foo.txt": "ä.txt" }) }),
    problem: { kind: "rename_collision" },
  },
  "two sources for one name": {
    tree: { "foo.txt": "x\n", "fooo.txt": "y\n" },
    ask: () => ({ renames: planRenames({ "foo.txt": "bar.txt", "fooo.txt": "BAR.txt" }) }),
    problem: { kind: "rename_collision", message: "fooo.txt cannot become BAR.txt: foo.txt becomes bar.txt too" },
  },
  "a source that is gone": {
    tree: { "a.txt": "foo\n" },
    ask: (host) => ({ files: planFiles(host, ["a.txt"]), renames: planRenames({ "foo.txt": "bar.txt" }) }),
    problem: { kind: "stale_plan", path: "foo.txt" },
  },
  "edits of a saved plan that give something else": {
    tree: { "a.txt": "foo\n" },
    ask: (host) => {
      const [file] = planFiles(host, ["a.txt"]);
      return { files: [{ ...file!, unproven: true, change: { ...file!.change!, hashAfter: "0".repeat(64) } }] };
    },
    problem: { kind: "invalid_plan", path: "a.txt" },
  },
  "a workspace that is gone": {
    tree: { "a.txt": "foo\n" },
    ask: (host) => ({ files: planFiles(host, ["a.txt"]), workspace: "/nowhere" }),
    problem: { kind: "io", path: "/nowhere" },
  },
  "a run that is interrupted while it stages": {
    tree: { "a.txt": "foo\n", "b.txt": "foo\n" },
    ask: (host) => {
      let asked = 0;
      const interrupted = () => (++asked === 2 ? problem("interrupted", "stopped by SIGINT") : undefined);
      return { files: planFiles(host, ["a.txt", "b.txt"]), interrupted };
    },
    problem: { kind: "interrupted" },
  },
  "a run that is interrupted while it switches": {
    tree: { "a.txt": "foo\n", "b.txt": "foo\n" },
    ask: (host) => {
      let asked = 0;
      const interrupted = () => (++asked === 4 ? problem("interrupted", "stopped by SIGINT") : undefined);
      return { files: planFiles(host, ["a.txt", "b.txt"]), interrupted };
    },
    problem: { kind: "interrupted" },
  },
};

describe("refuses", () => {
  for (const [name, { tree, ask, problem: expected }] of Object.entries(cases)) {
    test(name, () => {
      const { host } = machineWith(tree, setup);
      const request = requestOf(ask(host));
      const before = { seen: look(host), times: times(host) };
      expect(commit(request, host)).toMatchObject({ ok: false, problem: expected });
      expect({ seen: look(host), times: times(host) }).toEqual(before);
      expect(host.fs.exists("/w/.git/swath/journal")).toBe(false);
    });
  }
});

describe("edits", () => {
  const readOnly = { "r.txt": { text: "foo\n", mode: 0o444 }, "h.txt": { hard: "r.txt" } } as const;

  test("a read-only file that is named", () => {
    const { host } = machineWith({ "r.txt": { text: "foo\n", mode: 0o444 } }, setup);
    const files = planFiles(host, ["r.txt"]).map((file) => Object.assign(file, { named: true }));
    expect(commit(requestOf({ files }), host).ok).toBe(true);
    expect(look(host)["r.txt"]).toBe('444  "bar\\n"');
  });

  test("read-only files when that is forced, in place too", () => {
    const { host } = machineWith(readOnly, setup);
    expect(commit(requestOf({ files: planFiles(host, ["r.txt"]), forceReadonly: true }), host).ok).toBe(true);
    expect([look(host)["h.txt"], text(host, "r.txt")]).toEqual(['444 first "bar\\n"', "bar\n"]);
  });

  test.each([0o6555, 0o6755])("a file with several names keeps its mode, set-id bits too: %o", (mode) => {
    const { host } = machineWith({ "a.txt": { text: "foo\n", mode }, "b.txt": { hard: "a.txt" } }, setup);
    const user = unprivileged(host);
    expect(commit(requestOf({ files: planFiles(host, ["a.txt"]), forceReadonly: true }), user).ok).toBe(true);
    expect([text(host, "b.txt"), host.fs.stat("/w/b.txt").mode]).toEqual(["bar\n", mode]);
    expect(undo({ fsync: "auto", forceLock: false }, user)).toMatchObject({ ok: true });
    expect([text(host, "b.txt"), host.fs.stat("/w/b.txt").mode]).toEqual(["foo\n", mode]);
  });

  test("a file with several names and another owner is put back though its time cannot be", () => {
    const { host } = machineWith({ "a.txt": "foo\n", "b.txt": { hard: "a.txt" }, "c.txt": "foo\n" }, setup);
    const refuse = (): never => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    };
    const user: Host = {
      ...host,
      fs: { ...host.fs, changeTimes: refuse, changeMode: refuse, rename: refuse },
      native: { ...host.native, changeTimes: refuse, exchange: refuse },
    };
    const done = commit(requestOf({ files: planFiles(host, ["a.txt", "c.txt"]) }), user);
    expect(done).toMatchObject({ ok: false, problem: { kind: "io", path: "c.txt" } });
    expect([text(host, "a.txt"), text(host, "c.txt")]).toEqual(["foo\n", "foo\n"]);
    expect(recover({ paths: ["/w"], fsync: "auto", forceLock: false }, host)).toMatchObject({
      value: { outcome: "nothing_to_do" },
    });
  });

  test("one file reached by two of its names once", () => {
    const { host } = machineWith({ "a.txt": "foo\n", "b.txt": { hard: "a.txt" } }, setup);
    const done = commit(requestOf({ files: planFiles(host, ["a.txt", "b.txt"]) }), host);
    expect(done).toMatchObject({ value: { filesWritten: 1 } });
    expect(text(host, "b.txt")).toBe("bar\n");
  });

  test("a file that shrinks and one that becomes empty in place", () => {
    const { host } = machineWith({ "a.txt": "foofoofoo", "b.txt": { hard: "a.txt" } }, setup);
    expect(commit(requestOf({ files: planFiles(host, ["a.txt"], "foo", "") }), host).ok).toBe(true);
    expect(text(host, "b.txt")).toBe("");
  });

  test("owner, group and attributes stay", () => {
    const { host } = machineWith({ "a.txt": { text: "foo\n", mode: 0o4755 } }, setup);
    host.fs.changeOwner("/w/a.txt", 7, 8);
    host.native.writeAttribute!("/w/a.txt", { name: "user.note", value: Buffer.from("kept") });
    expect(commit(requestOf({ files: planFiles(host, ["a.txt"]) }), host).ok).toBe(true);
    const { uid, gid, mode } = host.fs.stat("/w/a.txt");
    expect({ uid, gid, mode }).toEqual({ uid: 7, gid: 8, mode: 0o4755 });
    expect(host.native.readAttributes!("/w/a.txt")).toEqual([{ name: "user.note", value: Buffer.from("kept") }]);
  });

  test("files of one directory keep each their mode, and attributes that only a writable file takes", () => {
    const modes = [0o600, 0o644, 0o755, 0o4755, 0o444, 0o2070, 0o1666, 0o200];
    const named = [...modes, ...modes].map((mode, index) => [`f${index}.txt`, mode] as const);
    const { host } = machineWith(
      Object.fromEntries(named.map(([name, mode]) => [name, { text: `foo ${name}\n`, mode }])),
      setup,
    );
    const note = (name: string) => ({ name: "user.note", value: Buffer.from(name) });
    for (const [name] of named.slice(modes.length)) host.native.writeAttribute!(`/w/${name}`, note(name));
    const writeAttribute: NonNullable<NativeCalls["writeAttribute"]> = (path, attribute) => {
      if (!(host.fs.stat(path).mode & 0o200)) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
      host.native.writeAttribute!(path, attribute);
    };
    const user = { ...host, native: { ...host.native, writeAttribute } };
    const names = named.map(([name]) => name);
    expect(commit(requestOf({ files: planFiles(host, names), forceReadonly: true }), user).ok).toBe(true);
    for (const [index, [name, mode]] of named.entries()) {
      expect({ name, mode: host.fs.stat(`/w/${name}`).mode }).toEqual({ name, mode });
      expect(host.native.readAttributes!(`/w/${name}`)).toEqual(index < modes.length ? [] : [note(name)]);
    }
  });

  test("a file that grows after it was looked at is stale, though its start is what was expected", () => {
    const { host } = machineWith({ "a.txt": "foo\n", "b.txt": "foo\n" }, setup);
    const files = planFiles(host, ["a.txt", "b.txt"]);
    let reads = 0;
    const read: FileSystem["read"] = (file, into, at, length, position) => {
      if (++reads === 1) host.fs.write(host.fs.open("/w/a.txt", "append"), Buffer.from("more\n"));
      return host.fs.read(file, into, at, Math.min(length, 4), position);
    };
    const grown = { ...host, fs: { ...host.fs, read } };
    expect(commit(requestOf({ files }), grown).ok).toBe(false);
    expect([text(host, "a.txt"), text(host, "b.txt")]).toEqual(["foo\nmore\n", "foo\n"]);
  });

  test("a file of another owner loses its set-id bits where the owner cannot be kept", () => {
    const { host } = machineWith({ "a.txt": { text: "foo\n", mode: 0o6755 } }, setup);
    host.fs.changeOwner("/w/a.txt", 7, 8);
    const changeOwner = () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    };
    const user = { ...host, fs: { ...host.fs, changeOwner } };
    expect(commit(requestOf({ files: planFiles(host, ["a.txt"]) }), user).ok).toBe(true);
    expect(host.fs.stat("/w/a.txt").mode).toBe(0o755);
    expect(undo({ fsync: "auto", forceLock: false }, user)).toMatchObject({ ok: true });
    expect([text(host, "a.txt"), host.fs.stat("/w/a.txt").mode]).toEqual(["foo\n", 0o755]);
  });

  test("many files, flushed together", () => {
    const names = Array.from({ length: 200 }, (_, index) => `d${index % 7}/f${index}.txt`);
    const { host } = machineWith(Object.fromEntries(names.map((name) => [name, `foo ${name}\n`])), setup);
    let flushes = 0;
    const syncFileSystem = (file: number) => (flushes++, host.native.syncFileSystem!(file));
    const counting = { ...host, native: { ...host.native, syncFileSystem } };
    expect(commit(requestOf({ files: planFiles(host, names) }), counting)).toMatchObject({
      value: { filesWritten: 200 },
    });
    expect(names.map((name) => text(host, name))).toEqual(names.map((name) => `bar ${name}\n`));
    expect(flushes).toBe(2);
  });

  test("falls back to staging beside the target where a rename does not cross a boundary", () => {
    const { host } = machineWith({ "a.txt": "foo\n", "b.txt": "foo\n" }, setup);
    const outside = (from: string) => from.startsWith("/w/.git/");
    const refuse = (from: string): void => {
      if (outside(from)) throw Object.assign(new Error("EXDEV"), { code: "EXDEV" });
    };
    const exchange = (left: string, right: string) => (refuse(left), host.native.exchange!(left, right));
    const bound = { ...host, native: { ...host.native, exchange } };
    expect(commit(requestOf({ files: planFiles(host, ["a.txt", "b.txt"]) }), bound)).toMatchObject({ ok: true });
    expect(look(host)).toMatchObject({ "a.txt": '644  "bar\\n"', "b.txt": '644  "bar\\n"' });
    expect(Object.keys(look(host)).toSorted()).toEqual([".git", "a.txt", "b.txt"]);
  });

  test("names the records when the disk is full where they lie", () => {
    const { host } = machineWith({ "a.txt": "foo\n" }, { ...setup, store: "other_device" });
    const open: FileSystem["open"] = (path, mode, permissions) => {
      if (path.endsWith(".old")) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      return host.fs.open(path, mode, permissions);
    };
    const done = commit(requestOf({ files: planFiles(host, ["a.txt"]) }), { ...host, fs: { ...host.fs, open } });
    expect(done).toMatchObject({ problem: { kind: "disk_full", path: expect.stringMatching(/^\/home\/.*journal$/) } });
  });

  test("nothing at all without a record", () => {
    const { host } = machineWith({}, setup);
    expect(commit(requestOf({}), host)).toEqual({ ok: true, value: { applyId: "", filesWritten: 0 } });
    expect(host.fs.exists("/w/.git/swath/undo")).toBe(false);
  });
});

test("a linked worktree keeps its records in its own private directory", () => {
  const { host } = machineWith({ "a.txt": "foo\n" }, { native: "all", store: "home" });
  put(host, { "main/.git/worktrees/w/HEAD": "ref\n" }, "");
  write(host, "/w/.git", "gitdir: /main/.git/worktrees/w\n");
  expect(commit(requestOf({ files: planFiles(host, ["a.txt"]) }), host).ok).toBe(true);
  expect(host.fs.readDirectory("/main/.git/worktrees/w/swath/undo").length).toBe(1);
});

describe("records", () => {
  const forbidding = (host: Host, forbidden: string): Host => {
    const refuse = (path: unknown): void => {
      if (typeof path === "string" && path.startsWith(forbidden))
        throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    };
    const calls = Object.entries(host.fs).map(([name, call]) => [
      name,
      (...args: unknown[]) => (refuse(args[0]), (call as (...given: unknown[]) => unknown)(...args)),
    ]);
    return { ...host, fs: Object.fromEntries(calls) as Host["fs"] };
  };

  test("go to the user's directory when the repository's cannot be written", () => {
    const { host } = machineWith({ "a.txt": "foo\n" }, setup);
    const files = planFiles(host, ["a.txt"]);
    expect(commit(requestOf({ files }), forbidding(host, "/w/.git/swath")).ok).toBe(true);
    expect(host.fs.readDirectory("/home/.local/state/swath/trees").length).toBe(1);
  });

  test("go to the user's directory when something else stands in the repository in their place", () => {
    const { host } = machineWith({ "a.txt": "foo\n", ".git/swath": "a file" }, { native: "all", store: "home" });
    expect(commit(requestOf({ files: planFiles(host, ["a.txt"]) }), host).ok).toBe(true);
    expect(undo({ fsync: "auto", forceLock: false }, host)).toMatchObject({ ok: true });
  });

  test("that another user has closed are named with the way out, also where nothing may be said to wait in them", () => {
    const { host } = machineWith({ "a.txt": "foo\n" }, setup);
    const files = planFiles(host, ["a.txt"]);
    host.fs.makeDirectory("/w/.git/swath");
    const user = forbidding(host, "/w/.git/swath/");
    const refused = {
      problem: {
        kind: "io",
        message: "cannot write in /w/.git/swath: permission denied (EACCES)",
        suggestion: expect.stringContaining("give that directory to the one who runs it now"),
        remedies: [],
      },
    };
    expect(commit(requestOf({ files }), user)).toMatchObject(refused);
    expect(recover({ paths: ["/w"], fsync: "auto", forceLock: false }, user)).toMatchObject(refused);
    expect(undo({ fsync: "auto", forceLock: false }, user)).toMatchObject(refused);
    expect(recover({ paths: ["/elsewhere"], fsync: "auto", forceLock: false }, user).ok).toBe(true);
  });

  test("stay in the repository when the user has no home that can be used", () => {
    const { host } = machineWith({ "a.txt": "foo\n" }, setup);
    const user = forbidding(host, "/home");
    expect(commit(requestOf({ files: planFiles(host, ["a.txt"]) }), user).ok).toBe(true);
    expect(appliedRecord("/w", "this request", user)).toBeString();
    expect(undo({ fsync: "auto", forceLock: false }, user)).toMatchObject({ ok: true });
    expect(text(host, "a.txt")).toBe("foo\n");
  });

  test("must have a place", () => {
    const { host } = machineWith({ "a.txt": "foo\n" }, { native: "all", store: "home" });
    const user = forbidding(host, "/home");
    expect(commit(requestOf({ files: planFiles(host, ["a.txt"]) }), user)).toMatchObject({ problem: { kind: "io" } });
    expect(text(host, "a.txt")).toBe("foo\n");
  });
});
