/** What a script is called with and what it gives back; part of the public types. */

export interface Match {
  readonly text: string;
  /** The whole match and then its groups; undefined for a group that took no part. Of a structural match only the whole. */
  readonly groups: readonly (string | undefined)[];
  /** Named groups, or the variables of a structural pattern. */
  readonly named: Readonly<Record<string, string | undefined>>;
  /** As shown in reports. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes. */
  readonly column: number;
  /** Which match of the file this is; 0-based. */
  readonly index: number;
}

/** The replacement, or null to leave the match as it is. */
export type Replace = (match: Match) => string | null | Promise<string | null>;

/** What a script exports: one of the two, or both. */
export interface Script {
  readonly default?: Replace;
  /** Called once for each file; its function then replaces the default one for that file. */
  readonly setup?: (file: { readonly path: string }) => Replace | Promise<Replace>;
}
