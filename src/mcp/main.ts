/** Serves MCP on the standard streams of the process until the client goes away. Nothing but messages goes to standard output. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Host } from "../host/host.ts";
import { problem, systemProblem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { absolutePath } from "../run/paths.ts";
import type { Session } from "./context.ts";
import { Gate } from "./gate.ts";
import { PlanStore } from "./plan-store.ts";
import { createServer } from "./server.ts";
import { LineTransport, type Streams } from "./transport.ts";

/** Runs that search at the same time; each has all threads. */
const searchesAtOnce = 2;

/**
 * Confined to `root`, the working directory when absent. Resolves when everything is answered; a problem when it cannot
 * start or was stopped by a signal.
 */
export async function serve(root: string | undefined, host: Host): Promise<Problem | undefined> {
  const session = openSession(root, host);
  if (!session.ok) return session.problem;
  const stop = new AbortController();
  const transport = new LineTransport(standardStreams());
  let stopped: Problem | undefined;
  const unlisten = onSignals((told) => {
    stopped = told;
    void transport.close();
  });
  serveStdio(() => createServer(session.value, stop.signal), { transport, onerror: (error) => log(error.message) });
  await transport.finished;
  unlisten();
  stop.abort(stopped ?? problem("interrupted", "the client has gone away"));
  process.stdin.destroy();
  return stopped;
}

function openSession(given: string | undefined, host: Host): Result<Session> {
  const path = absolutePath(given ?? ".", host);
  try {
    const root = host.fs.realPath(path);
    if (host.fs.stat(root).kind !== "directory")
      return failure(problem("walk", `cannot serve ${path}: it is no directory`, { path, remedies: [] }));
    const rooted = Object.create(host, { cwd: { value: root, enumerable: true } }) as Host;
    const plans = new PlanStore(root, rooted);
    return success({ root, host: rooted, plans, searching: new Gate(searchesAtOnce), writing: new Gate(1) });
  } catch (error) {
    return failure({ ...systemProblem("walk", error, "enter", path), remedies: [] });
  }
}

function standardStreams(): Streams {
  return {
    read(onChunk, onEnd) {
      process.stdin.on("data", onChunk);
      process.stdin.once("end", onEnd);
      process.stdin.once("error", onEnd);
    },
    write: (line) =>
      new Promise((resolve, reject) => {
        process.stdout.write(line, (error) => (error ? reject(error) : resolve()));
      }),
    log,
  };
}

function log(line: string): void {
  process.stderr.write(`swath mcp: ${line}\n`);
}

/** The first signal ends the calls in good order; the same again ends the process. */
function onSignals(told: (cause: Problem) => void): () => void {
  const listeners = (["SIGINT", "SIGTERM"] as const).map((signal) => {
    const listener = (): void => {
      told(problem("interrupted", `the server was stopped by ${signal}`, signal === "SIGTERM" ? { exit: 143 } : {}));
    };
    process.once(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => {
    for (const stop of listeners) stop();
  };
}
