/** Sends what scripts print to standard error: standard output carries data alone. It holds for the whole thread, from the first script on. */

export function printToStandardError(): void {
  if (redirected) return;
  redirected = true;
  const { console, process } = globalThis;
  const print = console.error.bind(console);
  const counts = new Map<string, number>();
  const write = process.stderr.write.bind(process.stderr);
  Object.assign(console, {
    log: print,
    info: print,
    debug: print,
    group: (...labels: unknown[]) => labels.length > 0 && print(...labels),
    groupEnd: () => undefined,
    dir: (value: unknown) => print(Bun.inspect(value)),
    dirxml: print,
    table: (rows: object, columns?: string[]) => print(Bun.inspect.table(rows, columns)),
    count: (label = "default") => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      print(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = "default") => counts.delete(label),
    write: (...chunks: (string | Uint8Array)[]) => chunks.forEach((chunk) => write(chunk)),
  });
  process.stdout.write = write as typeof process.stdout.write;
}

let redirected = false;
