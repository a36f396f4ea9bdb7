/** From a schema to JSON Schema; the only user of the converter. Loads no schema of its own. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** Any schema as JSON Schema of what may be given (draft 2020-12). */
export function toSchema(schema: v.GenericSchema): Record<string, unknown> {
  return toJsonSchema(schema, { target: "draft-2020-12", typeMode: "input" }) as Record<string, unknown>;
}
