/** Where each verb's work is done. Modules are loaded only when their verb is asked for, so that help stays quick. */
import { explain } from "../report/explain.ts";
import type { Engine } from "./runner.ts";

export const engine: Engine = {
  run: async () => (await import("../run.ts")).run,
  recover: async () => (await import("../run/mend.ts")).recoverPaths,
  undo: async () => (await import("../run/mend.ts")).undoApply,
  undoable: async () => (await import("../commit/undo.ts")).undoList,
  test: async () => {
    const { runRuleTests } = await import("../rules/test.ts");
    return async (paths, host) => {
      const tested = runRuleTests(paths, host);
      return tested.ok ? tested.value : explain(tested.problem);
    };
  },
  languages: async () => {
    const { registerLanguages } = await import("../match/languages.ts");
    return (host) => registerLanguages(host.cwd);
  },
  describePattern: async () => (await import("../match/structural.ts")).describePattern,
  fileVerb: async () => (await import("../agent/file-verb.ts")).fileVerb,
  mcp: async () => (await import("../mcp/main.ts")).serve,
};
