/**
 * System calls of the C library through `bun:ffi`, for what `node:fs` lacks. Each group is loaded by itself, so that a
 * library without one of them still gives the others, and where nothing loads the host works without.
 * Layouts and numbers are Linux's; of other systems only `flock` is used, which is the same everywhere.
 */
import { type FFIFunction, FFIType, dlopen, read } from "bun:ffi";
import * as os from "node:os";
import type { Attribute, NativeCalls } from "./host.ts";

/** Set `SWATH_NO_FFI=1` in the environment to run without. */
export function loadNativeCalls(env: Readonly<Record<string, string | undefined>>): NativeCalls {
  if (env["SWATH_NO_FFI"] === "1") return {};
  if (process.platform === "darwin") return locking("__error");
  if (process.platform !== "linux") return {};
  return { ...locking(errnoName), ...leases(), ...flushing(), ...exchanging(), ...times(), ...attributes() };
}

const errnoName = "__errno_location";
const libraries: Readonly<Record<string, readonly string[]>> = {
  darwin: ["libSystem.B.dylib"],
  linux: ["libc.so.6", `libc.musl-${process.arch === "arm64" ? "aarch64" : "x86_64"}.so.1`],
};

const { i32, u32, u64, pointer } = FFIType;
const i64 = FFIType.i64_fast;

/** Loads the functions, with the one that finds `errno`; undefined where one of them is missing. */
function load<Functions extends Record<string, FFIFunction>>(functions: Functions, errno = errnoName) {
  for (const library of libraries[process.platform]!) {
    try {
      const { symbols } = dlopen(library, { ...functions, [errno]: { args: [], returns: pointer } });
      const place = (symbols as Record<string, () => number>)[errno]!;
      return { calls: symbols as unknown as Calls<Functions>, errno: () => read.i32(place() as never, 0) };
    } catch {
      continue;
    }
  }
  return undefined;
}

type Calls<Functions> = { readonly [Name in keyof Functions]: (...args: readonly unknown[]) => number | bigint };

function locking(errno: string): NativeCalls {
  const loaded = load({ flock: { args: [i32, i32], returns: i32 } }, errno);
  if (!loaded) return {};
  const exclusiveWithoutWaiting = 2 | 4;
  return {
    lock(file) {
      if (loaded.calls.flock(file, exclusiveWithoutWaiting) === 0) return true;
      const code = loaded.errno();
      if (code === os.constants.errno.EWOULDBLOCK) return false;
      throw systemError(code, "flock");
    },
  };
}

function leases(): NativeCalls {
  const loaded = load({ fcntl: { args: [i32, i32, i32], returns: i32 } });
  if (!loaded) return {};
  const [setSignal, setLease, getLease] = [10, 1024, 1025];
  const noLease = 2;
  /** A signal that is ignored unless somebody asks for it: the default one would end the process when a lease is broken. */
  const harmless = os.constants.signals.SIGURG;
  return {
    lease(file, kind) {
      if (loaded.calls.fcntl(file, setSignal, harmless) !== 0) return "unavailable";
      if (loaded.calls.fcntl(file, setLease, kind === "read" ? 0 : 1) === 0) return "held";
      return loaded.errno() === os.constants.errno.EAGAIN ? "busy" : "unavailable";
    },
    leaseHolds: (file) => loaded.calls.fcntl(file, getLease, 0) !== noLease,
  };
}

function flushing(): NativeCalls {
  const loaded = load({ syncfs: { args: [i32], returns: i32 } });
  if (!loaded) return {};
  return {
    syncFileSystem(file) {
      if (loaded.calls.syncfs(file) !== 0) throw systemError(loaded.errno(), "syncfs");
    },
  };
}

const workingDirectory = -100;

function exchanging(): NativeCalls {
  const loaded = load({ renameat2: { args: [i32, pointer, i32, pointer, u32], returns: i32 } });
  if (!loaded) return {};
  const rename = (from: string, to: string, flags: number): void => {
    const [left, right] = [firstText.put(from), secondText.put(to)];
    if (loaded.calls.renameat2(workingDirectory, left, workingDirectory, right, flags) !== 0)
      throw systemError(loaded.errno(), "renameat2", from, to);
  };
  const [replaceNothing, exchange] = [1, 2];
  return {
    exchange: (left, right) => rename(left, right, exchange),
    renameNew: (from, to) => rename(from, to, replaceNothing),
  };
}

function times(): NativeCalls {
  const loaded = load({ utimensat: { args: [i32, pointer, pointer, i32], returns: i32 } });
  if (!loaded) return {};
  const noFollow = 0x100;
  const pair = new BigInt64Array(new ArrayBuffer(32));
  return {
    changeTimes(path, atimeNs, mtimeNs) {
      pair.set([
        atimeNs / 1_000_000_000n,
        atimeNs % 1_000_000_000n,
        mtimeNs / 1_000_000_000n,
        mtimeNs % 1_000_000_000n,
      ]);
      if (loaded.calls.utimensat(workingDirectory, firstText.put(path), pair, noFollow) !== 0)
        throw systemError(loaded.errno(), "utimensat", path);
    },
  };
}

function attributes(): NativeCalls {
  const loaded = load({
    llistxattr: { args: [pointer, pointer, u64], returns: i64 },
    lgetxattr: { args: [pointer, pointer, pointer, u64], returns: i64 },
    lsetxattr: { args: [pointer, pointer, pointer, u64, i32], returns: i32 },
    lremovexattr: { args: [pointer, pointer], returns: i32 },
  });
  if (!loaded) return {};
  const { calls, errno } = loaded;
  /** The kernel's limit for a value and for a list of names. */
  const room = new Uint8Array(new ArrayBuffer(65_536));
  const checked = (result: number | bigint, call: string, path: string): number => {
    if (Number(result) < 0) throw systemError(errno(), call, path);
    return Number(result);
  };
  return {
    readAttributes(path) {
      const listed = checked(calls.llistxattr(firstText.put(path), room, room.length), "llistxattr", path);
      if (listed === 0) return [];
      const names = Buffer.from(room.subarray(0, listed)).toString("latin1").split("\0").slice(0, -1);
      return names.map((name): Attribute => {
        const [at, called] = [firstText.put(path), secondText.put(name)];
        const length = checked(calls.lgetxattr(at, called, room, room.length), "lgetxattr", path);
        return { name, value: room.slice(0, length) };
      });
    },
    writeAttribute(path, { name, value }) {
      room.set(value);
      const [at, called] = [firstText.put(path), secondText.put(name)];
      checked(calls.lsetxattr(at, called, room, value.length, 0), "lsetxattr", path);
    },
    removeAttribute(path, name) {
      checked(calls.lremovexattr(firstText.put(path), secondText.put(name)), "lremovexattr", path);
    },
  };
}

/** One NUL-terminated argument at a time, in memory that stays where it is. */
class TextArgument {
  readonly #bytes = new Uint8Array(new ArrayBuffer(4 * 4096));

  put(text: string): Uint8Array {
    const { read: taken, written } = new TextEncoder().encodeInto(text, this.#bytes);
    if (taken < text.length || written === this.#bytes.length)
      throw systemError(os.constants.errno.ENAMETOOLONG, "open", text);
    this.#bytes[written] = 0;
    return this.#bytes;
  }
}

const firstText = new TextArgument();
const secondText = new TextArgument();

const codes = new Map(Object.entries(os.constants.errno).map(([code, number]) => [number as number, code]));

/** An error of the same shape as those of `node:fs`. */
function systemError(errno: number, syscall: string, path?: string, dest?: string): Error {
  const code = codes.get(errno) ?? "EIO";
  const error = new Error(
    `${code}: ${syscall}${path === undefined ? "" : ` '${path}'`}${dest === undefined ? "" : ` -> '${dest}'`}`,
  );
  return Object.assign(error, { code, errno: -errno, syscall, ...(path !== undefined && { path }) });
}
