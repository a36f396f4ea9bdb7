/** recover and undo. */
import { settle, type GivenOptions } from "../../model/options.ts";
import type { Report } from "../../model/report.ts";
import { toJson } from "../../report/json.ts";
import { summary } from "../../report/text.ts";
import { paintFor, tooMany, type Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { fail, printError } from "../fail.ts";
import { untilSignal } from "../signals.ts";

export const mendCommand: Command = async ({ verb, operands, io, ...rest }) => {
  const given = rest.given as GivenOptions;
  const settings = settle(verb === "undo" ? "undo" : "recover", given);
  const { json, color, quiet } = settings;
  const texts = operands.map(({ text }) => text);
  const surplus = verb === "undo" ? tooMany(verb, operands, 1) : undefined;
  if (surplus) return fail(io, surplus, { json, color });
  const report = await untilSignal(io, async (): Promise<Report> => {
    if (verb === "undo") return (await io.engine.undo())(texts[0], settings, io.host);
    return (await io.engine.recover())(texts, settings, io.host);
  });
  if (report.kind === "error") return printError(io, report, { json, color });
  if (json) io.stdout.write(`${toJson(report)}\n`);
  else if (!quiet) io.stderr.write(summary(report, [], paintFor(io.stderr, color, io.host.env)));
  return exitCode(report, { quiet });
};
