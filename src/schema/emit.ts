/** JSON Schema of everything that swath prints or reads, made from the schemas. */
import * as v from "valibot";
import { configSchema } from "./config.ts";
import { toSchema } from "./convert.ts";
import { schemaNames } from "./names.ts";
import { planFileSchema } from "./plan-file.ts";
import { reports } from "./report.ts";
import { requestSchema } from "./request.ts";

export { schemaNames };

/** By a name of `schemaNames`. */
export function jsonSchema(name: string): object {
  const { $schema, ...schema } = toSchema(schemaOf(name));
  return { $schema, title: `swath ${name}`, ...schema };
}

function schemaOf(name: string): v.GenericSchema {
  if (Object.hasOwn(reports, name)) return reports[name as keyof typeof reports];
  if (name === "report") return v.variant("kind", Object.values(reports) as never) as v.GenericSchema;
  if (name === "config") return configSchema;
  if (name === "plan-file") return planFileSchema;
  return v.strictObject(
    Object.fromEntries(
      (["plan", "apply", "check", "search", "rename"] as const).map((verb) => [
        verb,
        v.optional(requestSchema(verb, "library")),
      ]),
    ),
  );
}
