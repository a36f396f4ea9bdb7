/**
 * Reads the two settings of git's configuration that ignore rules depend on, without starting git.
 * Understands plain and nested `include.path`; conditional includes are not followed.
 */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";

export interface IgnoreConfig {
  /** `core.excludesFile` as set last, with `~/` expanded; `""` turns it off. Undefined when it is not set. */
  readonly excludesFile: string | undefined;
  /** `core.ignoreCase`. */
  readonly ignoreCase: boolean;
}

/** @param repositoryConfig files of the repository's own configuration, the last overruling */
export function readIgnoreConfig(host: Host, repositoryConfig: readonly string[]): IgnoreConfig {
  const settings = new Map<string, string>();
  for (const file of [...userFiles(host), ...repositoryConfig]) readInto(settings, file, host, 0);
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

function readInto(settings: Map<string, string>, file: string, host: Host, depth: number): void {
  if (depth > deepestInclude) return;
  let text: string;
  try {
    text = new TextDecoder().decode(readRegularFile(host.fs, file));
  } catch {
    return;
  }
  for (const { key, value } of parseConfig(text)) {
    if (key !== "include.path") settings.set(key, value);
    else readInto(settings, posix.resolve(posix.dirname(file), expandHome(value, host)), host, depth + 1);
  }
}

function readEnvironment(settings: Map<string, string>, env: Host["env"]): void {
  const count = Number(env["GIT_CONFIG_COUNT"] ?? 0);
  for (let i = 0; i < count; i++) {
    const key = env[`GIT_CONFIG_KEY_${i}`];
    if (key !== undefined) settings.set(key.toLowerCase(), env[`GIT_CONFIG_VALUE_${i}`] ?? "");
  }
}

/** Sections without a sub-section and their variables, in order; names in lower case. */
function* parseConfig(text: string): Generator<{ key: string; value: string }> {
  let section: string | undefined;
  for (const line of text.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const header = /^\s*\[\s*([\w.-]+)\s*("(?:[^"\\]|\\.)*")?\s*\](.*)$/.exec(line);
    if (header) section = header[2] === undefined ? header[1]!.toLowerCase() : undefined;
    const variable = /^\s*([A-Za-z][\w-]*)\s*(?:=(.*))?$/.exec(header ? header[3]! : line);
    if (variable && section !== undefined)
      yield { key: `${section}.${variable[1]!.toLowerCase()}`, value: parseValue(variable[2] ?? "true") };
  }
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
