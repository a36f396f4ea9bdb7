/**
 * Leaves out of a search, unless it is named, what an earlier run wrote to a file that this one writes, and what tells this one
 * what to look for: a gate would find its own log, a script would compute itself, and a rename's own map would then say nothing
 * any more. An output that looks like anything else is searched like any other, so that it is not lost unseen. Rules leave out
 * their own files.
 */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { Request } from "../model/request.ts";
import type { FileSink } from "../pool/pool.ts";
import { outputFiles, type OutputName } from "./artifacts.ts";
import { realPath } from "./paths.ts";

export function withoutOwnFiles<Sink extends FileSink>(
  sink: Sink,
  { settings, recipeFile }: Request,
  host: Host,
): Sink {
  const written = outputFiles(settings, host).filter(({ name, file }) => hasStart(file, starts[name], host));
  const read = [settings.map_file, settings.script, recipeFile].filter((file) => file !== undefined);
  const own = new Set([...written.map(({ file }) => file), ...read.map((file) => realPath(file, host))]);
  if (own.size === 0) return sink;
  // Only a walk that follows links comes to files by other names.
  const isOwn = (file: AbsolutePath): boolean => own.has(settings.follow ? realPath(file, host) : file);
  return {
    ...sink,
    files(directory, names, named) {
      const kept = named ? names : names.filter((name) => !isOwn(`${directory.absolute}${name}`));
      return kept.length === 0 || sink.files(directory, kept, named);
    },
  };
}

/** How the files begin that runs write; a patch of no changes is empty. */
const starts: Readonly<Record<OutputName, RegExp>> = {
  patch: /^(?:diff --git |$)/,
  sarif: /^\{\s+"\$schema": "[^"]*sarif[^{}]*\{\s+"tool": \{\s+"driver": \{\s+"name": "swath"/,
  plan_out: /^\{"format":"swath-plan"/,
};

const startBytes = 512;

function hasStart(file: AbsolutePath, start: RegExp, { fs }: Host): boolean {
  try {
    const open = fs.open(file, "read");
    try {
      const bytes = new Uint8Array(startBytes);
      return start.test(Buffer.from(bytes.subarray(0, fs.read(open, bytes, 0, startBytes, 0))).toString("latin1"));
    } finally {
      fs.close(open);
    }
  } catch {
    return false;
  }
}
