/** The plain descriptions from which engines are built, once on each thread. They are validated before the first file is read. */

export interface TextOptions {
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly smartCase: boolean;
  readonly word: boolean;
  readonly multiline: boolean;
  readonly dotall: boolean;
  readonly eol: "auto" | "raw";
}

export interface TextSpec {
  readonly kind: "text";
  readonly pattern: string;
  /** Absent for a search and for a script. */
  readonly replacement?: string;
  readonly preserveCase: boolean;
  readonly options: TextOptions;
  readonly script?: ScriptSpec;
}

export interface ScriptSpec {
  /** Absolute path of the module. */
  readonly file: string;
  /** Seconds a file may take. */
  readonly timeout: number;
}

export type Strictness = "cst" | "smart" | "ast" | "relaxed" | "signature" | "template";

export interface StructuralSpec {
  readonly kind: "structural";
  readonly lang: string;
  readonly pattern: string;
  readonly replacement?: string;
  readonly strictness: Strictness;
  readonly script?: ScriptSpec;
}

/** Rule files already read; an engine of rules is built from them on each thread. */
export interface RulesSpec {
  readonly kind: "rules";
  readonly sources: readonly RuleSource[];
  /** The files that the sources are, links resolved, as reports show them. */
  readonly own?: readonly string[];
}

export interface RuleSource {
  /** As shown in errors. */
  readonly path: string;
  readonly text: string;
  /** What the documents of the text say, once it was read without a mistake. */
  readonly values?: readonly unknown[];
  /** Documents of utilities rather than rules. */
  readonly utils?: true;
  /** The configuration of the project (`sgconfig.yml`), whose language globs hold for all rules. */
  readonly config?: true;
  /** The directory that `files`, `ignores` and language globs are relative to, as paths show it; the working directory unless given. */
  readonly base?: string;
  /** Where the working directory lies below `base`, when it does: paths are put behind it before they meet those globs. */
  readonly within?: string;
}

export interface RenameSpec {
  readonly kind: "rename";
  readonly from: string;
  readonly to: string;
  readonly word: boolean;
  readonly exact: boolean;
  readonly prose: boolean;
  readonly lang?: string;
}

export interface RenameMapSpec {
  readonly kind: "rename_map";
  readonly pairs: readonly (readonly [from: string, to: string])[];
  readonly lang?: string;
}

export type EngineSpec = TextSpec | StructuralSpec | RulesSpec | RenameSpec | RenameMapSpec;
