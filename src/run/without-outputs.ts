/**
 * Leaves what an earlier run wrote out of the search of the next one that writes to the same file, unless it is named: a gate
 * would find its own log. A file that looks like anything else is searched like any other, so that it is not lost unseen.
 */
import type { Host } from "../host/host.ts";
import type { Settings } from "../model/options.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { FileSink } from "../pool/pool.ts";
import { outputFiles, type OutputName } from "./artifacts.ts";

export function withoutOutputs<Sink extends FileSink>(sink: Sink, settings: Settings, host: Host): Sink {
  const written = outputFiles(settings, host).filter(({ name, file }) => hasStart(file, starts[name], host));
  const outputs = new Set(written.map(({ file }) => file));
  if (outputs.size === 0) return sink;
  return {
    ...sink,
    files(directory, names, named) {
      const kept = named ? names : names.filter((name) => !outputs.has(`${directory.absolute}${name}`));
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
