/** languages: names, extensions and where each parser comes from. */
import { tooMany, type Command } from "../command.ts";
import { ExitCode } from "../exit-code.ts";
import { fail } from "../fail.ts";

export const languagesCommand: Command = async ({ verb, given, operands, io }) => {
  const json = given["json"] === true;
  const surplus = tooMany(verb, operands, 0);
  if (surplus) return fail(io, surplus, { json });
  const list = (await io.engine.languages())(io.host);
  if (json) {
    const languages = list.map(({ name, aliases, extensions, origin }) => ({ name, aliases, extensions, origin }));
    io.stdout.write(`${JSON.stringify({ kind: "languages", languages })}\n`);
    return ExitCode.success;
  }
  const width = Math.max(...list.map(({ name }) => name.length));
  for (const { name, aliases, extensions, origin } of list) {
    const others = aliases.length > 0 ? ` (also ${aliases.join(", ")})` : "";
    io.stdout.write(`${name.padEnd(width)}  ${extensions.map((one) => `.${one}`).join(" ")}  ${origin}${others}\n`);
  }
  return ExitCode.success;
};
