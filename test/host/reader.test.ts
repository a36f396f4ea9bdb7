import { afterAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileCalls } from "../../src/host/ffi.ts";
import { createReader, windowBytes, type FileReader } from "../../src/host/reader.ts";
import { Listing, listingBytes } from "../../src/model/listing.ts";
import { windowAt } from "../../src/model/window.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "swath-reader-"));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const pattern = new Uint8Array(3 * windowBytes + 17).map((_, i) => (i * 31 + (i >> 8)) % 251);
const sizes = [0, 1, 4095, 4096, 8192, windowBytes - 1, windowBytes, windowBytes + 1, pattern.length];
for (const size of sizes) fs.writeFileSync(path.join(root, `${size} ü`), pattern.subarray(0, size));

function readerOf(directory: string, names: readonly string[], ffi: boolean, named = false): FileReader {
  const listing = new Listing(new SharedArrayBuffer(listingBytes));
  listing.write({ absolute: directory, shown: "" }, names, named);
  return createReader(listing, { ffi, signs: new Int32Array(2) });
}

/** Everything the window shows of a file, letting go of a part of it each time. */
function readThrough(reader: FileReader, index: number, drop: (length: number) => number): Uint8Array {
  const parts: Uint8Array[] = [];
  reader.open(index);
  while (!reader.ended) {
    const count = drop(reader.bytes.length);
    parts.push(reader.bytes.slice(0, count));
    reader.advance(count);
  }
  parts.push(reader.bytes.slice());
  reader.close();
  return Buffer.concat(parts);
}

const drops = { all: (length: number) => length, half: (length: number) => length >> 1, none: () => 0 };

for (const ffi of [true, false]) {
  describe(ffi ? "by the C library" : "by node:fs", () => {
    if (ffi && process.platform === "linux") test("it is bound here", () => expect(fileCalls()).toBeDefined());

    for (const [name, drop] of Object.entries(drops)) {
      test(`every byte comes by when ${name} of the window is let go of`, () => {
        const reader = readerOf(
          root,
          sizes.map((size) => `${size} ü`),
          ffi,
        );
        for (const [i, size] of sizes.entries()) {
          expect(Buffer.compare(readThrough(reader, i, drop), pattern.subarray(0, size))).toBe(0);
        }
        reader.leave();
        expect(reader.bytesRead).toBe(sizes.reduce((sum, size) => sum + size, 0));
      });
    }

    test("after a while the window lies in a memory of kernels, and leaves it for as long as it has to be larger", () => {
      const names = [windowBytes - 1, windowBytes + 1, pattern.length, 4096];
      const reader = readerOf(
        root,
        names.map((size) => `${size} ü`),
        ffi,
      );
      const seen = [3, 0, 3, 1, 2, 3, 1].map((index) => {
        reader.open(index);
        while (!reader.ended) reader.advance(0);
        expect(Buffer.compare(reader.bytes, pattern.subarray(0, names[index]))).toBe(0);
        reader.close();
        const { memory, kernelMemory } = reader;
        if (kernelMemory)
          expect([memory.buffer, memory.byteOffset]).toEqual([kernelMemory.buffer as ArrayBuffer, windowAt]);
        return [memory.length / windowBytes, kernelMemory !== undefined];
      });
      expect(seen).toEqual([
        [1, false],
        [1, false],
        [1, true],
        [2, false],
        [4, false],
        [1, true],
        [4, false],
      ]);
    });

    test("files that are dismissed are opened, read whole and closed, up to the first that is not", () => {
      const names = sizes.map((size) => `${size} ü`);
      const reader = readerOf(root, names, ffi);
      const seen: string[] = [];
      const until = (size: number): number =>
        reader.skim(0, names.length, ({ bytes, ended }) => {
          const content = pattern.subarray(0, sizes[seen.length]);
          seen.push(`${bytes.length} ${ended} ${Buffer.compare(bytes, content.subarray(0, windowBytes))}`);
          return bytes.length !== size;
        });
      expect([until(-1), reader.isOpen]).toEqual([sizes.length, false]);
      expect(seen).toEqual(sizes.map((size) => `${Math.min(size, windowBytes)} ${size < windowBytes} 0`));
      seen.length = 0;
      expect([until(4096), reader.isOpen]).toEqual([3, true]);
      expect(Buffer.compare(reader.bytes, pattern.subarray(0, 4096))).toBe(0);
      reader.close();
      reader.leave();
    });

    test("a file that cannot be opened or read is left to whoever asks for it by itself", () => {
      fs.mkdirSync(path.join(root, "folder"), { recursive: true });
      for (const name of ["folder", "missing"]) {
        for (const named of [true, false]) {
          const reader = readerOf(root, ["1 ü", name, "1 ü"], ffi, named);
          expect([reader.skim(0, 3, () => true), reader.isOpen]).toEqual([1, false]);
          expect(() => reader.open(1)).toThrow(name === "folder" ? "EISDIR" : "ENOENT");
          reader.close();
          expect([reader.skim(2, 3, () => true), reader.isOpen]).toEqual([3, false]);
          reader.leave();
        }
      }
    });

    test("what has passed is read again", () => {
      const reader = readerOf(root, [`${pattern.length} ü`], ffi);
      reader.open(0);
      reader.advance(reader.length);
      const before = reader.bytes.slice();
      const again = new Uint8Array(100);
      expect(reader.readAgain!(again, 1000)).toBe(100);
      expect(again).toEqual(pattern.slice(1000, 1100));
      expect(reader.bytes).toEqual(before);
      reader.advance(reader.length);
      expect(reader.bytes).toEqual(pattern.slice(2 * windowBytes, 3 * windowBytes));
      reader.close();
    });

    test.if(process.platform !== "win32")("what a pipe has given is not read again", () => {
      const pipe = path.join(root, `pipe ${ffi}`);
      expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
      const writer = fs.openSync(pipe, fs.constants.O_RDWR);
      fs.writeSync(writer, "text");
      const reader = readerOf(root, [path.basename(pipe)], ffi, true);
      expect(() => reader.open(0)).toThrow("EAGAIN");
      expect(reader.readAgain).toBeUndefined();
      reader.close();
      fs.closeSync(writer);
      fs.rmSync(pipe);
    });

    test("no descriptor stays open", () => {
      const open = (): number => fs.readdirSync("/proc/self/fd").length;
      const reader = readerOf(root, ["1 ü", "missing"], ffi);
      const before = open();
      readThrough(reader, 0, drops.all);
      expect(() => reader.open(1)).toThrow("ENOENT");
      reader.close();
      reader.leave();
      expect(open()).toBe(before);
    });

    test("errors are the system's, with their code", () => {
      fs.mkdirSync(path.join(root, "directory"), { recursive: true });
      const codeOf = (directory: string, name: string): unknown => {
        const reader = readerOf(directory, [name], ffi);
        try {
          reader.open(0);
        } catch (error) {
          return (error as { code: string }).code;
        } finally {
          reader.close();
        }
        return undefined;
      };
      expect([codeOf(root, "missing"), codeOf(root, "directory"), codeOf(path.join(root, "gone"), "a")]).toEqual([
        "ENOENT",
        "EISDIR",
        "ENOENT",
      ]);
    });

    test("a pipe does not block", () => {
      const pipe = path.join(root, `pipe ${ffi}`);
      Bun.spawnSync(["mkfifo", pipe]);
      expect(readThrough(readerOf(root, [path.basename(pipe)], ffi), 0, drops.all).length).toBe(0);
    });

    if (process.platform === "linux")
      test("a file that is made while it is read is read to its end", () => {
        const whole = fs.readFileSync("/proc/kallsyms");
        for (const named of [true, false]) {
          const reader = readerOf("/proc", ["kallsyms"], ffi, named);
          expect(readThrough(reader, 0, drops.all).length).toBe(whole.length);
        }
      });
  });
}
