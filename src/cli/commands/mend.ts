/** recover and undo. */
import { settle, type GivenOptions } from "../../model/options.ts";
import type { Report } from "../../model/report.ts";
import { toJson } from "../../report/json.ts";
import { summary } from "../../report/text.ts";
import { paintFor, tooMany, type Command } from "../command.ts";
import { ExitCode, exitCode } from "../exit-code.ts";
import { fail, printError } from "../fail.ts";
import type { Io } from "../io.ts";
import type { UndoableApply } from "../runner.ts";
import { untilSignal } from "../signals.ts";

export const mendCommand: Command = async ({ verb, operands, io, ...rest }) => {
  const given = rest.given as GivenOptions;
  const settings = settle(verb === "undo" ? "undo" : "recover", given);
  const { json, color, quiet } = settings;
  const texts = operands.map(({ text }) => text);
  const surplus = verb === "undo" ? tooMany(verb, operands, settings.list ? 0 : 1) : undefined;
  if (surplus) return fail(io, surplus, { json, color });
  if (settings.list) return listUndoable(io, (await io.engine.undoable())(io.host), json);
  const report = await untilSignal(io, async (): Promise<Report> => {
    if (verb === "undo") return (await io.engine.undo())(texts[0], settings, io.host);
    return (await io.engine.recover())(texts, settings, io.host);
  });
  if (report.kind === "error") return printError(io, report, { json, color });
  if (json) io.stdout.write(`${toJson(report)}\n`);
  else if (!quiet) io.stderr.write(summary(report, [], paintFor(io.stderr, color, io.host.env)));
  return exitCode(report, { quiet });
};

function listUndoable(io: Io, applies: readonly UndoableApply[], json: boolean): ExitCode {
  if (json) {
    const listed = applies.map(({ id, workspace, time }) => ({ apply_id: id, workspace, time }));
    io.stdout.write(`${JSON.stringify({ kind: "undo_list", applies: listed })}\n`);
  } else for (const { id, workspace, time } of applies) io.stdout.write(`${id}  ${time}  ${workspace}\n`);
  return ExitCode.success;
}
