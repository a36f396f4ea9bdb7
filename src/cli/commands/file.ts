/** read, sparse and edit: records on standard output, one JSON object a line, errors too. */
import type { Command } from "../command.ts";
import type { FileCall } from "../runner.ts";

export const fileCommand: Command = async ({ verb, given, operands, io }) => {
  const call = await io.engine.fileVerb();
  const { records, exitCode } = await call(
    { verb: verb as FileCall["verb"], operands: operands.map(({ text }) => text), given, stdin: io.stdin.read },
    io.host,
  );
  for (const record of records) io.stdout.write(`${JSON.stringify(record)}\n`);
  return exitCode;
};
