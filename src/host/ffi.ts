/**
 * The four calls of the C library that reading many files is made of, without a string or an object for each.
 * Only Linux on x64 and arm64 is bound; elsewhere, where the library does not load, or with `SWATH_NO_FFI=1` in the
 * environment, there is nothing and node:fs serves.
 */
import * as fs from "node:fs";
import { dlopen, FFIType, ptr } from "bun:ffi";

export interface FileCalls {
  /** Each pointer is an address; the result is a descriptor, or negative. */
  open(path: number, flags: number): number;
  openAt(directory: number, name: number, flags: number): number;
  /** Returns the number of bytes read; 0 at the end, negative on failure. */
  read(file: number, into: number, length: number): number;
  close(file: number): unknown;
}

const closeOnExec = process.platform === "linux" ? 0o2000000 : 0;

/** Flags to open a file or directory for reading. What turned into a pipe since it was listed does not block. */
export const openFlags = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK | closeOnExec;

let loaded: FileCalls | undefined | null = null;

/** The calls, loaded once in each thread; undefined where they are not bound. */
export function fileCalls(): FileCalls | undefined {
  if (loaded === null) loaded = load();
  return loaded;
}

/** The address of memory that does not move: a view on a whole buffer made before, which the caller keeps while the address is in use. */
export function addressOf(view: Uint8Array): number {
  return ptr(view);
}

function load(): FileCalls | undefined {
  if (process.env["SWATH_NO_FFI"] === "1" || process.platform !== "linux") return undefined;
  const machine = { x64: "x86_64", arm64: "aarch64" }[process.arch as string];
  return machine === undefined ? undefined : (bind("libc.so.6") ?? bind(`libc.musl-${machine}.so.1`));
}

function bind(library: string): FileCalls | undefined {
  try {
    const { symbols } = dlopen(library, {
      open: { args: [FFIType.u64, FFIType.i32], returns: FFIType.i32 },
      openat: { args: [FFIType.i32, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
      // What is asked for fits into 31 bits, and so does what comes back.
      read: { args: [FFIType.i32, FFIType.u64, FFIType.u32], returns: FFIType.i32 },
      close: { args: [FFIType.i32], returns: FFIType.i32 },
    });
    return { open: symbols.open, openAt: symbols.openat, read: symbols.read, close: symbols.close };
  } catch {
    return undefined;
  }
}
