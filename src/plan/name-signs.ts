/**
 * What the names that some rules match have in common, as one regular expression: the runtime looks for all of it at once, and
 * a name without any of it needs no further look. It takes time linear in the name, whatever the rules are.
 */
import { glue } from "../model/glue.ts";
import { type Glob, traitsOf } from "./glob.ts";

/** The runtime takes no expression of a megabyte. */
const longest = 500_000;

export class NameSigns {
  static {
    glue(this.prototype.isIn);
  }
  readonly #heads: string[] = [];
  /** What begins with a dot, as most rules have it, without the dot. */
  readonly #behindDots: string[] = [];
  readonly #others: string[] = [];
  /** Some rule fixes nothing, or there are too many. */
  #isOpen = false;
  #length = 0;
  #expression: RegExp | undefined;

  /** Names that end like this. */
  addEnd(text: string): void {
    this.#add(text, "$");
  }

  addGlob(glob: Glob): void {
    const { prefix, suffix, run } = traitsOf(glob);
    this.#expression = undefined;
    if (prefix !== "") this.#take(this.#heads, RegExp.escape(prefix));
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
    if (text.startsWith(".")) this.#take(this.#behindDots, `${RegExp.escape(text.slice(1))}${behind}`);
    else this.#take(this.#others, `${RegExp.escape(text)}${behind}`);
  }

  #take(signs: string[], sign: string): void {
    this.#length += sign.length + 1;
    if (this.#length > longest) this.#isOpen = true;
    else signs.push(sign);
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
