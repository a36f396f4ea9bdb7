/** config: the settings in force, each with the place it comes from, and the recipes. */
import { settle, type OptionName } from "../../model/options.ts";
import { paintFor, tooMany, type Command } from "../command.ts";
import { loadConfig, type ConfigFile } from "../../run/config-file.ts";
import { ExitCode } from "../exit-code.ts";
import { fail } from "../fail.ts";

export const configCommand: Command = async ({ verb, given, operands, io }) => {
  const json = given["json"] === true;
  const surplus = tooMany(verb, operands, 0);
  if (surplus) return fail(io, surplus, { json });
  const loaded = await loadConfig(io.host);
  if (!loaded.ok) return fail(io, loaded.problem, { json });
  const settings = await settingsInForce(loaded.value);
  const file = loaded.value?.shown;
  const recipes = Object.entries(loaded.value?.recipes ?? {});
  if (json) {
    const report = { kind: "config", ...(file && { file }), settings, recipes: recipes.map(([name]) => name) };
    io.stdout.write(`${JSON.stringify(report)}\n`);
    return ExitCode.success;
  }
  const paint = paintFor(io.stdout, undefined, io.host.env);
  const width = Math.max(...settings.map(({ name }) => name.length));
  for (const { name, value, source } of settings)
    io.stdout.write(
      `${paint("bold", name.padEnd(width))}  ${value === undefined ? "-" : JSON.stringify(value)}  ${paint("dim", source)}\n`,
    );
  for (const [name, { description }] of recipes)
    io.stdout.write(`recipe ${name}${description ? `: ${description}` : ""}\n`);
  return ExitCode.success;
};

interface SettingInForce {
  readonly name: OptionName;
  readonly value: unknown;
  /** The file, or `default`. */
  readonly source: string;
}

async function settingsInForce(file: ConfigFile | undefined): Promise<SettingInForce[]> {
  const { defaultNames } = await import("../../schema/config.ts");
  const settled = settle("plan", file?.defaults ?? {});
  return defaultNames.map((name) => ({
    name,
    value: settled[name],
    source: file?.defaults[name] === undefined ? "default" : file.shown,
  }));
}
