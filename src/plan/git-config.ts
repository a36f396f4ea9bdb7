/**
 * Reads the two settings of git's configuration that ignore rules depend on, without starting git.
 * Understands `include.path`, and `includeIf` with the conditions that the repository's directory and branch decide.
 */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import { conditionHolds } from "./git-include.ts";
import type { Repository } from "./repository.ts";

export interface IgnoreConfig {
  /** `core.excludesFile` as set last, with `~/` expanded; `""` turns it off. Undefined when it is not set. */
  readonly excludesFile: string | undefined;
  /** `core.ignoreCase`. */
  readonly ignoreCase: boolean;
}

/** @param repositoryConfig files of the repository's own configuration, the last overruling */
export function readIgnoreConfig(
  host: Host,
  repositoryConfig: readonly string[],
  repository: Repository | undefined,
): IgnoreConfig {
  const settings = new Map<string, string>();
  const reading = { settings, host, repository };
  for (const file of [...userFiles(host), ...repositoryConfig]) readInto(reading, file, 0);
  readEnvironment(settings, host.env);
  const excludes = settings.get("core.excludesfile");
  return {
    excludesFile: excludes === undefined ? undefined : expandHome(excludes, host),
    ignoreCase: isTrue(settings.get("core.ignorecase")),
  };
}

/** The file of the user's global excludes: what the configuration names, else git's default place. */
export function globalExcludesPath(host: Host, config: IgnoreConfig): string | undefined {
  if (config.excludesFile === "") return undefined;
  return config.excludesFile ?? posix.join(userConfigDirectory(host), "ignore");
}

const deepestInclude = 10;

function userFiles(host: Host): string[] {
  const { env } = host;
  const system = isTrue(env["GIT_CONFIG_NOSYSTEM"]) ? [] : [env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"];
  const user = env["GIT_CONFIG_GLOBAL"];
  if (user !== undefined) return user === "" ? system : [...system, user];
  return [...system, posix.join(userConfigDirectory(host), "config"), posix.join(homeOf(host), ".gitconfig")];
}

function userConfigDirectory(host: Host): string {
  return posix.join(host.env["XDG_CONFIG_HOME"] || posix.join(homeOf(host), ".config"), "git");
}

function homeOf(host: Host): string {
  return host.env["HOME"] || host.home;
}

interface Reading {
  readonly settings: Map<string, string>;
  readonly host: Host;
  readonly repository: Repository | undefined;
}

function readInto(reading: Reading, file: string, depth: number): void {
  const { settings, host, repository } = reading;
  if (depth > deepestInclude) return;
  let text: string;
  try {
    text = new TextDecoder().decode(readRegularFile(host.fs, file));
  } catch {
    return;
  }
  const home = homeOf(host);
  for (const { key, condition, value } of parseConfig(text)) {
    if (key !== includeKey) settings.set(key, value);
    else if (condition === undefined || conditionHolds(condition, { file, home, repository, host }))
      readInto(reading, posix.resolve(posix.dirname(file), expandHome(value, host)), depth + 1);
  }
}

function readEnvironment(settings: Map<string, string>, env: Host["env"]): void {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  for (let i = 0; i < count; i++) {
    const key = env[`GIT_CONFIG_KEY_${i}`];
    if (key !== undefined) settings.set(key.toLowerCase(), env[`GIT_CONFIG_VALUE_${i}`] ?? "");
  }
}

interface Variable {
  /** In lower case; the same for plain and conditional includes. */
  readonly key: string;
  readonly condition?: string;
  readonly value: string;
}

const includeKey = "include.path";

/** Sections without a sub-section and their variables, in order, and those of `includeIf`. */
function* parseConfig(text: string): Generator<Variable> {
  let section: Pick<Variable, "key" | "condition"> | undefined;
  for (const line of text.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line);
    if (header) section = sectionOf(header[1]!.toLowerCase(), header[2]);
    const variable = /^\s*([A-Za-z][\w-]*)\s*(?:=(.*))?$/.exec(header ? header[3]! : line);
    if (variable && section !== undefined)
      yield {
        ...section,
        key: `${section.key}.${variable[1]!.toLowerCase()}`,
        value: parseValue(variable[2] ?? "true"),
      };
  }
}

function sectionOf(name: string, below: string | undefined): Pick<Variable, "key" | "condition"> | undefined {
  if (below === undefined) return { key: name };
  return name === "includeif" ? { key: "include", condition: below.replace(/\\(.)/g, "$1") } : undefined;
}

function parseValue(raw: string): string {
  let value = "";
  let kept = 0;
  let quoted = false;
  const text = raw.trimStart();
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      quoted = !quoted;
    } else if (character === "\\") {
      at++;
      value += { n: "\n", t: "\t", b: "\b" }[text[at] ?? ""] ?? text[at] ?? "";
    } else if (!quoted && (character === "#" || character === ";")) {
      break;
    } else {
      value += character;
    }
    if (quoted || !/\s/.test(character)) kept = value.length;
  }
  return value.slice(0, kept);
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}

function expandHome(path: string, host: Host): string {
  return path === "~" || path.startsWith("~/") ? posix.join(homeOf(host), path.slice(1)) : path;
}
