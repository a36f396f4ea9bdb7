/** Expands a glob that names rule files. Links are not followed; ignore files play no part, since the files are named. */
import fastGlob, { type FileSystemAdapter } from "fast-glob";
import type { EntryKind, Host } from "../host/host.ts";
import { comparePaths } from "../model/path-order.ts";

/** Whether a path is a glob at all. */
export function isGlob(path: string): boolean {
  return fastGlob.isDynamicPattern(path);
}

/** The files it stands for, as given: relative to the working directory unless it is absolute. In path order. */
export function expandGlob(glob: string, host: Host): string[] {
  const files = fastGlob.sync(glob, { cwd: host.cwd, fs: adapterOf(host), followSymbolicLinks: false });
  return files.toSorted(comparePaths);
}

/** What fast-glob asks of a file system, answered by the host. */
function adapterOf({ fs }: Host): Partial<FileSystemAdapter> {
  const readdirSync = (directory: string) =>
    fs.readDirectory(directory).map(({ name, kind }) => ({ name, ...kindOf(kind) }));
  return {
    lstatSync: (path: string) => kindOf(fs.linkStat(path).kind),
    statSync: (path: string) => kindOf(fs.stat(path).kind),
    readdirSync,
  } as unknown as Partial<FileSystemAdapter>;
}

function kindOf(kind: EntryKind) {
  const no = (): boolean => false;
  return {
    isFile: () => kind === "file",
    isDirectory: () => kind === "directory",
    isSymbolicLink: () => kind === "link",
    isBlockDevice: no,
    isCharacterDevice: no,
    isFIFO: no,
    isSocket: no,
  };
}
