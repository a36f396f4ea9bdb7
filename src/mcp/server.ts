/** The MCP server: lists the tools and calls them, on whatever transport it is given. Knows the protocol; the work is done elsewhere. */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { nearestName } from "../model/nearest.ts";
import { problem, type Problem } from "../model/problem.ts";
import { version } from "../model/version.ts";
import type { Progress } from "../model/progress.ts";
import type { Answer, Session } from "./context.ts";
import { listedTools } from "./listed-tools.ts";
import { toolPolicies, type ToolName } from "./policy.ts";
import { instructions } from "./tool-texts.ts";
import { callTool, isTool } from "./tools.ts";

/** `stop` is aborted, with a problem as its reason, when the process is told to end. */
export function createServer(session: Session, stop: AbortSignal): Server {
  const server = new Server({ name: "swath", version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler("tools/list", () => ({ tools: listedTools() }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { name } = params;
    if (!isTool(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(name));
    const notify = (params: Record<string, unknown>): void => {
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    };
    const onProgress = progressTo(params._meta?.progressToken ?? mcpReq._meta?.progressToken, notify);
    const signal = AbortSignal.any([stop, withReason(mcpReq.signal)]);
    return result(await callTool(name, params.arguments, { signal, onProgress }, session));
  });
  return server;
}

function result({ data, isError }: Answer) {
  return {
    content: [{ type: "text" as const, text: JSON.stringify(data) }],
    structuredContent: data,
    ...(isError && { isError: true }),
  };
}

/** Says that the work has begun, and then how far it has come; numbers only grow. */
function progressTo(
  token: string | number | undefined,
  notify: (params: Record<string, unknown>) => void,
): (progress: Progress) => void {
  if (token === undefined) return () => {};
  let last = 0;
  notify({ progressToken: token, progress: 0, message: "walking" });
  return ({ files, bytes, filesTotal }) => {
    if (files <= last) return;
    last = files;
    const message = `${files} files, ${bytes} bytes`;
    notify({ progressToken: token, progress: files, ...(filesTotal !== undefined && { total: filesTotal }), message });
  };
}

/** The signal of the protocol has a reason of its own; the pipeline wants a problem. */
function withReason(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const cancelled: Problem = problem("interrupted", "the call was cancelled, and nothing was left half done");
  const abort = (): void => controller.abort(cancelled);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return controller.signal;
}

/** What other servers and the command line call the work of these tools. */
const otherNames: Readonly<Record<string, ToolName>> = {
  find: "swath_search",
  grep: "swath_search",
  replace: "swath_plan",
  check: "swath_plan",
  list: "swath_sparse",
  write: "swath_edit",
};

function unknownTool(name: string): string {
  const names = toolPolicies.map(({ tool }) => tool);
  const bare = name.toLowerCase().replace(/^.*swath[_-]/, "");
  const known = Object.hasOwn(otherNames, bare) ? otherNames[bare] : undefined;
  const near = known ?? nearestName(`swath_${bare}`, names);
  return `there is no tool ${JSON.stringify(name)}; ${near ? `did you mean ${near}?` : `the tools are ${names.join(", ")}`}`;
}
