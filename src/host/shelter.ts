/**
 * Keeps foreign code from ending the process that it runs in: by a call, or by what it has started, does not wait for and
 * lets throw.
 */

/** A call that would end the process throws where it stands. Returns what allows it again. */
export function refuseExit(): () => void {
  const { exit } = process;
  process.exit = (code) => {
    throw new Error(`process.exit(${code ?? ""}) is nothing a script may call`);
  };
  return () => {
    process.exit = exit;
  };
}

/** What the work gave, or what was thrown beside it, up to the turn after its end. */
export async function sheltered<T>(work: () => T | Promise<T>): Promise<{ readonly value: T } | Stray> {
  const { promise: stray, resolve } = Promise.withResolvers<Stray>();
  const caught = (thrown: unknown): void => resolve({ thrown });
  const allowExit = refuseExit();
  for (const event of events) process.on(event, caught);
  try {
    const made = (async () => {
      const value = await work();
      await new Promise((next) => setTimeout(next));
      return { value };
    })();
    return await Promise.race([made, stray]);
  } finally {
    for (const event of events) process.off(event, caught);
    allowExit();
  }
}

interface Stray {
  readonly thrown: unknown;
}

const events = ["uncaughtException", "unhandledRejection"] as const;
