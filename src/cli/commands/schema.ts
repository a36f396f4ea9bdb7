/** schema: the JSON Schema of a report, of the options or of a file, by name. */
import { nearestName } from "../../model/nearest.ts";
import { problem } from "../../model/problem.ts";
import { tooMany, type Command } from "../command.ts";
import { ExitCode } from "../exit-code.ts";
import { fail } from "../fail.ts";

export const schemaCommand: Command = async ({ verb, operands, io }) => {
  const surplus = tooMany(verb, operands, 1);
  if (surplus) return fail(io, surplus, { json: false });
  const { schemaNames, jsonSchema } = await import("../../schema/emit.ts");
  const name = operands[0]?.text;
  if (name !== undefined && schemaNames.includes(name)) {
    io.stdout.write(`${JSON.stringify(jsonSchema(name), undefined, 2)}\n`);
    return ExitCode.success;
  }
  const near = name === undefined ? undefined : nearestName(name, schemaNames);
  const message = name === undefined ? "swath schema needs a NAME" : `there is no schema "${name}"`;
  const suggestion = near ? `Did you mean ${near}?` : `The names are ${schemaNames.join(", ")}.`;
  return fail(io, problem("invalid_request", message, { suggestion }), { json: false });
};
