/** The tree behind the memory host: inodes, names and links, with the errors a POSIX system would give. No permission is checked. */
import type { Attribute, EntryKind, FileStat } from "./host.ts";

export interface Node {
  readonly kind: EntryKind;
  readonly inode: bigint;
  readonly device: bigint;
  mode: number;
  uid: number;
  gid: number;
  links: number;
  mtimeNs: bigint;
  atimeNs: bigint;
  content: Uint8Array;
  /** Of a link. */
  readonly target: string;
  /** Of a directory. */
  readonly names: Map<string, Node>;
  readonly attributes: Map<string, Uint8Array>;
}

/** A place for a name: the directory, and what has that name now. */
export interface Slot {
  readonly directory: Node;
  readonly name: string;
  readonly node: Node | undefined;
}

const mostLinks = 40;

export class MemoryTree {
  readonly root: Node;
  #inodes = 1n;
  #devices = 1n;
  readonly #clock: () => bigint;

  /** The clock gives nanoseconds. */
  constructor(clock: () => bigint) {
    this.#clock = clock;
    this.root = this.make("directory", 0o755, 1n);
  }

  make(kind: EntryKind, mode: number, device: bigint, target = ""): Node {
    const now = this.#clock();
    const links = kind === "directory" ? 2 : 0;
    const times = { mtimeNs: now, atimeNs: now };
    const content = new Uint8Array();
    const own = { names: new Map<string, Node>(), attributes: new Map<string, Uint8Array>(), content, target };
    return { kind, inode: this.#inodes++, device, mode, uid: 0, gid: 0, links, ...times, ...own };
  }

  /** A directory that is a file system of its own. */
  mount(path: string): void {
    const slot = this.slot(path, true);
    this.#put(slot, this.make("directory", 0o755, ++this.#devices));
  }

  node(path: string, follow = true): Node {
    const { node } = this.slot(path, follow);
    return node ?? fail("ENOENT", path);
  }

  slot(path: string, follow: boolean, depth = 0): Slot {
    if (depth > mostLinks) fail("ELOOP", path);
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    let directory = this.root;
    const above: Node[] = [];
    for (const [index, name] of parts.entries()) {
      if (directory.kind !== "directory") fail("ENOTDIR", path);
      if (Buffer.byteLength(name) > 255) fail("ENAMETOOLONG", path);
      const last = index === parts.length - 1;
      const node = name === ".." ? (above.pop() ?? this.root) : directory.names.get(name);
      if (node?.kind === "link" && (!last || follow)) {
        const base = node.target.startsWith("/") ? [] : parts.slice(0, index);
        return this.slot(`/${[...base, node.target, ...parts.slice(index + 1)].join("/")}`, follow, depth + 1);
      }
      if (last) return { directory, name, node };
      if (!node) fail("ENOENT", path);
      if (name !== "..") above.push(directory);
      directory = node;
    }
    return { directory: this.root, name: "", node: this.root };
  }

  create(path: string, kind: EntryKind, mode: number, target = ""): Node {
    const slot = this.slot(path, false);
    if (slot.node) fail("EEXIST", path);
    const node = this.make(kind, mode, slot.directory.device, target);
    this.#put(slot, node);
    return node;
  }

  link(existing: string, path: string): void {
    const node = this.node(existing, false);
    const slot = this.slot(path, false);
    if (slot.node) fail("EEXIST", path);
    if (node.kind === "directory") fail("EPERM", existing);
    if (node.device !== slot.directory.device) fail("EXDEV", path);
    this.#put(slot, node);
  }

  remove(path: string, kind: "file" | "directory"): void {
    const slot = this.slot(path, false);
    const node = slot.node ?? fail("ENOENT", path);
    if (kind === "directory" && node.kind !== "directory") fail("ENOTDIR", path);
    if (kind === "file" && node.kind === "directory") fail("EISDIR", path);
    if (node.names.size > 0) fail("ENOTEMPTY", path);
    this.#drop(slot);
  }

  rename(from: string, to: string, how: "replace" | "new" | "exchange"): void {
    const left = this.slot(from, false);
    const right = this.slot(to, false);
    const node = left.node ?? fail("ENOENT", from);
    if (node.device !== right.directory.device) fail("EXDEV", to);
    if (how === "new" && right.node) fail("EEXIST", to);
    if (how === "exchange") {
      const other = right.node ?? fail("ENOENT", to);
      left.directory.names.set(left.name, other);
      right.directory.names.set(right.name, node);
    } else if (right.node !== node) {
      if (right.node) this.#replaceable(node, right.node, to);
      if (right.node) this.#drop(right);
      left.directory.names.delete(left.name);
      right.directory.names.set(right.name, node);
    }
    this.touch(left.directory);
    this.touch(right.directory);
  }

  realPath(path: string): string {
    const node = this.node(path);
    return this.#pathOf(node, this.root, "") ?? fail("ENOENT", path);
  }

  touch(node: Node): void {
    node.mtimeNs = this.#clock();
  }

  #replaceable(node: Node, old: Node, path: string): void {
    if (old.kind === "directory" && node.kind !== "directory") fail("EISDIR", path);
    if (old.kind !== "directory" && node.kind === "directory") fail("ENOTDIR", path);
    if (old.names.size > 0) fail("ENOTEMPTY", path);
  }

  #put({ directory, name }: Slot, node: Node): void {
    directory.names.set(name, node);
    if (node.kind !== "directory") node.links++;
    this.touch(directory);
  }

  #drop({ directory, name, node }: Slot): void {
    directory.names.delete(name);
    if (node) node.links--;
    this.touch(directory);
  }

  /** Of several names of one file any will do: only directories are asked for often, and they have one. */
  #pathOf(wanted: Node, directory: Node, path: string): string | undefined {
    if (wanted === directory) return path === "" ? "/" : path;
    for (const [name, node] of directory.names) {
      const found = this.#pathOf(wanted, node, `${path}/${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

export function statOf(node: Node): FileStat {
  const { kind, mode, inode, device, links, uid, gid, mtimeNs, atimeNs } = node;
  const size = kind === "link" ? node.target.length : node.content.length;
  return { kind, size, mode, inode, device, links, uid, gid, mtimeNs, atimeNs };
}

export function attributesOf(node: Node): Attribute[] {
  return [...node.attributes].map(([name, value]) => ({ name, value }));
}

export function fail(code: string, path: string): never {
  throw Object.assign(new Error(`${code}: '${path}'`), { code, path });
}
