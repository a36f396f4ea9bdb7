/**
 * Finds and reads rule files: one file, every YAML file below a directory, or the directories that a project's
 * `sgconfig.yml` names. Nothing is understood here but that configuration.
 */
import type { Host } from "../host/host.ts";
import { compareNames } from "../model/path.ts";
import { problem, systemProblem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import { expandGlob, isGlob } from "./expand-glob.ts";
import { readProject, type Project } from "./project.ts";

/** The rule files of a path or glob, relative to the working directory or absolute. A problem: `io`, `invalid_rule`. */
export function loadRules(given: string, host: Host): Result<RuleSource[]> {
  const path = shownPath(given, host);
  return guarded(path, () => {
    const config = configOf(path, host);
    if (config !== undefined) {
      const project = loadProject(config, host);
      return project.ok ? success(project.value.sources) : project;
    }
    const files = ruleFiles(path, host);
    if (files.length === 0)
      return failure(problem("invalid_rule", `there is no rule file (.yml, .yaml) in ${path}`, { path }));
    return success(files.map((file) => readSource(file, host)));
  });
}

/** A file that is there is meant by its name, whatever characters it has. */
function ruleFiles(path: string, host: Host): readonly string[] {
  if (!host.fs.exists(absolute(path, host)) && isGlob(path)) return expandGlob(path, host);
  return host.fs.stat(absolute(path, host)).kind === "directory" ? yamlFiles(path, host) : [path];
}

/** As reports show paths: relative to the working directory where it lies below. */
function shownPath(given: string, host: Host): string {
  const path = given.startsWith(`${host.cwd}/`) ? given.slice(host.cwd.length + 1) : given;
  const plain = path.replace(/^(\.\/+)+/, "").replace(/(?<=.)\/+$/, "");
  return plain === "" ? "." : plain;
}

export interface LoadedProject extends Project {
  /** Rules, utilities and the configuration itself. */
  readonly sources: RuleSource[];
  /** The directory of the configuration, as paths show it; empty for the working directory. */
  readonly base: string;
}

/** The project of a configuration file. */
export function loadProject(config: string, host: Host): Result<LoadedProject> {
  return guarded(config, () => {
    const base = directoryOf(config);
    const configSource: RuleSource = { ...readSource(config, host), config: true, base };
    const project = readProject(configSource);
    if (!project.ok) return project;
    const named = [...project.value.utilDirs, ...project.value.ruleDirs].map((directory) => inside(base, directory));
    const missing = named.find((directory) => !host.fs.exists(absolute(directory, host)));
    if (missing !== undefined)
      return failure(problem("invalid_rule", `there is no ${missing}, which ${config} names`, { path: config }));
    const read = (directories: readonly string[], utils: boolean) =>
      directories
        .flatMap((directory) => yamlFiles(inside(base, directory), host))
        .map((file): RuleSource => ({ ...readSource(file, host), base, ...(utils && { utils: true }) }));
    const sources = [configSource, ...read(project.value.utilDirs, true), ...read(project.value.ruleDirs, false)];
    return success({ ...project.value, sources, base });
  });
}

const configNames = ["sgconfig.yml", "sgconfig.yaml"];

/** The configuration that a path is or, as a directory, holds. */
export function configOf(path: string, host: Host): string | undefined {
  if (configNames.some((name) => path === name || path.endsWith(`/${name}`))) return path;
  return configNames.map((name) => inside(path, name)).find((file) => host.fs.exists(absolute(file, host)));
}

/** The configuration of the nearest directory at or above one. */
export function configAbove(directory: string, host: Host): string | undefined {
  const start = absolute(directory, host);
  for (let at = start; ; at = at.slice(0, at.lastIndexOf("/"))) {
    for (const name of configNames)
      if (host.fs.exists(`${at}/${name}`)) return at === start ? inside(directory, name) : `${at}/${name}`;
    if (at === "") return undefined;
  }
}

/** YAML files below a directory in path order, without hidden ones, packages and snapshots. */
export function yamlFiles(directory: string, host: Host): string[] {
  const files: string[] = [];
  for (const { name, kind } of host.fs
    .readDirectory(absolute(directory, host))
    .toSorted((a, b) => compareNames(a.name, b.name))) {
    if (name.startsWith(".") || name === "node_modules" || name === "__snapshots__" || configNames.includes(name))
      continue;
    const path = inside(directory, name);
    const actual = kind === "link" ? host.fs.stat(absolute(path, host)).kind : kind;
    if (actual === "directory" && kind !== "link") files.push(...yamlFiles(path, host));
    else if (actual === "file" && /\.ya?ml$/.test(name)) files.push(path);
  }
  return files;
}

export function readSource(path: string, host: Host): RuleSource {
  return { path, text: new TextDecoder().decode(host.fs.readFile(absolute(path, host))) };
}

/** Turns an error of the system into a problem. */
export function guarded<T>(path: string, work: () => Result<T>): Result<T> {
  try {
    return work();
  } catch (error) {
    if (typeof (error as { readonly code?: unknown }).code !== "string") throw error;
    return failure({ ...systemProblem("io", error, "read", path), remedies: [] });
  }
}

export function inside(directory: string, name: string): string {
  const relative = name.replace(/^\.\//, "").replace(/\/+$/, "");
  if (name.startsWith("/") || directory === "" || directory === ".") return relative === "" ? "." : relative;
  return relative === "." ? directory : `${directory.replace(/\/+$/, "")}/${relative}`;
}

export function directoryOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash).replace(/^\.$/, "");
}

export function absolute(path: string, host: Host): string {
  if (path.startsWith("/")) return path;
  return path === "." || path === "" ? host.cwd : `${host.cwd}/${path}`;
}
