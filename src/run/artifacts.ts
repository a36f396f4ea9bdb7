/** The files that a run writes beside its report: the patch and the SARIF log. */
import * as path from "node:path";
import { absolutePath } from "../host/asked-path.ts";
import type { Host } from "../host/host.ts";
import { flagOf } from "../model/flag.ts";
import type { Settings } from "../model/options.ts";
import { isInside, type AbsolutePath, type ShownPath } from "../model/path.ts";
import { problem, systemProblem, type Problem } from "../model/problem.ts";
import type { PathRename } from "../plan/renames.ts";
import { placesOf, type Place } from "../report/place.ts";
import { inBatches } from "../report/batches.ts";
import { toSarif } from "../report/sarif.ts";
import { fromRepository } from "./from-repository.ts";
import { realPath } from "./paths.ts";
import type { RunHooks, RunResult } from "./runner.ts";

/** What a run has to give so that its files can be written. */
export function artifactHooks({ patch, sarif }: Settings): Required<Pick<RunHooks, "diff" | "listed">> {
  return { diff: patch !== undefined, listed: sarif !== undefined };
}

/** Looks before the run whether its files could be written, so that an apply does not end with half an answer. */
export function artifactProblem(settings: Settings, host: Host): Problem | undefined {
  for (const name of artifacts) {
    const file = settings[name];
    if (file === undefined) continue;
    if (file === "-")
      return problem("invalid_request", `${name} takes the name of a file, and - is none`, {
        suggestion: "The answer itself is on standard output; write ./- for a file of that name.",
      });
    const absolute = absolutePath(file, host);
    const directory = path.dirname(absolute);
    if (kindOf(host, directory) !== "directory")
      return problem(
        "io",
        `cannot write ${file}: there is no directory ${path.relative(host.cwd, directory) || directory}`,
        {
          path: file,
          remedies: [],
        },
      );
    if (kindOf(host, absolute) === "directory")
      return problem("io", `cannot write ${file}: it is a directory`, { path: file, remedies: [] });
  }
  return sharedFileProblem(settings, host);
}

/** What a run reads must not be lost under what it writes, nor one of its files under another. */
function sharedFileProblem(settings: Settings, host: Host): Problem | undefined {
  const taken = new Map<AbsolutePath, string>(namedFiles(inputs, settings, host).map(({ file, name }) => [file, name]));
  for (const { file, name } of outputFiles(settings, host)) {
    const other = taken.get(file);
    if (other !== undefined)
      return problem(
        "invalid_request",
        `${flagOf(name)} would overwrite ${settings[name]}, which ${flagOf(other)} names too`,
        {
          path: settings[name]!,
          suggestion: otherFile,
        },
      );
    taken.set(file, name);
  }
  return undefined;
}

/** A file that a run is about to change or to rename, or has planned to, must not be lost under one that it writes. */
export function overwriteProblem(
  settings: Settings,
  changed: Iterable<{ readonly path: ShownPath }>,
  renames: readonly PathRename[],
  host: Host,
): Problem | undefined {
  const wanted = outputFiles(settings, host);
  if (wanted.length === 0) return undefined;
  const names = new Map(wanted.map(({ file, name }) => [file, name]));
  for (const { path: file } of changed) {
    const name = names.get(path.resolve(host.cwd, file));
    if (name !== undefined)
      return problem("invalid_request", `${flagOf(name)} would overwrite ${file}, which this run is about to change`, {
        path: file,
        suggestion: otherFile,
      });
  }
  for (const { file, name } of wanted) {
    const moved = renames.find(({ from, to }) => isInside(file, from) || isInside(file, to));
    if (moved)
      return problem(
        "invalid_request",
        `${flagOf(name)} would write ${settings[name]}, and this run is about to rename ${moved.shownFrom} to ${moved.shownTo}`,
        { path: settings[name]!, suggestion: otherFile },
      );
  }
  return undefined;
}

const artifacts = ["patch", "sarif", "plan_out"] as const;
export type OutputName = (typeof artifacts)[number];
const inputs = ["plan", "rules", "script", "map_file", "files_from"] as const;

/** The files that the run is to write beside its report. */
export function outputFiles(settings: Settings, host: Host): NamedFile<OutputName>[] {
  return namedFiles(artifacts, settings, host);
}

interface NamedFile<Name> {
  readonly file: AbsolutePath;
  readonly name: Name;
}

/** Where the files lie that these options name, links resolved; devices and pipes take what several options give them. */
function namedFiles<Name extends OutputName | (typeof inputs)[number]>(
  options: readonly Name[],
  settings: Settings,
  host: Host,
): NamedFile<Name>[] {
  return options.flatMap((name) => {
    const given = settings[name];
    if (given === undefined || given === "-") return [];
    const file = realPath(given, host);
    return kindOf(host, file) === "special" ? [] : [{ file, name }];
  });
}

const otherFile = "Write it to another file.";

export function writeArtifacts(settings: Settings, result: RunResult, host: Host): Problem | undefined {
  const { patch, sarif } = settings;
  const problems = [
    patch === undefined ? undefined : writeFile(host, patch, result.diff ?? []),
    sarif === undefined ? undefined : writeFile(host, sarif, encoded(inBatches(toSarif(resultPlaces(result, host))))),
  ];
  return problems.find((one) => one !== undefined);
}

function* encoded(texts: Iterable<string>): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** Every place a run has something to say about, its path as seen from the repository. An edit that makes a check fail is an error. */
export function resultPlaces(result: RunResult, host: Host): Iterable<Place> {
  const { report, changes = [], findings = [], ruleNotes } = result;
  const places = placesOf(changes, findings, report.kind === "check" ? "error" : "info", ruleNotes);
  const named = fromRepository(host);
  return {
    *[Symbol.iterator]() {
      for (const place of places) yield { ...place, path: named(place.path) };
    },
  };
}

function writeFile(host: Host, shown: string, chunks: Iterable<Uint8Array>): Problem | undefined {
  const file = absolutePath(shown, host);
  const isNew = kindOf(host, file) === undefined;
  let opened: number | undefined;
  try {
    opened = host.fs.open(file, isNew ? "create" : "write");
    if (kindOf(host, file) === "file") host.fs.truncate(opened, 0);
    for (const chunk of chunks) host.fs.write(opened, chunk);
    return undefined;
  } catch (error) {
    if (opened !== undefined && isNew) host.fs.remove(file);
    return { ...systemProblem("io", error, "write", shown), remedies: [] };
  } finally {
    if (opened !== undefined) host.fs.close(opened);
  }
}

function kindOf(host: Host, file: string) {
  try {
    return host.fs.stat(file).kind;
  } catch {
    return undefined;
  }
}
