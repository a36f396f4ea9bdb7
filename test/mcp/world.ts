/** A client of the official library and a server in one process, over a temporary tree; every answer is checked. */
import { Validator, type Schema } from "@cfworker/json-schema";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import { openSession } from "../../src/mcp/session.ts";
import { listedTools } from "../../src/mcp/listed-tools.ts";
import { createServer } from "../../src/mcp/server.ts";

export type Data = Record<string, any>;

export interface McpWorld {
  /** The directory above the root: what lies in it besides is outside. */
  readonly base: string;
  readonly root: string;
  readonly client: Client;
  readonly host: Host;
  /** The structured content of a call, which fits the tool's schema and says the same as the text. */
  call(tool: string, args?: object): Promise<Data>;
  /** Another server of the same root. */
  restart(): Promise<void>;
  write(name: string, content: string): void;
  read(name: string): string;
}

type Tree = Readonly<Record<string, string | Uint8Array>>;

export async function withServer<T>(tree: Tree, work: (world: McpWorld) => Promise<T>): Promise<T> {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-mcp-")));
  const root = path.join(base, "tree");
  fs.mkdirSync(root);
  for (const [name, content] of Object.entries(tree)) put(root, name, content);
  const env = { ...process.env, XDG_STATE_HOME: path.join(base, "state"), XDG_CONFIG_HOME: path.join(base, "config") };
  const host = Object.create(bunHost(), { cwd: { value: root }, env: { value: env } }) as Host;
  let client = await connect(host);
  try {
    return await work({
      base,
      root,
      host,
      get client() {
        return client;
      },
      async call(tool, args = {}) {
        const result = await client.callTool({ name: tool, arguments: { ...args } });
        return checked(tool, result as never);
      },
      async restart() {
        await client.close();
        client = await connect(host);
      },
      write: (name, content) => put(root, name, content),
      read: (name) => fs.readFileSync(path.join(root, name), "utf8"),
    });
  } finally {
    await client.close();
    fs.rmSync(base, { recursive: true, force: true });
  }
}

async function connect(host: Host): Promise<Client> {
  const session = openSession(undefined, host);
  if (!session.ok) throw new Error(session.problem.message);
  const server = createServer(session.value, new AbortController().signal);
  const client = new Client({ name: "test", version: "1" });
  const [left, right] = InMemoryTransport.createLinkedPair();
  await server.connect(right);
  await client.connect(left as never);
  return client;
}

function put(root: string, name: string, content: string | Uint8Array): void {
  fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  fs.writeFileSync(path.join(root, name), content);
}

const validators = new Map(
  listedTools().map(({ name, outputSchema }) => [name, new Validator(outputSchema as Schema, "2020-12")]),
);

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Data;
  readonly isError?: boolean;
}

/** Throws where an answer breaks a promise that holds for all of them. */
export function checked(tool: string, { content, structuredContent: data, isError }: Result): Data {
  if (data === undefined) throw new Error(`${tool} answered without structured content: ${JSON.stringify(content)}`);
  const { valid, errors } = validators.get(tool)!.validate(data);
  if (!valid) throw new Error(`${tool}: ${errors.map(({ error }) => error).join("; ")} in ${JSON.stringify(data)}`);
  if (content[0]!.text !== JSON.stringify(data)) throw new Error(`${tool}: the text says something else`);
  const failed = data["kind"] === "error" || data["records"]?.[0]?.error === true;
  if (failed !== (isError ?? false)) throw new Error(`${tool}: isError is ${isError} for ${JSON.stringify(data)}`);
  if (JSON.stringify(data).length > 52 * 1024) throw new Error(`${tool}: an answer of ${JSON.stringify(data).length}`);
  return data;
}
