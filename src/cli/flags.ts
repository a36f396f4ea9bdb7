/**
 * The arguments of one verb, read by a table of flags. Records what was typed, with every mistake in it at once;
 * what the options mean together is settled later, and nothing outside the arguments is looked at.
 */
import { flagName, flagOf } from "../model/flag.ts";
import type { OptionInfo } from "../model/options.ts";
import { nearestName, type Advised } from "../model/nearest.ts";
import { readValue, type FlagValue } from "./values.ts";

/** What the parser needs to know of an option. */
export type FlagInfo = Omit<OptionInfo, "verbs" | "group" | "only">;

/** Flags by option name (`snake_case`). */
export type FlagTable = Readonly<Record<string, FlagInfo>>;

export interface Operand {
  readonly text: string;
  /** It stands after `--`. */
  readonly afterDashes: boolean;
}

export interface FlagMistake extends Advised {
  readonly message: string;
  /** The option whose value is wrong. */
  readonly option?: string;
}

export interface ParsedFlags {
  readonly given: Readonly<Record<string, FlagValue | readonly string[]>>;
  readonly operands: readonly Operand[];
  /** `--help` or `-h` stands before `--`. */
  readonly help: boolean;
  readonly mistakes: readonly FlagMistake[];
}

/** `elsewhere` may explain a flag (with its dashes) that the table lacks: it belongs to something else. */
export function parseFlags(
  args: readonly string[],
  table: FlagTable,
  elsewhere: (flag: string) => string | undefined = () => undefined,
): ParsedFlags {
  const parser = new Parser(args, table, elsewhere);
  parser.run();
  return parser;
}

interface Target {
  readonly name: string;
  readonly info: FlagInfo;
  /** The `--no-` form. */
  readonly negated?: true;
}

const helpInfo: FlagInfo = { kind: "boolean", help: "Show help" };

class Parser implements ParsedFlags {
  readonly given: Record<string, FlagValue | string[]> = {};
  readonly operands: Operand[] = [];
  readonly mistakes: FlagMistake[] = [];
  help = false;
  readonly #args: readonly string[];
  readonly #long = new Map<string, Target>([["help", { name: "help", info: helpInfo }]]);
  readonly #short = new Map<string, Target>([["h", { name: "help", info: helpInfo }]]);
  readonly #elsewhere: (flag: string) => string | undefined;
  #at = 0;

  constructor(args: readonly string[], table: FlagTable, elsewhere: (flag: string) => string | undefined) {
    this.#args = args;
    this.#elsewhere = elsewhere;
    for (const [name, info] of Object.entries(table)) {
      const target = { name, info };
      for (const long of [flagName(name), ...(info.aliases ?? [])]) this.#long.set(long, target);
      if (info.negated !== undefined) this.#long.set(`no-${flagName(name)}`, { ...target, negated: true });
      if (info.short) this.#short.set(info.short, target);
    }
  }

  run(): void {
    while (this.#at < this.#args.length) {
      const word = this.#args[this.#at++]!;
      if (word === "--") return this.#takeRest();
      if (word.startsWith("--")) this.#takeLong(word.slice(2));
      else if (word.startsWith("-") && word !== "-") this.#takeCluster(word.slice(1));
      else this.operands.push({ text: word, afterDashes: false });
    }
  }

  #takeRest(): void {
    for (const text of this.#args.slice(this.#at)) this.operands.push({ text, afterDashes: true });
  }

  #takeLong(word: string): void {
    const equals = word.indexOf("=");
    const name = equals < 0 ? word : word.slice(0, equals);
    const value = equals < 0 ? undefined : word.slice(equals + 1);
    const target = this.#long.get(name);
    if (!target) this.mistakes.push(this.#unknown(`--${name}`, name));
    else if (target.info.kind !== "boolean") this.#takeValue(`--${name}`, target, value);
    else if (value === undefined) this.#set(target, !target.negated);
    else this.mistakes.push({ message: `--${name} takes no value, and "${value}" was given`, option: target.name });
  }

  /** `-iw`, and clusters that end in a value: `-tjs`, `-g'*.ts'`, `-wtjs`, `-t=js`. */
  #takeCluster(letters: string): void {
    for (const [at, letter] of [...letters].entries()) {
      const target = this.#short.get(letter);
      if (!target) return void this.mistakes.push(this.#unknown(`-${letter}`, undefined, `-${letters}`));
      if (target.info.kind === "boolean") {
        this.#set(target, true);
        continue;
      }
      const rest = [...letters].slice(at + 1).join("");
      return this.#takeValue(`-${letter}`, target, rest === "" ? undefined : rest.replace(/^=/, ""));
    }
  }

  #takeValue(shown: string, target: Target, attached: string | undefined): void {
    const text = attached ?? this.#next();
    if (text === undefined) {
      const operand = target.info.operand ?? target.info.choices?.join("|") ?? "VALUE";
      this.mistakes.push({ message: `${shown} needs a value: ${shown} ${operand}`, option: target.name });
      return;
    }
    const read = readValue(target.info, text);
    if (read.ok) this.#set(target, read.value);
    else
      this.mistakes.push({
        message: `${shown} ${read.wanted}, and "${text}" was given`,
        option: target.name,
        near: read.near,
        suggestion: read.suggestion,
      });
  }

  /** The next argument as a value. Another flag in its place means that the value was forgotten. */
  #next(): string | undefined {
    const word = this.#args[this.#at];
    if (word === undefined || word === "--") return undefined;
    if (word.startsWith("--") && this.#long.has(word.slice(2).split("=")[0]!)) return undefined;
    this.#at++;
    return word;
  }

  /** A list grows; of a single value the last one holds. */
  #set({ name, info }: Target, value: FlagValue): void {
    if (name === "help" && info === helpInfo) this.help = true;
    else if (!info.repeatable) this.given[name] = value;
    else this.given[name] = [...((this.given[name] as string[] | undefined) ?? []), String(value)];
  }

  #unknown(shown: string, name: string | undefined, whole = shown): FlagMistake {
    const message = whole === shown ? `unknown option ${shown}` : `unknown option ${shown} in ${whole}`;
    if (name !== undefined && this.#long.has(flagName(name))) return { message, near: flagOf(name) };
    const explained = this.#elsewhere(shown);
    if (explained !== undefined) return { message, suggestion: explained };
    const near = name === undefined ? undefined : nearestName(name, this.#long.keys());
    if (near !== undefined) return { message, near: `--${near}` };
    const quoted = `'${whole.replaceAll("'", "'\\''")}'`;
    return { message, suggestion: `If it is a pattern or a path, write -- before it: -- ${quoted}.` };
  }
}
