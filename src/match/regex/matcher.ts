/** A matcher out of a tree: builds the automata of one pattern and chooses among them. */
import type { Spans } from "../../model/edit.ts";
import type { Matcher, Piece } from "../engine.ts";
import { Alphabet } from "./alphabet.ts";
import { matchesEmptyAtEnd } from "./analyse.ts";
import type { Node } from "./ast.ts";
import { DfaSearcher } from "./dfa-search.ts";
import { Pike } from "./pike.ts";
import { compileProgram, SetTable } from "./program.ts";
import { scan, type ScanOptions, type Searcher } from "./scan.ts";

export interface PatternPlan {
  readonly node: Node;
  readonly scope: "line" | "file";
  readonly eol: "auto" | "raw";
  readonly groupCount: number;
  readonly groupNames: Readonly<Record<string, number>>;
  readonly routes: "all" | "plain";
}

export function automatonMatcher(plan: PatternPlan): Matcher {
  const sets = new SetTable();
  const program = compileProgram(plan.node, sets, false);
  const alphabet = new Alphabet(sets.sets, {
    lineMode: plan.scope === "line",
    joinCrlf: plan.eol === "auto",
    words: program.assertions.has("boundary") || program.assertions.has("no_boundary"),
    unicodeWords: program.assertions.has("word_half_start"),
  });
  const options: ScanOptions = {
    alphabet,
    groupCount: plan.groupCount,
    emptyAfterFinalNewline: matchesEmptyAtEnd(plan.node, false),
    emptyInEmptyFile: matchesEmptyAtEnd(plan.node, true),
  };
  const searcher =
    plan.routes === "plain"
      ? new PikeSearcher(new Pike(program, alphabet, 0))
      : new DfaSearcher(program, compileProgram(plan.node, sets, true), alphabet);
  const pike = new Pike(program, alphabet, plan.groupCount);
  const capture = (piece: Piece, start: number): Int32Array => {
    pike.search(piece, start, true);
    return pike.found;
  };
  return {
    scope: plan.scope,
    groupCount: plan.groupCount,
    groupNames: plan.groupNames,
    mayMatch: () => true,
    find: (piece: Piece, captures: boolean): Spans =>
      scan(piece, searcher, options, captures && plan.groupCount > 0 ? capture : undefined),
  };
}

class PikeSearcher implements Searcher {
  readonly #pike: Pike;

  constructor(pike: Pike) {
    this.#pike = pike;
  }

  get matchStart(): number {
    return this.#pike.found[0]!;
  }

  get matchEnd(): number {
    return this.#pike.found[1]!;
  }

  search(piece: Piece, from: number): boolean {
    return this.#pike.search(piece, from, false);
  }
}
