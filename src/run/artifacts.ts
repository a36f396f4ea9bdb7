/** The files that a run writes beside its report: the patch and the SARIF log. */
import * as path from "node:path";
import type { Host } from "../host/host.ts";
import type { Settings } from "../model/options.ts";
import type { ShownPath } from "../model/path.ts";
import { problem, systemProblem, type Problem } from "../model/problem.ts";
import { placesOf, type Place } from "../report/place.ts";
import { inBatches } from "../report/batches.ts";
import { toSarif } from "../report/sarif.ts";
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
    const directory = path.dirname(path.resolve(host.cwd, file));
    if (kindOf(host, directory) !== "directory")
      return problem(
        "io",
        `cannot write ${file}: there is no directory ${path.relative(host.cwd, directory) || directory}`,
        {
          path: file,
          remedies: [],
        },
      );
    if (kindOf(host, path.resolve(host.cwd, file)) === "directory")
      return problem("io", `cannot write ${file}: it is a directory`, { path: file, remedies: [] });
  }
  return undefined;
}

/** A file that a run is about to change, or has planned to, must not be lost under one that it writes. */
export function overwriteProblem(
  settings: Settings,
  changed: Iterable<{ readonly path: ShownPath }>,
  host: Host,
): Problem | undefined {
  const wanted = new Map<string, string>();
  for (const name of artifacts)
    if (settings[name] !== undefined) wanted.set(path.resolve(host.cwd, settings[name]), name);
  if (wanted.size === 0) return undefined;
  for (const { path: file } of changed) {
    const name = wanted.get(path.resolve(host.cwd, file));
    if (name !== undefined)
      return problem("invalid_request", `${name} would overwrite ${file}, which this run is about to change`, {
        path: file,
        suggestion: `Give ${name} the name of another file.`,
      });
  }
  return undefined;
}

const artifacts = ["patch", "sarif", "plan_out"] as const;

export function writeArtifacts(settings: Settings, result: RunResult, host: Host): Problem | undefined {
  const { patch, sarif } = settings;
  const problems = [
    patch === undefined ? undefined : writeFile(host, patch, result.diff ?? []),
    sarif === undefined ? undefined : writeFile(host, sarif, encoded(inBatches(toSarif(resultPlaces(result))))),
  ];
  return problems.find((one) => one !== undefined);
}

function* encoded(texts: Iterable<string>): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(text);
}

/** Every place a run has something to say about. An edit that makes a check fail is an error. */
export function resultPlaces({ report, changes = [], findings = [], ruleNotes }: RunResult): Iterable<Place> {
  return placesOf(changes, findings, report.kind === "check" ? "error" : "info", ruleNotes);
}

function writeFile(host: Host, shown: string, chunks: Iterable<Uint8Array>): Problem | undefined {
  const file = path.resolve(host.cwd, shown);
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
