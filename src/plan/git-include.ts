/** Whether a conditional include of git's configuration holds: `gitdir`, `gitdir/i` and `onbranch`. No other is followed. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import { compilePathGlob, matchPathGlob } from "./path-glob.ts";
import type { Repository } from "./repository.ts";

interface IncludePlace {
  /** The file that has the condition. */
  readonly file: string;
  readonly home: string;
  readonly repository: Repository | undefined;
  readonly host: Host;
}

export function conditionHolds(condition: string, { file, home, repository, host }: IncludePlace): boolean {
  const [, kind, pattern] = /^(gitdir|gitdir\/i|onbranch):(.*)$/.exec(condition) ?? [];
  if (repository === undefined || pattern === undefined) return false;
  if (kind === "onbranch") return matches(withAllBelow(pattern), branchOf(repository, host) ?? "", false);
  const fold = kind === "gitdir/i";
  const places = [realPath(repository.gitDirectory, host), repository.gitDirectory];
  if (pattern.startsWith("./")) {
    const beside = `${realPath(posix.dirname(file), host)}/`;
    const rest = withAllBelow(pattern.slice(2));
    return places.some((place) => place.startsWith(beside) && matches(rest, place.slice(beside.length), fold));
  }
  const anchored = pattern.startsWith("~/") ? posix.join(realPath(home, host), pattern.slice(1)) : pattern;
  const whole = withAllBelow(anchored.startsWith("/") ? anchored : `**/${anchored}`);
  return places.some((place) => matches(whole, place, fold));
}

function withAllBelow(pattern: string): string {
  return pattern.endsWith("/") ? `${pattern}**` : pattern;
}

function matches(pattern: string, text: string, fold: boolean): boolean {
  const glob = compilePathGlob(pattern, fold);
  return glob !== undefined && matchPathGlob(glob, text, fold);
}

function branchOf({ gitDirectory }: Repository, host: Host): string | undefined {
  try {
    const head = new TextDecoder().decode(readRegularFile(host.fs, posix.join(gitDirectory, "HEAD")));
    return /^ref: refs\/heads\/(.+)/.exec(head)?.[1];
  } catch {
    return undefined;
  }
}

function realPath(path: string, host: Host): string {
  try {
    return host.fs.realPath(path);
  } catch {
    return path;
  }
}
