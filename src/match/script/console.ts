/**
 * Sends what scripts print to standard error: standard output carries data alone. It holds for the whole thread, from the
 * first script on.
 */
import { format } from "node:util";

/** `writer`, for threads that may end at any time, has written when it returns. Only the first call counts. */
export function printToStandardError(writer?: (text: string) => void): void {
  if (redirected) return;
  redirected = true;
  const { console, process } = globalThis;
  const stream = process.stderr.write.bind(process.stderr);
  const write = writer ?? ((text) => void stream(text));
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const print = (...values: unknown[]): void => write(`${format(...values)}\n`);
  const printTime = (label = "default", ...values: unknown[]): void => {
    const started = timers.get(label);
    if (started !== undefined) print(`${label}: ${(performance.now() - started).toFixed(3)}ms`, ...values);
  };
  Object.assign(console, {
    log: print,
    info: print,
    debug: print,
    warn: print,
    error: print,
    group: (...labels: unknown[]) => labels.length > 0 && print(...labels),
    groupEnd: () => undefined,
    dir: (value: unknown) => print(Bun.inspect(value)),
    dirxml: print,
    table: (rows: object, columns?: string[]) => print(Bun.inspect.table(rows, columns)),
    trace: (...values: unknown[]) => print(new Error(`Trace: ${format(...values)}`).stack),
    assert: (holds: unknown, ...values: unknown[]) => holds || print("Assertion failed:", ...values),
    time: (label = "default") => timers.set(label, performance.now()),
    timeLog: printTime,
    timeEnd: (label = "default") => {
      printTime(label);
      timers.delete(label);
    },
    count: (label = "default") => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      print(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = "default") => counts.delete(label),
    write: (...chunks: (string | Uint8Array)[]) => chunks.forEach((chunk) => write(textOf(chunk))),
  });
  const writeChunk = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    write(textOf(chunk));
    const done = rest.at(-1);
    if (typeof done === "function") queueMicrotask(() => (done as () => void)());
    return true;
  }) as typeof process.stdout.write;
  process.stdout.write = writeChunk;
  process.stderr.write = writeChunk;
  Object.defineProperty(Bun, "stdout", { value: Bun.stderr });
}

let redirected = false;

function textOf(chunk: string | Uint8Array): string {
  return typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
}
