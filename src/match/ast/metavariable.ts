/** Metavariables: `$A` one node, `$$A` one node of any sort, `$$$A` any number of nodes; `$_…` and `$$$` bind nothing. */

export interface Metavariable {
  /** Undefined where nothing is bound. */
  readonly name: string | undefined;
  readonly several: boolean;
}

/** What a variable is known by: `A` for `$A` and `$$$A` for `$$$A`, which is another one. Undefined where nothing is bound. */
export function keyOf({ name, several }: Metavariable): string | undefined {
  return name === undefined || !several ? name : `$$$${name}`;
}

/** The key of a variable as it stands in a template. */
export function keyIn(text: string): string {
  return text.replace(/^\$\$?(?!\$)/, "");
}

/** The key itself where it is bound, or else that of the same name; undefined where neither is. */
export function boundKey(key: string, bound: ReadonlySet<string>): string | undefined {
  const twin = key.startsWith("$$$") ? key.slice("$$$".length) : `$$$${key}`;
  return [key, twin].find((one) => bound.has(one));
}

/** Whether a node's whole text stands for any number of nodes. */
export function isEllipsis(text: string, sigil: string): boolean {
  return asMetavariable(text, sigil)?.several === true;
}

/** A key as its variable is written. */
export function written(key: string): string {
  return key.startsWith("$") ? key : `$${key}`;
}

/** What reports call a variable among others: its name, unless `$A` and `$$$A` are both there. */
export function reportedName(key: string, others: ReadonlySet<string>): string {
  const name = key.replace(/^\${3}/, "");
  return name !== key && others.has(name) ? key : name;
}

/** Reads a node's whole text as a metavariable; `sigil` is what stands for `$` in it. */
export function asMetavariable(text: string, sigil: string): Metavariable | undefined {
  let dollars = 0;
  while (dollars < 3 && text.startsWith(sigil, dollars * sigil.length)) dollars++;
  if (dollars === 0) return undefined;
  const name = text.slice(dollars * sigil.length);
  if (name === "") return dollars === 3 ? { name: undefined, several: true } : undefined;
  if (!/^[A-Z_][A-Z0-9_]*$/.test(name)) return undefined;
  return { name: name.startsWith("_") ? undefined : name, several: dollars === 3 };
}

/**
 * Puts the language's stand-in where a `$` starts a metavariable, so that the text parses. One unit replaces one unit,
 * so offsets stay.
 */
export function withSigil(pattern: string, sigil: string): string {
  if (sigil === "$") return pattern;
  return pattern.replace(/\$+/g, (dollars, at: number) => {
    const next = pattern[at + dollars.length] ?? "";
    const starts = /[A-Z_]/.test(next) || dollars.length === 3;
    return starts ? sigil.repeat(dollars.length) : dollars;
  });
}
