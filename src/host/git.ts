/** Runs git, for the few questions whose answer only git has. Its output is not interpreted here. */

interface GitRun {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  /** Trimmed. */
  readonly stderr: string;
}

/** Runs git in a directory; undefined when git cannot be started. Optional locks are not taken and messages are in English. */
export type GitRunner = (args: readonly string[], directory: string) => GitRun | undefined;

export const runGit: GitRunner = (args, directory) => {
  try {
    const run = Bun.spawnSync(["git", "-C", directory, ...args], {
      env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
      stdin: "ignore",
    });
    return { exitCode: run.exitCode, stdout: run.stdout, stderr: run.stderr.toString().trim() };
  } catch {
    return undefined;
  }
};
