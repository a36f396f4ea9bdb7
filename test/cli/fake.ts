/** A process that exists only in the test: its streams are kept, its engine answers what it is told. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { success } from "../../src/model/result.ts";
import { app } from "../../src/cli/app.ts";
import type { Io } from "../../src/cli/io.ts";
import type { Signal } from "../../src/host/host.ts";
import type { Engine, RunHooks, RunResult } from "../../src/cli/runner.ts";
import { bunHost } from "../../src/host/bun.ts";
import type { Request } from "../../src/model/request.ts";

export interface FakeOptions {
  readonly tree?: Readonly<Record<string, string | Uint8Array>>;
  /** Below the tree. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly terminal?: boolean;
  readonly result?: RunResult;
  readonly engine?: Partial<Engine>;
  /** Sent while the run lasts. */
  readonly signal?: Signal;
}

export interface FakeRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly request: Request | undefined;
  readonly hooks: RunHooks | undefined;
  /** The files below the tree after the run. */
  readonly files: Readonly<Record<string, string>>;
}

export const emptyPlan: RunResult = {
  report: { kind: "plan", outcome: "changes", files_scanned: 0, total_matches: 0, files_changed: 0, changes: [] },
};

export async function swath(argv: readonly string[], options: FakeOptions = {}): Promise<FakeRun> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-cli-")));
  try {
    fs.mkdirSync(path.join(root, ".git"));
    for (const [name, text] of Object.entries(options.tree ?? {})) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), text);
    }
    return await runIn(root, argv, options);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

async function runIn(root: string, argv: readonly string[], options: FakeOptions): Promise<FakeRun> {
  let stdout = "";
  let stderr = "";
  let request: Request | undefined;
  let hooks: RunHooks | undefined;
  let listener: ((signal: Signal) => void) | undefined;
  const isTerminal = options.terminal ?? false;
  const io: Io = {
    argv,
    stdout: { isTerminal, columns: 80, write: (chunk) => void (stdout += text(chunk)) },
    stderr: { isTerminal, columns: 80, write: (chunk) => void (stderr += text(chunk)) },
    stdin: { isTerminal, read: async () => success(Buffer.from(options.stdin ?? "")), readKey: async () => undefined },
    host: { ...bunHost(), cwd: path.join(root, options.cwd ?? ""), env: options.env ?? {} },
    engine: {
      ...noEngine,
      run: async () => async (asked, _host, given) => {
        [request, hooks] = [asked, given];
        if (options.signal) listener?.(options.signal);
        return options.result ?? emptyPlan;
      },
      ...options.engine,
    },
    onSignal: (given) => {
      listener = given;
      return () => (listener = undefined);
    },
  };
  const code = await app(io);
  return { code, stdout, stderr, request, hooks, files: filesBelow(root) };
}

/** Bytes as they are: one character each. */
function text(chunk: string | Uint8Array): string {
  return typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("latin1");
}

function filesBelow(root: string): Record<string, string> {
  const names = (fs.readdirSync(root, { recursive: true }) as string[]).filter((name) =>
    fs.statSync(path.join(root, name)).isFile(),
  );
  return Object.fromEntries(names.toSorted().map((name) => [name, fs.readFileSync(path.join(root, name), "utf8")]));
}

const unused = (): never => {
  throw new Error("this verb must not be run here");
};

const noEngine: Engine = {
  run: unused,
  recover: unused,
  undo: unused,
  undoable: unused,
  test: unused,
  languages: unused,
  describePattern: unused,
  fileVerb: unused,
  mcp: unused,
};
