/** What the SARIF 2.1.0 schema and its text demand of the parts that swath writes. Returns what a log does wrong. */

type Json = Record<string, any>;

const levels = ["none", "note", "warning", "error"];

export function sarifMistakes(log: Json): string[] {
  const mistakes: string[] = [];
  const demand = (holds: boolean, what: string): void => void (holds || mistakes.push(what));
  demand(log["version"] === "2.1.0", "version");
  demand(typeof log["$schema"] === "string" && URL.canParse(log["$schema"]), "$schema");
  onlyKeys(log, ["$schema", "version", "runs"], "log", demand);
  for (const run of log["runs"]) {
    onlyKeys(run, ["tool", "columnKind", "results"], "run", demand);
    demand(run.columnKind === "utf16CodeUnits", "columnKind");
    const { driver } = run.tool;
    demand(driver.name.length > 0 && /^\d+\.\d+\.\d+/.test(driver.semanticVersion), "driver");
    const ids = driver.rules.map((rule: Json) => rule["id"]);
    demand(new Set(ids).size === ids.length, "rule ids are unique");
    for (const rule of driver.rules) demand(rule.shortDescription.text.length > 0, `text of ${rule.id}`);
    run.results.forEach((result: Json, i: number) => resultMistakes(result, ids, `result ${i}`, demand));
  }
  return mistakes;
}

type Demand = (holds: boolean, what: string) => void;

function resultMistakes(result: Json, ids: readonly string[], where: string, demand: Demand): void {
  onlyKeys(
    result,
    ["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "fixes"],
    where,
    demand,
  );
  demand(ids[result["ruleIndex"]] === result["ruleId"], `${where} points to its rule`);
  demand(levels.includes(result["level"]), `${where} level`);
  demand(result["message"].text.length > 0, `${where} message`);
  demand(result["locations"].length === 1, `${where} location`);
  for (const print of Object.values(result["partialFingerprints"]))
    demand(typeof print === "string", `${where} fingerprint`);
  for (const { physicalLocation } of result["locations"]) locationMistakes(physicalLocation, where, demand);
  for (const fix of result["fixes"] ?? [])
    for (const change of fix.artifactChanges) {
      uriMistakes(change.artifactLocation, where, demand);
      demand(change.replacements.length >= 1, `${where} replacements`);
      for (const { deletedRegion, insertedContent } of change.replacements) {
        regionMistakes(deletedRegion, where, demand);
        demand(typeof insertedContent.text === "string", `${where} inserted text`);
      }
    }
}

function locationMistakes(location: Json, where: string, demand: Demand): void {
  uriMistakes(location["artifactLocation"], where, demand);
  regionMistakes(location["region"], where, demand);
}

function uriMistakes({ uri }: Json, where: string, demand: Demand): void {
  demand(/^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/.test(uri) && !/%(?![0-9A-F]{2})/.test(uri), `${where} uri ${uri}`);
  demand(URL.canParse(uri, "file:///base/"), `${where} uri ${uri}`);
}

function regionMistakes(region: Json, where: string, demand: Demand): void {
  onlyKeys(region, ["startLine", "startColumn", "endLine", "endColumn"], `${where} region`, demand);
  for (const value of Object.values(region))
    demand(Number.isInteger(value) && value >= 1, `${where} region counts from 1`);
  const { startLine, startColumn, endLine = startLine, endColumn = startColumn } = region;
  demand(
    endLine > startLine || (endLine === startLine && endColumn >= startColumn),
    `${where} region ends after its start`,
  );
}

function onlyKeys(value: Json, keys: readonly string[], where: string, demand: Demand): void {
  for (const key of Object.keys(value)) demand(keys.includes(key), `${where} has no key ${key}`);
}
