/** Serves MCP on the standard streams of the process until the client goes away. Nothing but messages goes to standard output. */
import { onSignal } from "../host/bun.ts";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Host } from "../host/host.ts";
import { problem, type Problem } from "../model/problem.ts";
import { createServer } from "./server.ts";
import { openSession } from "./session.ts";
import { LineTransport, type Streams } from "./transport.ts";

/**
 * Confined to `root`, the working directory when absent. Resolves when everything is answered; a problem when it cannot
 * start or was stopped by a signal.
 */
export async function serve(root: string | undefined, host: Host): Promise<Problem | undefined> {
  const session = openSession(root, host);
  if (!session.ok) return session.problem;
  const stop = new AbortController();
  const orphaned = orphanWatch(() => void transport.close());
  const transport = new LineTransport(standardStreams(orphaned.start));
  let stopped: Problem | undefined;
  const unlisten = onSignals((told) => {
    stopped = told;
    void transport.close();
  });
  serveStdio(() => createServer(session.value, stop.signal), { transport, onerror: (error) => log(error.message) });
  await transport.finished;
  unlisten();
  orphaned.stop();
  stop.abort(stopped ?? problem("interrupted", "the client has gone away"));
  process.stdin.destroy();
  return stopped;
}

function standardStreams(onEnd: () => void): Streams {
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  return {
    read(onChunk, ended) {
      process.stdin.on("data", onChunk);
      for (const event of ["end", "error"] as const)
        process.stdin.once(event, () => {
          onEnd();
          ended();
        });
    },
    /** A reader that is gone is told by the write itself. */
    write: (line) =>
      new Promise((resolve, reject) => {
        process.stdout.write(line, (error) => (error ? reject(error) : resolve()));
      }),
    log,
  };
}

/** After the end of the input: a client that has died reads no answers, so what it asked for is given up. */
function orphanWatch(gone: () => void): { readonly start: () => void; readonly stop: () => void } {
  const parent = process.ppid;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = (): void => {
    if (process.ppid !== parent) gone();
  };
  return {
    start() {
      timer ??= setInterval(look, watchEvery);
    },
    stop: () => clearInterval(timer),
  };
}

/** Milliseconds. */
const watchEvery = 500;

function log(line: string): void {
  process.stderr.write(`swath mcp: ${line}\n`);
}

/** The first signal ends the calls in good order. */
function onSignals(told: (cause: Problem) => void): () => void {
  return onSignal((signal) =>
    told(problem("interrupted", `the server was stopped by ${signal}`, signal === "SIGTERM" ? { exit: 143 } : {})),
  );
}
