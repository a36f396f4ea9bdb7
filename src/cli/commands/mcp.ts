/** mcp: the server on standard input and output, until its client goes away. */
import { tooMany, type Command } from "../command.ts";
import { ExitCode } from "../exit-code.ts";
import { fail } from "../fail.ts";

export const mcpCommand: Command = async ({ verb, given, operands, io }) => {
  const surplus = tooMany(verb, operands, 0);
  if (surplus) return fail(io, surplus, { json: false });
  const serve = await io.engine.mcp();
  const unable = await serve(given["root"] as string | undefined, io.host);
  return unable ? fail(io, unable, { json: false }) : ExitCode.success;
};
