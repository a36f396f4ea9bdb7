/**
 * Reads the files that a run has searched once more, as text and in path order, in parts that overlap by enough not to miss
 * a word. Ends where the time of the run is over.
 */
import type { Host } from "../host/host.ts";
import { planFiles, type FileSink } from "../plan/plan-files.ts";
import { decode } from "../text/decode.ts";
import { ByteBudget } from "./byte-budget.ts";
import type { Run } from "./context.ts";
import type { SearchedFile } from "./evidence.ts";
import { withoutOwnFiles } from "./without-own-files.ts";

/** Files above this size are read in parts. */
const partBytes = 16 * 1024 * 1024;
/** In bytes; what is looked for may stand across the border of two parts. */
const overlap = 64 * 1024;

interface Planned {
  readonly shown: string;
  readonly absolute: string;
}

export function* searchedFiles(
  { where, engine, request, host, limit }: Run,
  unsearched: readonly { readonly path: string }[],
): Generator<SearchedFile> {
  const skipped = new Set(unsearched.map(({ path }) => path));
  const planned: Planned[] = [];
  const sink: FileSink = {
    files(directory, names, named) {
      for (const name of names) {
        const shown = `${directory.shown}${name}`;
        if (!skipped.has(shown) && engine.accepts({ path: shown, named }))
          planned.push({ shown, absolute: `${directory.absolute}${name}` });
      }
      return true;
    },
  };
  const { encoding, max_total_bytes } = request.settings;
  const within = max_total_bytes === undefined ? sink : new ByteBudget(sink, host, max_total_bytes, true);
  const walk = planFiles({ ...where, inOrder: true }, host, withoutOwnFiles(within, request, host));
  for (let step = walk.next(); ; step = walk.next()) {
    for (const file of planned.splice(0)) {
      if (limit?.exceeded) return;
      yield* readOne(file, encoding, host);
    }
    if (step.done) return;
  }
}

function* readOne({ shown, absolute }: Planned, encoding: string | undefined, host: Host): Generator<SearchedFile> {
  let linesBefore = 0;
  for (const part of partsOf(absolute, host)) {
    const content = decode(part, encoding);
    if (typeof content === "object") yield { path: shown, text: new TextDecoder().decode(content.bytes), linesBefore };
    if (part.length > partBytes) linesBefore += newlinesIn(part.subarray(0, partBytes));
  }
}

function newlinesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++;
  return count;
}

/** A file that cannot be read was told of by the run itself. */
function* partsOf(path: string, host: Host): Generator<Uint8Array> {
  let file: number;
  try {
    file = host.fs.open(path, "read");
  } catch {
    return;
  }
  try {
    const { size } = host.fs.statOpen(file);
    for (let at = 0; at < size; at += partBytes) {
      const part = new Uint8Array(Math.min(size - at, partBytes + overlap));
      const read = host.fs.read(file, part, 0, part.length, at);
      yield part.subarray(0, read);
    }
  } catch {
    return;
  } finally {
    host.fs.close(file);
  }
}
