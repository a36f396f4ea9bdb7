/** A matcher out of a tree: builds the automata of one pattern and chooses among them. */
import type { Spans } from "../../model/edit.ts";
import { glue } from "../../model/glue.ts";
import { dismissalBy } from "../dismiss.ts";
import type { Matcher, Piece } from "../engine.ts";
import { tableLookup } from "../kernels/assemble.ts";
import { Alphabet } from "./alphabet.ts";
import { matchesEmptyAtEnd } from "./analyse.ts";
import type { Node } from "./ast.ts";
import { scanCandidates } from "./candidates.ts";
import { DfaSearcher } from "./dfa-search.ts";
import { exactTexts, TextSearcher, type ExactTexts } from "./exact.ts";
import type { Finder } from "./finder.ts";
import { finderOf, kernelFinderOf } from "./hits.ts";
import { LaneScanner } from "./lane-scan.ts";
import { Pike, PikeSearcher } from "./pike.ts";
import { compileProgram, SetTable, type Program } from "./program.ts";
import { requiredText, type Required } from "./required.ts";
import { scan, type PieceScan, type ScanOptions } from "./scan.ts";
import { SpanBuilder } from "./spans.ts";
import { StreamScanner } from "./stream-scan.ts";
import { streamsOf } from "./streams.ts";

export interface PatternPlan {
  readonly node: Node;
  readonly scope: "line" | "file";
  readonly eol: "auto" | "raw";
  readonly groupCount: number;
  readonly groupNames: Readonly<Record<string, number>>;
  /** `automata`: no bit streams. `plain`: no prefilter and no fast engine. */
  readonly routes: "all" | "automata" | "plain";
  /** Bytes that are searched before kernels are built. */
  readonly warmUp: number;
}

/** Texts that are met less rarely are looked for by the automaton itself. */
const leastScore = 2.5;

/** By comparing texts, where the pattern is nothing else and they are seldom met or a kernel finds them, and else by automata. */
export function patternMatcher(plan: PatternPlan): Matcher {
  const required = plan.routes === "plain" ? undefined : requiredText(plan.node);
  const sought = required && soughtBy(required, plan.warmUp);
  const exact = sought && (sought.isRare || sought.hasKernel) ? exactTexts(plan.node) : undefined;
  return exact && plan.groupCount === 0 ? textsMatcher(plan, sought!, exact) : automatonMatcher(plan, sought);
}

/** How what every match holds is looked for. */
interface Sought {
  readonly finder: Finder;
  readonly dismisses: Matcher["dismisses"];
  readonly hasKernel: boolean;
  readonly isRare: boolean;
}

function soughtBy(required: Required, warmUp: number): Sought {
  const kernel = kernelFinderOf(required);
  const only = !required.fold && required.texts.length === 1 ? Buffer.from(required.texts[0]!) : undefined;
  return {
    finder: finderOf(required, kernel, warmUp),
    dismisses: dismissalBy(kernel, only, warmUp),
    hasKernel: kernel !== undefined,
    isRare: required.score >= leastScore,
  };
}

function textsMatcher(plan: PatternPlan, { finder, dismisses }: Sought, exact: ExactTexts): Matcher {
  const searcher = new TextSearcher(exact, finder);
  const matcher: Matcher = {
    scope: plan.scope,
    groupCount: 0,
    groupNames: {},
    dismisses,
    mayMatch(bytes, start, end) {
      finder.open(bytes, start, end);
      return finder.next(start) >= 0;
    },
    find(piece) {
      const found = new SpanBuilder(0);
      searcher.open(piece);
      for (let at = piece.start; searcher.search(at); at = searcher.matchEnd)
        found.add(searcher.matchStart, searcher.matchEnd);
      return found.build();
    },
  };
  glue(matcher.mayMatch, matcher.find);
  return matcher;
}

function automatonMatcher(plan: PatternPlan, sought: Sought | undefined): Matcher {
  const plain = plan.routes === "plain";
  const sets = new SetTable();
  const program = compileProgram(plan.node, sets, false);
  const backward = plain ? undefined : compileProgram(plan.node, sets, true);
  const alphabet = new Alphabet(sets.sets, {
    lineMode: plan.scope === "line",
    joinCrlf: plan.eol === "auto",
    words: program.assertions.has("boundary") || program.assertions.has("no_boundary"),
    unicodeWords: program.assertions.has("word_half_start"),
  });
  const searcher = backward
    ? new DfaSearcher(program, backward, alphabet)
    : new PikeSearcher(new Pike(program, alphabet, 0));
  const scanAll: PieceScan =
    searcher instanceof DfaSearcher && plan.scope === "line"
      ? scanOfLines(plan, program, alphabet, searcher)
      : (piece, chosen, found) => scan(piece, searcher, chosen, found);
  const finder = sought?.finder;
  const options: ScanOptions = {
    alphabet,
    emptyAfterFinalNewline: matchesEmptyAtEnd(plan.node, false),
    emptyInEmptyFile: matchesEmptyAtEnd(plan.node, true),
  };
  const groups = plan.groupCount > 0 ? new Pike(program, alphabet, plan.groupCount) : undefined;
  const capturing: ScanOptions = groups
    ? { ...options, capture: (piece, start, end) => groups.capture(piece, start, end) }
    : options;
  const byCandidates = finder && plan.scope === "line" && sought!.isRare;
  const matcher: Matcher = {
    scope: plan.scope,
    groupCount: plan.groupCount,
    groupNames: plan.groupNames,
    dismisses: sought?.dismisses,
    mayMatch(bytes, start, end) {
      finder?.open(bytes, start, end);
      return !finder || finder.next(start) >= 0;
    },
    find(piece: Piece, captures: boolean): Spans {
      const found = new SpanBuilder(captures ? plan.groupCount : 0);
      const chosen = captures ? capturing : options;
      if (byCandidates) scanCandidates(piece, finder, searcher, scanAll, chosen, found);
      else scanAll(piece, chosen, found);
      return found.build();
    },
  };
  glue(matcher.mayMatch, matcher.find);
  return matcher;
}

function scanOfLines(plan: PatternPlan, program: Program, alphabet: Alphabet, searcher: DfaSearcher): PieceScan {
  // A pattern that matches nothing at all somewhere does so on most lines, and one that can match behind the last line is rare.
  if (plan.node.nullable) return (piece, options, found) => scan(piece, searcher, options, found);
  const streams = plan.routes === "all" && tableLookup() ? streamsOf(plan.node) : undefined;
  if (streams) {
    const scanner = new StreamScanner(streams, searcher, plan.warmUp);
    return (piece, options, found) => scanner.scan(piece, options, found);
  }
  const lanes = new LaneScanner(program, alphabet, plan.warmUp);
  return (piece, options, found) => lanes.scan(piece, searcher, options, found);
}
