/**
 * What the names that some rules match have in common, as one regular expression: the runtime looks for all of it at once, and
 * a name without any of it needs no further look. It takes time linear in the name, whatever the rules are.
 */
import { glue } from "../model/glue.ts";
import { type Glob, traitsOf } from "./glob.ts";

export class NameSigns {
  static {
    glue(this.prototype.isIn);
  }
  readonly #heads: string[] = [];
  /** What begins with a dot, as most rules have it, without the dot. */
  readonly #behindDots: string[] = [];
  readonly #others: string[] = [];
  /** Some rule fixes nothing. */
  #isOpen = false;
  #expression: RegExp | undefined;

  /** Names that end like this. */
  addEnd(text: string): void {
    this.#add(text, "$");
  }

  addGlob(glob: Glob): void {
    const { prefix, suffix, run } = traitsOf(glob);
    this.#expression = undefined;
    if (prefix !== "") this.#heads.push(RegExp.escape(prefix));
    else if (suffix !== "") this.addEnd(suffix);
    else if (run !== "") this.#add(run, "");
    else this.#isOpen = true;
  }

  /** False for a name that certainly no rule matches. */
  isIn(name: string): boolean {
    return this.#isOpen || (this.#expression ??= this.#compile()).test(name);
  }

  #add(text: string, behind: "$" | ""): void {
    this.#expression = undefined;
    if (text.startsWith(".")) this.#behindDots.push(`${RegExp.escape(text.slice(1))}${behind}`);
    else this.#others.push(`${RegExp.escape(text)}${behind}`);
  }

  #compile(): RegExp {
    return new RegExp(
      [
        ...(this.#heads.length > 0 ? [`^(?:${this.#heads.join("|")})`] : []),
        ...(this.#behindDots.length > 0 ? [`\\.(?:${this.#behindDots.join("|")})`] : []),
        ...this.#others,
      ].join("|"),
    );
  }
}
