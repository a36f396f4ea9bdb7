/**
 * Plans that wait to be applied: one file each in the user's state directory, apart for each root, so that they outlive
 * the server. Only the latest ones are kept; a plan that is gone is made again.
 */
import { makeDirectories, removeIfThere } from "../commit/files.ts";
import { sha256 } from "../commit/preimage.ts";
import { stateUnusable } from "../commit/store.ts";
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../host/state-directory.ts";
import type { AbsolutePath } from "../model/path.ts";
import { failure, success, type Result } from "../model/result.ts";

const mostPlans = 50;
/** Of all plans of one root together. */
const mostPlanBytes = 256 * 1024 * 1024;
const suffix = ".plan";

export class PlanStore {
  readonly #host: Host;
  readonly #directory: AbsolutePath;

  constructor(root: AbsolutePath, host: Host) {
    this.#host = host;
    this.#directory = `${stateDirectory(host)}/plans/${sha256(Buffer.from(root)).slice(0, 16)}`;
  }

  /** A name that no other plan has, and the file that it stands for; a problem where the state directory cannot be written. */
  reserve(): Result<{ readonly id: string; readonly file: AbsolutePath }> {
    try {
      makeDirectories(this.#host.fs, this.#directory);
    } catch (error) {
      return failure(stateUnusable(error, this.#host));
    }
    const id = `${this.#host.now().toString(36)}${crypto.randomUUID().replaceAll("-", "").slice(0, 8)}`;
    return success({ id, file: this.#fileOf(id) });
  }

  /** The file of a plan; undefined when there is none by this name. */
  find(id: string): AbsolutePath | undefined {
    if (!/^[0-9a-z]{12,24}$/.test(id)) return undefined;
    const file = this.#fileOf(id);
    return this.#host.fs.exists(file) ? file : undefined;
  }

  /** Removes the oldest plans beyond the bounds. Names sort by time. */
  prune(): void {
    const { fs } = this.#host;
    const names = fs
      .readDirectory(this.#directory)
      .map(({ name }) => name)
      .filter((name) => name.endsWith(suffix))
      .toSorted()
      .toReversed();
    let bytes = 0;
    for (const [at, name] of names.entries()) {
      const file = `${this.#directory}/${name}`;
      bytes += sizeOrNothing(file, this.#host);
      if (at > 0 && (at >= mostPlans || bytes > mostPlanBytes)) removeIfThere(fs, file);
    }
  }

  #fileOf(id: string): AbsolutePath {
    return `${this.#directory}/${id}${suffix}`;
  }
}

/** Another server of the same root may remove a plan at any time. */
function sizeOrNothing(file: AbsolutePath, host: Host): number {
  try {
    return host.fs.stat(file).size;
  } catch {
    return 0;
  }
}
