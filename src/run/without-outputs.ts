/** Leaves the files that a run writes beside its report out of its search, unless they are named: what an earlier run wrote there is no text of the tree. */
import type { Host } from "../host/host.ts";
import type { Settings } from "../model/options.ts";
import type { FileSink } from "../pool/pool.ts";
import { outputFiles } from "./artifacts.ts";

export function withoutOutputs<Sink extends FileSink>(sink: Sink, settings: Settings, host: Host): Sink {
  const outputs = new Set(outputFiles(settings, host));
  if (outputs.size === 0) return sink;
  return {
    ...sink,
    files(directory, names, named) {
      const kept = named ? names : names.filter((name) => !outputs.has(`${directory.absolute}${name}`));
      return kept.length === 0 || sink.files(directory, kept, named);
    },
  };
}
