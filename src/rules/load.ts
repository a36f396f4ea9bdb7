/**
 * Finds and reads rule files: one file, every YAML file below a directory, or the directories that a project's
 * `sgconfig.yml` names. Nothing is understood here but that configuration.
 */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { compareNames } from "../model/path-order.ts";
import { problem, systemProblem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import { utf8Text } from "../text/utf8.ts";
import { expandGlob, isGlob } from "./expand-glob.ts";
import type { GlobRoot } from "./globs.ts";
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
    return surroundings(path, files, host);
  });
}

/** Rule files with the configuration and the utilities of the project they lie in. */
function surroundings(path: string, files: readonly string[], host: Host): Result<RuleSource[]> {
  const own = (root: GlobRoot) => files.map((file) => ({ ...readSource(file, host), ...root }));
  const directory = isDirectory(path, host) ? path : directoryOf(files[0]!);
  const config = configAbove(directory, host, host.cwd);
  if (config === undefined) return success(own({}));
  const loaded = loadUtilities(config, host);
  return loaded.ok ? success([...loaded.value.sources, ...own(loaded.value.root)]) : loaded;
}

/** The files of a path or glob. One that is there is meant by its name, whatever characters it has. */
export function ruleFiles(path: string, host: Host): readonly string[] {
  if (!host.fs.exists(absolute(path, host)) && isGlob(path)) return expandGlob(path, host);
  return isDirectory(path, host) ? yamlFiles(path, host) : [path];
}

export function isDirectory(path: string, host: Host): boolean {
  return host.fs.exists(absolute(path, host)) && host.fs.stat(absolute(path, host)).kind === "directory";
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
    const loaded = loadUtilities(config, host);
    if (!loaded.ok) return loaded;
    const { project, root, sources } = loaded.value;
    const rules = filesOf(project.ruleDirs, config, root, host);
    return rules.ok ? success({ ...project, sources: [...sources, ...rules.value], base: root.base }) : rules;
  });
}

interface Surroundings {
  readonly project: Project;
  readonly root: GlobRoot & { readonly base: string };
  /** The configuration and the utilities. */
  readonly sources: readonly RuleSource[];
}

function loadUtilities(config: string, host: Host): Result<Surroundings> {
  const base = directoryOf(config);
  const top = normalised(base, host);
  const root = { base, ...(host.cwd.startsWith(`${top}/`) && { within: host.cwd.slice(top.length + 1) }) };
  const source: RuleSource = { ...readSource(config, host), config: true, ...root };
  const project = readProject(source);
  if (!project.ok) return project;
  const utilities = filesOf(project.value.utilDirs, config, root, host);
  if (!utilities.ok) return utilities;
  const sources = [source, ...utilities.value.map((one): RuleSource => ({ ...one, utils: true }))];
  return success({ project: project.value, root, sources });
}

/** The rule files of directories that a configuration names. */
function filesOf(
  directories: readonly string[],
  config: string,
  root: Surroundings["root"],
  host: Host,
): Result<readonly RuleSource[]> {
  const files = namedFiles(directories, config, root.base, host);
  return files.ok ? success(files.value.map((file) => ({ ...readSource(file, host), ...root }))) : files;
}

/** The YAML files of directories that a configuration names, relative to its own one `base`. */
export function namedFiles(
  directories: readonly string[],
  config: string,
  base: string,
  host: Host,
): Result<readonly string[]> {
  const paths = directories.map((directory) => inside(base, directory));
  const missing = paths.find((directory) => !host.fs.exists(absolute(directory, host)));
  if (missing !== undefined)
    return failure(problem("invalid_rule", `there is no ${missing}, which ${config} names`, { path: config }));
  return success(paths.flatMap((directory) => yamlFiles(directory, host)));
}

const configNames = ["sgconfig.yml", "sgconfig.yaml"];

/** The configuration that a path is or, as a directory, holds. */
export function configOf(path: string, host: Host): string | undefined {
  if (configNames.some((name) => path === name || path.endsWith(`/${name}`))) return path;
  return configNames.map((name) => inside(path, name)).find((file) => host.fs.exists(absolute(file, host)));
}

/** The configuration of the nearest directory at or above one, as paths show it, and not above `top`. */
export function configAbove(directory: string, host: Host, top = ""): string | undefined {
  for (let at = normalised(directory, host); ; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = configNames.map((name) => `${at}/${name}`).find((path) => host.fs.exists(path));
    if (found !== undefined) return shownPath(found, host);
    if (at === "" || at === top) return undefined;
  }
}

/** Absolute, without `.`, `..` and a slash at the end. */
function normalised(path: string, host: Host): string {
  return posix.normalize(absolute(path, host)).replace(/\/$/, "");
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
  return { path, text: utf8Text(host.fs.readFile(absolute(path, host))) };
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
