/** What is known of languages without looking at the disk. Names and extensions are those of ast-grep. */

export interface LanguageData {
  /** As swath shows it, lower case. */
  readonly name: string;
  /** As the parser library is asked for it. */
  readonly parser: string;
  /** The pack `@ast-grep/lang-…` it comes from; absent for those inside the parser library. */
  readonly pack?: string;
  readonly aliases: readonly string[];
  /** Lower case, without dots. */
  readonly extensions: readonly string[];
  /** What stands for `$` while a pattern is parsed, where `$` is no letter of the language. One UTF-16 unit. */
  readonly expando: string;
  /** Extensions of a dialect that is searched with this grammar but is not judged by it. */
  readonly dialects?: readonly string[];
}

export const coreLanguages: readonly LanguageData[] = [
  { name: "typescript", parser: "TypeScript", aliases: ["ts"], extensions: ["ts", "cts", "mts"], expando: "$" },
  { name: "tsx", parser: "Tsx", aliases: [], extensions: ["tsx"], expando: "$" },
  {
    name: "javascript",
    parser: "JavaScript",
    aliases: ["js", "jsx"],
    extensions: ["js", "cjs", "mjs", "jsx"],
    expando: "$",
  },
  { name: "css", parser: "Css", aliases: [], extensions: ["css", "scss"], dialects: ["scss"], expando: "_" },
  { name: "html", parser: "Html", aliases: [], extensions: ["html", "htm", "xhtml"], expando: "z" },
  { name: "c", parser: "c", pack: "c", aliases: [], extensions: ["c", "h"], expando: "µ" },
  { name: "go", parser: "go", pack: "go", aliases: ["golang"], extensions: ["go"], expando: "µ" },
  { name: "java", parser: "java", pack: "java", aliases: [], extensions: ["java"], expando: "$" },
  { name: "json", parser: "json", pack: "json", aliases: [], extensions: ["json"], expando: "$" },
  {
    name: "python",
    parser: "python",
    pack: "python",
    aliases: ["py"],
    extensions: ["py", "py3", "pyi", "bzl"],
    expando: "µ",
  },
  { name: "rust", parser: "rust", pack: "rust", aliases: ["rs"], extensions: ["rs"], expando: "µ" },
  { name: "yaml", parser: "yaml", pack: "yaml", aliases: ["yml"], extensions: ["yaml", "yml"], expando: "$" },
  {
    name: "bash",
    parser: "bash",
    pack: "bash",
    aliases: ["sh", "shell"],
    extensions: ["bash", "bats", "cgi", "command", "env", "fcgi", "ksh", "sh", "tmux", "tool", "zsh"],
    expando: "$",
  },
];

/** Published packs beside the core set; their extensions come from the packs themselves. */
export const knownPacks: readonly {
  readonly name: string;
  readonly pack: string;
  readonly aliases: readonly string[];
}[] = [
  { name: "angular", pack: "angular", aliases: [] },
  { name: "bicep", pack: "bicep", aliases: [] },
  { name: "cpp", pack: "cpp", aliases: ["c++", "cc", "cxx"] },
  { name: "csharp", pack: "csharp", aliases: ["cs", "c#"] },
  { name: "dart", pack: "dart", aliases: [] },
  { name: "elixir", pack: "elixir", aliases: ["ex"] },
  { name: "gdscript", pack: "gdscript", aliases: ["gd"] },
  { name: "haskell", pack: "haskell", aliases: ["hs"] },
  { name: "kotlin", pack: "kotlin", aliases: ["kt"] },
  { name: "lua", pack: "lua", aliases: [] },
  { name: "markdown", pack: "markdown", aliases: ["md"] },
  { name: "php", pack: "php", aliases: [] },
  { name: "ruby", pack: "ruby", aliases: ["rb"] },
  { name: "scala", pack: "scala", aliases: [] },
  { name: "sql", pack: "sql", aliases: [] },
  { name: "swift", pack: "swift", aliases: [] },
  { name: "toml", pack: "toml", aliases: [] },
];
