/** The tools by name: what each is called with and what answers it. Modules are loaded at the first call that needs them. */
import { unforeseenProblem } from "../model/bug.ts";
import type { Problem } from "../model/problem.ts";
import { readArguments } from "../schema/mcp.ts";
import { refused } from "./answer.ts";
import type { Answer, Call, Session } from "./context.ts";
import { toolPolicies, type ToolName } from "./policy.ts";

type Handler = (call: Call, session: Session) => Promise<Answer>;

const handlers: Readonly<Record<ToolName, () => Promise<Handler>>> = {
  swath_search: async () => (await import("./matching.ts")).search,
  swath_plan: async () => {
    const { plan } = await import("./matching.ts");
    return (call, session) => plan("plan", call, session);
  },
  swath_rename: async () => {
    const { plan } = await import("./matching.ts");
    return (call, session) => plan("rename", call, session);
  },
  swath_apply: async () => (await import("./writing.ts")).apply,
  swath_read: async () => (await import("./files.ts")).read,
  swath_sparse: async () => (await import("./files.ts")).sparseFiles,
  swath_edit: async () => (await import("./files.ts")).edit,
  swath_undo: async () => (await import("./writing.ts")).undo,
  swath_recover: async () => (await import("./writing.ts")).recover,
};

export function isTool(name: string): name is ToolName {
  return Object.hasOwn(handlers, name);
}

/** Never throws: what goes wrong in a call is its answer. */
export async function callTool(
  name: ToolName,
  given: unknown,
  call: Omit<Call, "args">,
  session: Session,
): Promise<Answer> {
  try {
    const args = readArguments(name, given);
    if (!args.ok) return refused(args.problem);
    return await session.turns.take(isWriter(name), call.signal, async () => {
      const handler = await handlers[name]();
      return handler({ ...call, args: args.value }, session);
    });
  } catch (error) {
    return refused(problemOf(name, error));
  }
}

function isWriter(name: ToolName): boolean {
  return toolPolicies.some(({ tool, mutability }) => tool === name && mutability === "mutating");
}

/** A cancelled call rejects with the problem that is its signal's reason. */
function problemOf(name: ToolName, error: unknown): Problem {
  if (!(error instanceof Error)) return error as Problem;
  const found = unforeseenProblem(error);
  return found.kind === "internal" ? found : { ...found, message: `${name}: ${found.message}` };
}
