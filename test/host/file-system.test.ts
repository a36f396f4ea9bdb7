/** The real host and the one in memory answer alike: what is proved in memory holds on a disk. */
import { afterAll, describe, expect, test } from "bun:test";
import * as nodeFs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import { MemoryMachine } from "../../src/host/memory.ts";

const temporary = nodeFs.mkdtempSync(path.join(os.tmpdir(), "swath-host-"));
afterAll(() => nodeFs.rmSync(temporary, { recursive: true }));

let made = 0;
const hosts: Record<string, () => { host: Host; root: string }> = {
  memory: () => {
    const host = new MemoryMachine().start();
    host.fs.makeDirectory("/root");
    return { host, root: "/root" };
  },
  real: () => {
    const root = path.join(temporary, String(made++));
    nodeFs.mkdirSync(root);
    return { host: bunHost(), root };
  },
};

const linux = process.platform === "linux";

function write(host: Host, file: string, text: string, permissions?: number): void {
  const opened = host.fs.open(file, "create", permissions);
  host.fs.write(opened, Buffer.from(text));
  host.fs.close(opened);
}

function codeOf(call: () => unknown): string {
  try {
    call();
    return "no error";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

for (const [name, make] of Object.entries(hosts)) {
  describe(name, () => {
    test("files, links and modes", () => {
      const { host, root } = make();
      const { fs } = host;
      write(host, `${root}/a`, "text", 0o640);
      fs.makeDirectory(`${root}/d`, 0o700);
      fs.symlink("a", `${root}/l`);
      fs.link(`${root}/a`, `${root}/d/hard`);
      const kinds = fs.readDirectory(root).map(({ name: entry, kind }) => `${entry} ${kind}`);
      expect(kinds.toSorted()).toEqual(["a file", "d directory", "l link"]);
      const { kind, size, mode, links } = fs.stat(`${root}/l`);
      expect({ kind, size, mode, links }).toEqual({ kind: "file", size: 4, mode: 0o640, links: 2 });
      expect(fs.stat(`${root}/a`).inode).toBe(fs.linkStat(`${root}/d/hard`).inode);
      expect([fs.linkStat(`${root}/l`).kind, fs.readLink(`${root}/l`)]).toEqual(["link", "a"]);
      expect(fs.realPath(`${root}/d/../l`).endsWith("/a")).toBe(true);
      fs.makeDirectory(`${root}/d/e`, 0o700);
      fs.symlink("d/e", `${root}/k`);
      write(host, `${root}/d/f`, "text");
      expect(fs.realPath(`${root}/k/../f`)).toEndWith("/d/f");
      expect(codeOf(() => fs.realPath(`${root}/k/../a`))).toBe("ENOENT");
      fs.changeMode(`${root}/a`, 0o4711);
      fs.changeTimes(`${root}/a`, 1_000_000_000n, 2_000_000_000n);
      const changed = fs.stat(`${root}/d/hard`);
      expect([changed.mode, changed.mtimeNs, changed.atimeNs]).toEqual([0o4711, 2_000_000_000n, 1_000_000_000n]);
    });

    test("reading and writing at a position, at the end and from the start", () => {
      const { host, root } = make();
      const { fs } = host;
      write(host, `${root}/a`, "0123456789");
      const file = fs.open(`${root}/a`, "write");
      fs.write(file, Buffer.from("AB"), 4);
      fs.truncate(file, 8);
      const bytes = new Uint8Array(16);
      expect([fs.read(file, bytes, 1, 3, 3), fs.read(file, bytes, 8, 8, 8)]).toEqual([3, 0]);
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("\x003AB\0");
      fs.sync(file);
      fs.close(file);
      const end = fs.open(`${root}/a`, "append");
      fs.write(end, Buffer.from("!"));
      fs.close(end);
      expect(Buffer.from(fs.readFile(`${root}/a`)).toString()).toBe("0123AB67!");
      const created = fs.open(`${root}/new`, "append");
      expect(fs.statOpen(created).size).toBe(0);
      fs.close(created);
    });

    test("renames replace files and refuse what would lose a tree", () => {
      const { host, root } = make();
      const { fs } = host;
      write(host, `${root}/a`, "a");
      write(host, `${root}/b`, "b");
      fs.makeDirectory(`${root}/full`);
      write(host, `${root}/full/c`, "c");
      fs.makeDirectory(`${root}/empty`);
      fs.rename(`${root}/a`, `${root}/b`);
      expect(Buffer.from(fs.readFile(`${root}/b`)).toString()).toBe("a");
      fs.rename(`${root}/full`, `${root}/empty`);
      expect(fs.exists(`${root}/empty/c`)).toBe(true);
      fs.makeDirectory(`${root}/other`);
      expect([
        codeOf(() => fs.rename(`${root}/other`, `${root}/empty`)),
        codeOf(() => fs.rename(`${root}/other`, `${root}/b`)),
        codeOf(() => fs.rename(`${root}/b`, `${root}/other`)),
        codeOf(() => fs.rename(`${root}/gone`, `${root}/x`)),
      ]).toEqual(["ENOTEMPTY", "ENOTDIR", "EISDIR", "ENOENT"]);
    });

    test("errors have the system's codes", () => {
      const { host, root } = make();
      const { fs } = host;
      write(host, `${root}/a`, "a");
      fs.makeDirectory(`${root}/d`);
      write(host, `${root}/d/x`, "x");
      fs.symlink("loop", `${root}/loop`);
      fs.symlink("nowhere", `${root}/dangling`);
      expect({
        create: codeOf(() => fs.open(`${root}/a`, "create")),
        missing: codeOf(() => fs.open(`${root}/gone`, "write")),
        below: codeOf(() => fs.stat(`${root}/a/x`)),
        directory: codeOf(() => fs.readFile(`${root}/d`)),
        loop: codeOf(() => fs.stat(`${root}/loop`)),
        dangling: codeOf(() => fs.realPath(`${root}/dangling`)),
        full: codeOf(() => fs.removeDirectory(`${root}/d`)),
        link: codeOf(() => fs.link(`${root}/a`, `${root}/d`)),
        long: codeOf(() => fs.open(`${root}/${"n".repeat(256)}`, "create")),
        made: codeOf(() => fs.makeDirectory(`${root}/d`)),
        parents: codeOf(() => fs.makeDirectory(`${root}/x/y`)),
      }).toEqual({
        create: "EEXIST",
        missing: "ENOENT",
        below: "ENOTDIR",
        directory: "EISDIR",
        loop: "ELOOP",
        dangling: "ENOENT",
        full: "ENOTEMPTY",
        link: "EEXIST",
        long: "ENAMETOOLONG",
        made: "EEXIST",
        parents: "ENOENT",
      });
      expect([fs.exists(`${root}/dangling`), fs.exists(`${root}/a/x`), fs.exists(`${root}/gone`)]).toEqual([
        true,
        false,
        false,
      ]);
    });

    test.if(linux)("exchange, renames that replace nothing, and attributes", () => {
      const { host, root } = make();
      const { fs, native } = host;
      write(host, `${root}/a`, "a");
      write(host, `${root}/b`, "b");
      native.exchange!(`${root}/a`, `${root}/b`);
      expect(Buffer.from(fs.readFile(`${root}/a`)).toString()).toBe("b");
      expect([
        codeOf(() => native.exchange!(`${root}/a`, `${root}/gone`)),
        codeOf(() => native.renameNew!(`${root}/a`, `${root}/b`)),
        codeOf(() => native.renameNew!(`${root}/a`, `${root}/c`)),
      ]).toEqual(["ENOENT", "EEXIST", "no error"]);
      native.changeTimes!(`${root}/c`, 1n, 1_234_567_890_123_456_789n);
      expect(fs.stat(`${root}/c`).mtimeNs).toBe(1_234_567_890_123_456_789n);
      native.writeAttribute!(`${root}/c`, { name: "user.swath", value: Buffer.from("x\0y") });
      expect(native.readAttributes!(`${root}/c`)).toEqual([
        { name: "user.swath", value: new Uint8Array(Buffer.from("x\0y")) },
      ]);
      native.removeAttribute!(`${root}/c`, "user.swath");
      expect(native.readAttributes!(`${root}/c`)).toEqual([]);
    });

    test.if(linux)("locks and leases", () => {
      const { host, root } = make();
      const { fs, native } = host;
      write(host, `${root}/a`, "a");
      const [one, two] = [fs.open(`${root}/a`, "read"), fs.open(`${root}/a`, "read")];
      expect([native.lock!(one), native.lock!(two), native.lock!(one)]).toEqual([true, false, true]);
      expect([native.lease!(one, "read"), native.lease!(two, "write")]).toEqual(["held", "busy"]);
      fs.close(one);
      expect(native.lock!(two)).toBe(true);
      native.syncFileSystem!(two);
      fs.close(two);
      const writer = fs.open(`${root}/a`, "write");
      const reader = fs.open(`${root}/a`, "read");
      expect(native.lease!(reader, "read")).toBe("busy");
      fs.close(reader);
      expect(native.lease!(writer, "write")).toBe("held");
      fs.close(writer);
    });

    test("processes", () => {
      const { host } = make();
      expect([host.isRunning(host.pid), host.isRunning(4_000_000)]).toEqual([true, false]);
    });
  });
}

describe("the real host", () => {
  test.if(linux)("tells names that are not UTF-8 from those with a replacement character", () => {
    const { host, root } = hosts["real"]!();
    for (const bytes of [
      [0x61, 0xff],
      [0x61, 0xfe],
      [0x61, 0xef, 0xbf, 0xbd],
    ])
      nodeFs.writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes)]), "");
    const entries = host.fs.readDirectory(root);
    expect(entries.map(({ name }) => name)).toEqual(["a\uFFFD", "a\uFFFD", "a\uFFFD"]);
    expect(entries.filter(({ notUtf8 }) => notUtf8).length).toBe(2);
  });

  test.if(linux)("knows what is neither file, directory nor link", () => {
    expect(bunHost().fs.stat("/dev/null").kind).toBe("special");
  });

  test("goes without native calls when told to", () => {
    process.env["SWATH_NO_FFI"] = "1";
    try {
      expect(bunHost().native).toEqual({});
    } finally {
      delete process.env["SWATH_NO_FFI"];
    }
  });
});
