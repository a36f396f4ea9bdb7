/** SARIF 2.1.0: one run with one result for each place, its fix, and a fingerprint that survives edits elsewhere in the file. */
import type { Severity } from "../model/outcome.ts";
import { version } from "../model/version.ts";
import type { Place } from "./place.ts";
import type { Log, ReportingDescriptor, Result } from "sarif";

/** The rule of edits that come from a single pattern. */
const patternRule = "pattern";

/** The log in pieces, one for each place: a log of all of them is larger than their edits by far. Looks at the places twice. */
export function* toSarif(places: Iterable<Place>): Iterable<string> {
  const rules = rulesOf(places);
  const indices = new Map(rules.map(({ id }, index) => [id, index]));
  const [head, tail] = frame(rules);
  const fingerprint = fingerprints();
  let before = `${head}\n`;
  for (const place of places) {
    const text = JSON.stringify(result(place, indices.get(ruleOf(place))!, fingerprint(place)), undefined, 2);
    yield before + indent + text.replaceAll("\n", `\n${indent}`);
    before = ",\n";
  }
  yield rules.length === 0 ? `${head}${tail}` : `\n${indent.slice(2)}${tail}`;
}

/** How deep a result stands in the log. */
const indent = " ".repeat(8);

/** The log around its results. */
function frame(rules: ReportingDescriptor[]): readonly [head: string, tail: string] {
  const driver = { name: "swath", version, semanticVersion: version, rules };
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results: [] }],
  };
  const text = `${JSON.stringify(log, undefined, 2)}\n`;
  const end = text.lastIndexOf("[]") + 1;
  return [text.slice(0, end), text.slice(end)];
}

function ruleOf(place: Place): string {
  return place.rule ?? patternRule;
}

function rulesOf(places: Iterable<Place>): ReportingDescriptor[] {
  const ids = new Set<string>();
  for (const place of places) ids.add(ruleOf(place));
  return [...ids].toSorted().map((id) => ({
    id,
    shortDescription: {
      text: id === patternRule ? "Text that the given pattern would replace." : `Matches of the rule ${id}.`,
    },
  }));
}

const levels = {
  error: "error",
  warning: "warning",
  info: "note",
  hint: "note",
  off: "none",
} as const satisfies Record<Severity, Result.level>;

function result(place: Place, ruleIndex: number, print: string): Result {
  const region = {
    startLine: place.startLine,
    startColumn: place.startColumn,
    ...(place.endLine !== undefined && { endLine: place.endLine }),
    ...(place.endColumn !== undefined && { endColumn: place.endColumn }),
  };
  const artifactLocation = { uri: toUri(place.path) };
  return {
    ruleId: ruleOf(place),
    ruleIndex,
    level: levels[place.severity],
    message: { text: place.message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    partialFingerprints: { "swath/v1": print },
    ...(place.edit && {
      fixes: [
        {
          description: { text: place.message },
          artifactChanges: [
            {
              artifactLocation,
              replacements: [{ deletedRegion: region, insertedContent: { text: place.edit.after } }],
            },
          ],
        },
      ],
    }),
  };
}

/** A path as a relative reference, or as a file URI where it is absolute. */
function toUri(path: string): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  if (path.startsWith("/")) return `file://${encoded}`;
  return encoded.split("/")[0]!.includes(":") ? `./${encoded}` : encoded;
}

/** Say which place this is without its line: the how manieth of its kind in its file. Places come in path order. */
function fingerprints(): (place: Place) => string {
  const seen = new Map<string, number>();
  let file: string | undefined;
  return (place) => {
    if (place.path !== file) seen.clear();
    file = place.path;
    const what = JSON.stringify([place.path, ruleOf(place), place.edit?.before, place.edit?.after, place.message]);
    const nth = (seen.get(what) ?? 0) + 1;
    seen.set(what, nth);
    return new Bun.CryptoHasher("sha256").update(`${what}${nth}`).digest("hex").slice(0, 32);
  };
}
