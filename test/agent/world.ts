/** Runs file verbs in a temporary tree and holds every record to the schemas that other tools of agents know. */
import { Validator, type Schema } from "@cfworker/json-schema";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { success } from "../../src/model/result.ts";
import { fileVerb, type FileCall } from "../../src/agent/file-verb.ts";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import readSchema from "./fixtures/read.schema.json";
import sparseSchema from "./fixtures/sparse.schema.json";

export type Tree = Readonly<Record<string, string | Uint8Array>>;

export interface Ran {
  readonly records: readonly Record<string, unknown>[];
  readonly exitCode: number;
  /** All files below the tree after the call. */
  readonly files: Readonly<Record<string, string>>;
  readonly root: string;
}

export interface World {
  readonly root: string;
  readonly host: Host;
  run(
    verb: FileCall["verb"],
    operands: readonly string[],
    given?: FileCall["given"],
    stdin?: string | Buffer,
  ): Promise<Ran>;
}

/** Removes the tree afterwards. */
export async function inTree<T>(tree: Tree, work: (world: World) => Promise<T>): Promise<T> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-agent-")));
  const root = path.join(base, "tree");
  try {
    fs.mkdirSync(root);
    for (const [name, content] of Object.entries(tree)) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), content);
    }
    const env = { ...process.env, XDG_STATE_HOME: path.join(base, "state") };
    const host = Object.create(bunHost(), { cwd: { value: root }, env: { value: env } }) as Host;
    return await work({
      root,
      host,
      async run(verb, operands, given = {}, stdin = "") {
        const call = {
          verb,
          operands,
          given,
          stdin: async () => success(typeof stdin === "string" ? Buffer.from(stdin) : stdin),
        };
        const { records, exitCode } = await fileVerb(call, host);
        const wire = JSON.parse(JSON.stringify(records)) as Record<string, unknown>[];
        for (const record of wire) mustFit(record);
        return { records: wire, exitCode, files: readTree(root), root };
      },
    });
  } finally {
    fs.rmSync(base, { recursive: true, force: true });
  }
}

export function runOnce(
  tree: Tree,
  verb: FileCall["verb"],
  operands: readonly string[],
  given: FileCall["given"] = {},
): Promise<Ran> {
  return inTree(tree, (world) => world.run(verb, operands, given));
}

/** Edits `a.txt` (or another name) that holds this text. */
export function editText(text: string | Uint8Array, edits: unknown, given: FileCall["given"] = {}, name = "a.txt") {
  return runOnce({ [name]: text }, "edit", [name], { edits: JSON.stringify(edits), ...given });
}

/** `LINE:HASH` of a line with this text. */
export function anchor(line: number, text: string): string {
  return `${line}:${(Bun.hash.xxHash32(text, 0) % 4096).toString(16).padStart(3, "0")}`;
}

const readValidator = new Validator(readSchema as Schema, "2020-12");
const sparseValidator = new Validator(sparseSchema as Schema, "2020-12");

/** A record that says something of a file has the shape of a read; every other one that of a sparse listing or an error. */
function mustFit(record: Record<string, unknown>): void {
  const validator = record["type"] === "read" || record["type"] === "edit" ? readValidator : sparseValidator;
  const { valid, errors } = validator.validate(record);
  if (!valid) throw new Error(`${JSON.stringify(record)} does not fit: ${errors.map(({ error }) => error).join("; ")}`);
}

function readTree(root: string): Record<string, string> {
  const names = fs.readdirSync(root, { recursive: true }) as string[];
  const files = names.filter((name) => fs.lstatSync(path.join(root, name)).isFile()).toSorted();
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(root, name), "latin1")]));
}
