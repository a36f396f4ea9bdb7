/**
 * Which languages have a parser, what they are called and which files are theirs.
 *
 * The core set installs with swath; every other published pack counts once it is installed in the project or beside
 * swath. This module finds packs and decides; it parses nothing and never loads a parser it has not seen on the disk,
 * since a wrong path would end the process.
 */
import { arch, platform } from "node:os";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { nearestName } from "../model/nearest.ts";
import { coreLanguages, knownPacks, type LanguageData } from "./ast/language-data.ts";
import { registerParsers, type ParserRegistration } from "./ast/napi.ts";

export interface Language extends LanguageData {
  /** Where its parser comes from. */
  readonly origin: "built in" | "core pack" | "installed pack";
}

/**
 * Finds every installed pack and registers all parsers. The registration holds for the whole process and only the first
 * one counts, so it must run before any worker starts; later calls, in workers too, return what was found.
 * `project` is the directory whose packages count beside swath's own.
 */
export function registerLanguages(project = "."): readonly Language[] {
  registered ??= discover(project);
  return registered;
}

/** All languages with a parser, by name. */
export function languages(): readonly Language[] {
  return registerLanguages();
}

/** The language of this name or alias, in any case. */
export function findLanguage(name: string): Result<Language> {
  const wanted = name.toLowerCase();
  const found = languages().find((language) => language.name === wanted || language.aliases.includes(wanted));
  return found ? success(found) : failure(unknownLanguage(name, wanted));
}

/** The language of a file by its extension; undefined where no installed parser claims it. */
export function languageOf(path: string): Language | undefined {
  const extension = extensionOf(path);
  return extension === undefined ? undefined : byExtension().get(extension);
}

/** The language of the core set that claims a file, told without loading anything; its parser may be missing. */
export function coreLanguageOf(path: string): LanguageData | undefined {
  const extension = extensionOf(path);
  return extension === undefined ? undefined : coreByExtension.get(extension);
}

/** Lower-case text behind the last dot of the file's name; undefined where there is none. */
export function extensionOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? undefined : name.slice(dot + 1).toLowerCase();
}

const coreByExtension = new Map(
  coreLanguages.flatMap((data) => data.extensions.map((extension) => [extension, data] as const)),
);

let registered: readonly Language[] | undefined;
let extensions: Map<string, Language> | undefined;

function byExtension(): Map<string, Language> {
  extensions ??= new Map(
    [...languages()].toReversed().flatMap((language) => language.extensions.map((extension) => [extension, language])),
  );
  return extensions;
}

function discover(project: string): readonly Language[] {
  const found: Language[] = [];
  const parsers: Record<string, ParserRegistration> = {};
  for (const data of coreLanguages) {
    if (data.pack === undefined) {
      found.push({ ...data, origin: "built in" });
      continue;
    }
    const library = parserLibrary(packDirectory(data.pack, [import.meta.dir, project]));
    if (library === undefined) continue;
    parsers[data.parser] = registration(data, library, `tree_sitter_${data.pack}`);
    found.push({ ...data, origin: "core pack" });
  }
  for (const pack of installedPacks([project, import.meta.dir])) {
    if (coreLanguages.some((data) => data.name === pack.name)) continue;
    const described = describePack(pack);
    const library = parserLibrary(pack.directory);
    if (described === undefined || library === undefined) continue;
    parsers[described.data.parser] = registration(described.data, library, described.symbol);
    found.push({ ...described.data, origin: "installed pack" });
  }
  registerParsers(parsers);
  return found;
}

function registration(data: LanguageData, library: string, symbol: string): ParserRegistration {
  return {
    libraryPath: library,
    extensions: [...data.extensions],
    languageSymbol: symbol,
    expandoChar: data.expando,
  };
}

function packDirectory(pack: string, from: readonly string[]): string | undefined {
  for (const directory of from) {
    const found = resolved(`@ast-grep/lang-${pack}/package.json`, directory);
    if (found !== undefined) return found.slice(0, -"/package.json".length);
  }
  return undefined;
}

/** The library that ships with the pack for this machine, or the one its install script has built. */
function parserLibrary(directory: string | undefined): string | undefined {
  if (directory === undefined) return undefined;
  const system = { linux: "Linux", darwin: "macOS", win32: "Windows" }[platform() as string];
  const machine = { x64: "X64", arm64: "ARM64" }[arch() as string];
  return (
    resolved(`${directory}/prebuilds/prebuild-${system}-${machine}/parser.so`, directory) ??
    resolved(`${directory}/parser.so`, directory)
  );
}

interface InstalledPack {
  readonly name: string;
  readonly directory: string;
}

/** Packs in the `node_modules` of the given directories and of their parents, nearest first. */
function installedPacks(from: readonly string[]): readonly InstalledPack[] {
  const packs = new Map<string, InstalledPack>();
  for (const start of from) {
    for (const directory of withParents(start)) {
      for (const name of packNames(`${directory}/node_modules/@ast-grep`))
        if (!packs.has(name)) packs.set(name, { name, directory: `${directory}/node_modules/@ast-grep/lang-${name}` });
    }
  }
  return [...packs.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function withParents(start: string): readonly string[] {
  const absolute = Bun.fileURLToPath(Bun.pathToFileURL(start)).replace(/\/+$/, "");
  const parts = absolute.split("/");
  return parts
    .map((_, i) => parts.slice(0, parts.length - i).join("/"))
    .filter((path) => !path.endsWith("/node_modules"));
}

function packNames(scope: string): readonly string[] {
  try {
    const found = new Bun.Glob("lang-*/index.js").scanSync({ cwd: scope, followSymlinks: true, onlyFiles: true });
    return [...found].map((path) => path.slice("lang-".length, path.indexOf("/"))).toSorted();
  } catch {
    return [];
  }
}

/** Reads what a pack says of itself, without the path of its library: some packs print or fail when asked for it. */
function describePack(pack: InstalledPack): { readonly data: LanguageData; readonly symbol: string } | undefined {
  try {
    const said = require(`${pack.directory}/index.js`) as {
      readonly extensions?: readonly string[];
      readonly languageSymbol?: string;
      readonly expandoChar?: string;
    };
    const known = knownPacks.find((entry) => entry.pack === pack.name);
    return {
      data: {
        name: known?.name ?? pack.name,
        parser: pack.name,
        pack: pack.name,
        aliases: known?.aliases ?? [],
        extensions: (said.extensions ?? []).map((extension) => extension.toLowerCase()),
        expando: expandoOf(said.expandoChar),
      },
      symbol: said.languageSymbol ?? `tree_sitter_${pack.name}`,
    };
  } catch {
    return undefined;
  }
}

/** An underscore would read `$_` as two sigils, which are no variable: a letter that may stand in names does not. */
function expandoOf(said = "$"): string {
  return said === "_" ? "µ" : said;
}

function resolved(path: string, from: string): string | undefined {
  try {
    return Bun.resolveSync(path, from);
  } catch {
    return undefined;
  }
}

function unknownLanguage(name: string, wanted: string) {
  const pack = [...knownPacks, ...coreLanguages].find(
    (entry) => entry.pack !== undefined && (entry.name === wanted || entry.aliases.includes(wanted)),
  );
  if (pack !== undefined)
    return problem("unknown_language", `no parser for ${name} is installed that runs on this machine`, {
      suggestion: `install it with \`bun add @ast-grep/lang-${pack.pack}\``,
      details: { language: name, package: `@ast-grep/lang-${pack.pack}` },
    });
  const names = languages().flatMap((language) => [language.name, ...language.aliases]);
  const packs = knownPacks.flatMap((entry) => [entry.name, ...entry.aliases]);
  const nearest = nearestName(wanted, [...names, ...packs]);
  return problem("unknown_language", `there is no language named ${JSON.stringify(name)}`, {
    suggestion:
      nearest === undefined
        ? "`swath languages` lists all names; a published parser is installed with `bun add @ast-grep/lang-NAME`"
        : `did you mean ${nearest}? \`swath languages\` lists all names`,
    details: { language: name },
  });
}
