/**
 * A power cut for the machine in memory. Everything that processes change is written down with what has been flushed, so
 * that the tree can be set to a state in which a disk may come back: what was flushed is there, of the rest any part.
 *
 * The disk is one that promises no more than POSIX: within a directory changes last in their order, and a change of two
 * directories in both or in neither; between directories, and between names and contents, there is no order. Flushing a
 * file makes its contents and its attributes last but not its name; flushing a directory, the names in it.
 */
import type { FileSystem, Host, NativeCalls } from "../../src/host/host.ts";
import type { MemoryMachine } from "../../src/host/memory.ts";
import type { Node, Slot } from "../../src/host/memory-tree.ts";
import { numbers } from "../random.ts";

/** What is left of what was not flushed. `names` and `contents` say which half survives by itself. */
export type Survival = "least" | "names" | "contents" | "all" | { readonly seed: number };

interface Change {
  readonly directory: Node;
  readonly name: string;
  readonly node: Node | undefined;
}

/** Changes of names that last together. */
interface NameStep {
  readonly changes: readonly Change[];
  flushed: boolean;
}

type Version = Pick<Node, "content" | "mode" | "uid" | "gid" | "mtimeNs" | "atimeNs"> & {
  readonly attributes: ReadonlyMap<string, Uint8Array>;
};

interface History {
  readonly versions: Version[];
  flushed: number;
}

type Calls = Record<string, ((...args: never[]) => unknown) | undefined>;

export class PowerLog {
  readonly #machine: MemoryMachine;
  /** Names of each directory when the log began. */
  readonly #names = new Map<Node, ReadonlyMap<string, Node>>();
  readonly #steps: NameStep[] = [];
  readonly #histories = new Map<Node, History>();
  readonly #open = new Map<number, Node>();

  /** What the machine holds now has been on the disk for long. */
  constructor(machine: MemoryMachine) {
    this.#machine = machine;
    this.#begin(machine.tree.root);
  }

  /** The host, with all that it changes written down. */
  watch(host: Host): Host {
    return {
      ...host,
      fs: this.#watched(host.fs as unknown as Calls) as unknown as FileSystem,
      native: this.#watched(host.native as unknown as Calls) as NativeCalls,
    };
  }

  /** The power is gone and back. No process may hold a host of the machine any more. */
  cut(survival: Survival): void {
    const random = typeof survival === "object" ? numbers(survival.seed) : undefined;
    const last = (kind: "names" | "contents"): boolean =>
      survival === "all" || survival === kind || (random !== undefined && random() < 0.5);
    for (const [directory, names] of this.#names) refill(directory, names);
    const lost = new Set<Node>();
    for (const { changes, flushed } of this.#steps) {
      const lasts = flushed || (last("names") && changes.every(({ directory }) => !lost.has(directory)));
      if (!lasts) for (const { directory } of changes) lost.add(directory);
      else for (const { directory, name, node } of changes) rename(directory, name, node);
    }
    for (const [node, { versions, flushed }] of this.#histories) {
      const from = versions[flushed]!;
      const to = last("contents")
        ? versions[random ? within(random, flushed, versions.length) : versions.length - 1]!
        : from;
      restore(node, to);
      if (random && to !== from && random() < 0.5) node.content = torn(from.content, to.content, random);
    }
    this.#recount();
  }

  #begin(directory: Node): void {
    this.#names.set(directory, new Map(directory.names));
    this.#remember(directory);
    for (const node of directory.names.values()) {
      if (node.kind === "directory") this.#begin(node);
      else this.#remember(node);
    }
  }

  #remember(node: Node): void {
    if (!this.#histories.has(node)) this.#histories.set(node, { versions: [versionOf(node)], flushed: 0 });
    if (node.kind === "directory" && !this.#names.has(node)) this.#names.set(node, new Map());
  }

  #watched(calls: Calls): Calls {
    const entries = Object.entries(calls).map(([name, call]) => [
      name,
      call && ((...args: never[]) => this.#call(name, call, args as unknown as Arguments)),
    ]);
    return Object.fromEntries(entries) as Calls;
  }

  #call(name: string, call: (...args: never[]) => unknown, args: Arguments): unknown {
    const before = pathsIn(name, args).map((path) => this.#slot(path));
    const result = (call as (...args: Arguments) => unknown)(...args);
    for (const { directory } of before) this.#remember(directory);
    const after = pathsIn(name, args).map((path) => this.#slot(path));
    const changes = after.filter(({ node }, index) => node !== before[index]!.node);
    for (const { node } of changes) if (node) this.#remember(node);
    if (changes.length > 0) this.#steps.push({ changes, flushed: false });
    this.#note(name, args, result);
    return result;
  }

  /** What happened to contents and attributes, and what was flushed. */
  #note(name: string, args: Arguments, result: unknown): void {
    const [first] = args;
    if (name === "open") this.#open.set(result as number, this.#machine.tree.node(first as string));
    if (name === "write" || name === "truncate") this.#changed(this.#open.get(first as number)!);
    if (/^change|Attribute$/.test(name)) for (const node of this.#nodesAt(first as string)) this.#changed(node);
    if (name === "sync") this.#flush(this.#open.get(first as number)!);
    if (name === "syncFileSystem") this.#flushDevice(this.#open.get(first as number)!.device);
  }

  #changed(node: Node): void {
    this.#histories.get(node)!.versions.push(versionOf(node));
  }

  #flush(node: Node): void {
    const history = this.#histories.get(node)!;
    history.flushed = history.versions.length - 1;
    if (node.kind === "directory") this.#flushNames(new Set([node]));
  }

  /** A change of two directories lasts in both, and all that came before it in either. */
  #flushNames(directories: Set<Node>): void {
    for (const step of this.#steps.toReversed()) {
      if (!step.changes.some(({ directory }) => directories.has(directory))) continue;
      step.flushed = true;
      for (const { directory } of step.changes) directories.add(directory);
    }
  }

  #flushDevice(device: bigint): void {
    for (const step of this.#steps) if (step.changes[0]!.directory.device === device) step.flushed = true;
    for (const [node, history] of this.#histories)
      if (node.device === device) history.flushed = history.versions.length - 1;
  }

  #slot(path: string): Slot {
    try {
      return this.#machine.tree.slot(path, false);
    } catch {
      return { directory: this.#machine.tree.root, name: path, node: undefined };
    }
  }

  /** A link, and what it leads to. */
  #nodesAt(path: string): Node[] {
    const { tree } = this.#machine;
    return [tree.slot(path, false).node, tree.slot(path, true).node].filter((node) => node !== undefined);
  }

  #recount(): void {
    const counts = new Map<Node, number>();
    const visit = (directory: Node): void => {
      for (const node of directory.names.values()) {
        counts.set(node, (counts.get(node) ?? 0) + 1);
        if (node.kind === "directory") visit(node);
      }
    };
    visit(this.#machine.tree.root);
    for (const [node, count] of counts) if (node.kind !== "directory") node.links = count;
  }
}

type Arguments = readonly (string | number | bigint | Uint8Array | { readonly name: string } | undefined)[];

/** The paths whose names a call may change. */
function pathsIn(name: string, args: Arguments): string[] {
  const [first, second] = args as readonly string[];
  if (["rename", "exchange", "renameNew"].includes(name)) return [first!, second!];
  if (name === "link" || name === "symlink") return [second!];
  if (["open", "remove", "makeDirectory", "removeDirectory"].includes(name)) return [first!];
  return [];
}

function versionOf({ content, mode, uid, gid, mtimeNs, atimeNs, attributes }: Node): Version {
  return { content, mode, uid, gid, mtimeNs, atimeNs, attributes: new Map(attributes) };
}

function refill(directory: Node, names: ReadonlyMap<string, Node>): void {
  directory.names.clear();
  for (const [name, node] of names) directory.names.set(name, node);
}

function rename(directory: Node, name: string, node: Node | undefined): void {
  if (node) directory.names.set(name, node);
  else directory.names.delete(name);
}

function restore(node: Node, { attributes, ...rest }: Version): void {
  Object.assign(node, rest);
  node.attributes.clear();
  for (const [name, value] of attributes) node.attributes.set(name, value);
}

/** Each block is the old one or the new one; what never was and was not written either is empty. */
function torn(before: Uint8Array, after: Uint8Array, random: () => number): Uint8Array {
  const block = 512;
  const lengths = [before.length, after.length].toSorted((left, right) => left - right);
  const length = [...lengths, within(random, lengths[0]!, lengths[1]! + 1)][within(random, 0, 3)]!;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += block)
    bytes.set((random() < 0.5 ? after : before).subarray(at, Math.min(at + block, length)), at);
  return bytes;
}

function within(random: () => number, from: number, to: number): number {
  return from + Math.floor(random() * (to - from));
}
