/** The tools as `tools/list` gives them: texts, schemas and hints, made once. */
import type { Tool } from "@modelcontextprotocol/server";
import { toolSchemas } from "../schema/mcp.ts";
import { toolPolicies, type ToolPolicy } from "./policy.ts";
import { toolTexts } from "./tool-texts.ts";
import { asArguments } from "./wording.ts";

export function listedTools(): Tool[] {
  return (listed ??= toolPolicies.map(toTool));
}

let listed: Tool[] | undefined;

function toTool({ tool, mutability, destructive, idempotent }: ToolPolicy): Tool {
  const { title, description } = toolTexts[tool];
  const { inputSchema, outputSchema } = toolSchemas(tool);
  return {
    name: tool,
    title,
    description,
    inputSchema: reworded(inputSchema) as Tool["inputSchema"],
    outputSchema: outputSchema as Tool["outputSchema"],
    annotations: {
      title,
      readOnlyHint: mutability === "read-only",
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: false,
    },
  };
}

/** The help of options is written for a command line. */
function reworded(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reworded);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => [
    key,
    key === "description" && typeof value === "string" ? asArguments(value) : reworded(value),
  ]);
  return Object.fromEntries(entries);
}
