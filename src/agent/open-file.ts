/** One file named by a caller: its bytes, its text where it has one, and what the system knows of it. */
import type { FileStat, Host } from "../host/host.ts";
import type { Content } from "../model/content.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import { problem, systemProblem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { largestWindow } from "../model/window.ts";
import { shellWord } from "../model/shell-word.ts";
import { showPath } from "../model/show-path.ts";
import { absolutePath } from "../host/asked-path.ts";
import { resolveRoots } from "../plan/roots.ts";
import type { ReadRecord } from "../schema/agent.ts";
import { decode } from "../text/decode.ts";
import { checksum } from "./checksum.ts";
import { LineTable } from "./line-table.ts";

export interface OpenFile {
  readonly absolute: AbsolutePath;
  readonly shown: ShownPath;
  readonly stat: FileStat;
  readonly isLink: boolean;
  readonly stored: Uint8Array;
  /** Absent for a file that holds no text. */
  readonly text?: { readonly content: Content; readonly lines: LineTable };
}

export function openFile(path: string, host: Host): Result<OpenFile> {
  const wrong = pathProblem(path);
  if (wrong) return failure(wrong);
  const absolute = absolutePath(path, host);
  const shown = showPath(absolute, host.cwd);
  try {
    const stat = host.fs.stat(absolute);
    const unfit = unfitProblem(stat, shown);
    if (unfit) return failure(unfit);
    const stored = host.fs.readFile(absolute);
    const isLink = host.fs.linkStat(absolute).kind === "link";
    return success({ absolute, shown, stat, isLink, stored, ...textOf(stored) });
  } catch (error) {
    return failure(missingProblem(error, path, shown, host));
  }
}

/** What every record about a file starts with. */
export async function describeFile({ absolute, stat, isLink, stored, text }: OpenFile, content: string | undefined) {
  return {
    path: absolute,
    ...(content !== undefined && { content }),
    lines: text?.lines.count ?? 0,
    bytes: stored.length,
    checksum: await checksum(stored),
    permissions: `0o${stat.mode.toString(8)}`,
    modified: new Date(Number(stat.mtimeNs / 1_000_000n)).toISOString(),
    kind: isLink ? "symlink" : "file",
    binary: text === undefined,
  } satisfies Omit<ReadRecord, "type">;
}

function textOf(stored: Uint8Array): Pick<OpenFile, "text"> {
  const content = decode(stored);
  return typeof content === "string" ? {} : { text: { content, lines: new LineTable(content.bytes) } };
}

function pathProblem(path: string): Problem | undefined {
  if (path === "") return problem("invalid_request", "an empty path was given");
  if (!path.includes("\0")) return undefined;
  return problem("invalid_request", `no path holds a NUL, as '${path.replaceAll("\0", "\\0")}' does`);
}

function unfitProblem({ kind, size }: FileStat, path: ShownPath): Problem | undefined {
  if (kind === "directory")
    return problem("io", `cannot read ${path}: it is a directory`, {
      path,
      remedies: [],
      suggestion: `List its files with: swath sparse list ${shellWord(path)}`,
    });
  if (kind !== "file") return problem("io", `cannot read ${path}: it is not a regular file`, { path, remedies: [] });
  if (size <= largestWindow) return undefined;
  return problem("file_too_large", `${path} holds ${size} bytes, and at most ${largestWindow} are read`, {
    path,
    remedies: [],
    suggestion: "Search it instead: a search reads files of any size.",
  });
}

function missingProblem(error: unknown, path: string, shown: ShownPath, host: Host): Problem {
  const cause = { ...systemProblem("io", error, "read", shown), remedies: [] };
  if ((error as { code?: string }).code !== "ENOENT") return cause;
  const near = resolveRoots({ paths: [path], literal: true, cwd: host.cwd }, host);
  const similar = near.ok ? undefined : near.problem.similar_paths;
  return similar?.length ? { ...cause, similar_paths: similar, suggestion: `Did you mean ${similar[0]}?` } : cause;
}
