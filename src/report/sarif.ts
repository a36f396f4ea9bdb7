/** SARIF 2.1.0: one run with one result for each place, its fix, and a fingerprint that survives edits elsewhere in the file. */
import type { Severity } from "../model/outcome.ts";
import { version } from "../model/version.ts";
import type { Place } from "./place.ts";
import type { Log, ReportingDescriptor, Result } from "sarif";

/** The rule of edits that come from a single pattern. */
const patternRule = "pattern";

export function toSarif(places: readonly Place[]): string {
  const rules = rulesOf(places);
  const indices = new Map(rules.map(({ id }, index) => [id, index]));
  const seen = new Map<string, number>();
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "swath", version, semanticVersion: version, rules } },
        columnKind: "utf16CodeUnits",
        results: places.map((place) => result(place, indices.get(ruleOf(place))!, fingerprint(place, seen))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleOf(place: Place): string {
  return place.rule ?? patternRule;
}

function rulesOf(places: readonly Place[]): ReportingDescriptor[] {
  const ids = [...new Set(places.map(ruleOf))].toSorted();
  return ids.map((id) => ({
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

/** Says which place this is without its line: the how manieth of its kind in its file. */
function fingerprint(place: Place, seen: Map<string, number>): string {
  const what = JSON.stringify([place.path, ruleOf(place), place.edit?.before, place.edit?.after, place.message]);
  const nth = (seen.get(what) ?? 0) + 1;
  seen.set(what, nth);
  return new Bun.CryptoHasher("sha256").update(`${what}${nth}`).digest("hex").slice(0, 32);
}
