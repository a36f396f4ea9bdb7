/** test: the tests of rule files. Their outcome is data, so it goes to standard output. */
import { toJson } from "../../report/json.ts";
import { summary } from "../../report/text.ts";
import { paintFor, type Command } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import { printError } from "../fail.ts";

export const testCommand: Command = async ({ given, operands, io }) => {
  const { color } = given;
  const json = given["json"] === true;
  const quiet = given["quiet"] === true;
  const test = await io.engine.test();
  const report = await test(
    operands.map(({ text }) => text),
    io.host,
  );
  if (report.kind === "error") return printError(io, report, { json, color });
  if (json) io.stdout.write(`${toJson(report)}\n`);
  else if (!quiet) io.stdout.write(summary(report, [], paintFor(io.stdout, color, io.host.env)));
  return exitCode(report, { quiet });
};
