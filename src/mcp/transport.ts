/**
 * Messages over two streams, one JSON object a line. Unlike the library's own transport it answers what was asked before
 * the input ended, and outlives lines that are no messages.
 */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

export interface Streams {
  /** Calls back for every chunk and once at the end. */
  readonly read: (onChunk: (chunk: Uint8Array) => void, onEnd: () => void) => void;
  /** Resolves when the line is with the reader's side; rejects when there is no reader any more. */
  readonly write: (line: string) => Promise<void>;
  readonly log: (line: string) => void;
}

/** A longer line is dropped. In bytes. */
const longestLine = 16 * 1024 * 1024;

const lf = 0x0a;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #streams: Streams;
  /** Requests that are not answered yet, by their ids as JSON. */
  readonly #open = new Set<string>();
  #parts: Uint8Array[] = [];
  #length = 0;
  #ended = false;
  #closed = false;
  #writing: Promise<void> = Promise.resolve();
  readonly #finish: () => void;
  /** Resolves when it is closed and the last line is written. */
  readonly finished: Promise<void>;

  constructor(streams: Streams) {
    this.#streams = streams;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#finish = resolve;
  }

  start(): Promise<void> {
    this.#streams.read(
      (chunk) => this.#take(chunk),
      () => {
        this.#takeLine();
        this.#ended = true;
        this.#closeWhenDone();
      },
    );
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#writing = this.#streams.write(`${JSON.stringify(message)}\n`).catch(() => void this.close());
    if ("id" in message && message.id !== undefined && !("method" in message)) this.#settle(message.id);
    return this.#writing;
  }

  /** Takes no more messages. */
  close(): Promise<void> {
    if (this.#closed) return this.finished;
    this.#closed = true;
    this.onclose?.();
    void this.#writing.then(this.#finish);
    return this.finished;
  }

  #take(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length && !this.#closed;) {
      const newline = chunk.indexOf(lf, start);
      const end = newline < 0 ? chunk.length : newline;
      this.#length += end - start;
      if (this.#length <= longestLine) this.#parts.push(chunk.slice(start, end));
      if (newline < 0) return;
      this.#takeLine();
      start = end + 1;
    }
  }

  /** Also the last one, which may lack its newline. */
  #takeLine(): void {
    const line = Buffer.concat(this.#parts).toString("utf8").trim();
    const tooLong = this.#length > longestLine;
    this.#parts = [];
    this.#length = 0;
    if (tooLong) this.#streams.log("a line that is too long was dropped");
    else if (line !== "" && !this.#closed) this.#receive(line);
  }

  /** A batch, which one revision of the protocol has, is its messages one after the other. */
  #receive(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.#streams.log("a line that is no JSON was dropped");
    }
    const messages: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    for (const message of messages) this.#receiveOne(message);
  }

  #receiveOne(message: unknown): void {
    if (!isMessage(message)) return this.#refuse(message);
    if (isRequest(message)) this.#open.add(JSON.stringify(message.id));
    const cancelled = cancelledId(message);
    this.onmessage?.(message);
    if (cancelled !== undefined) this.#settle(cancelled);
  }

  /** What has an id gets an answer. */
  #refuse(message: unknown): void {
    const id = (message as { readonly id?: unknown } | null)?.id;
    if (typeof id !== "string" && typeof id !== "number")
      return this.#streams.log("a line that is no message was dropped");
    void this.send({ jsonrpc: "2.0", id, error: { code: -32600, message: "this is no JSON-RPC 2.0 message" } });
  }

  #settle(id: string | number): void {
    this.#open.delete(JSON.stringify(id));
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (this.#ended && this.#open.size === 0) void this.#writing.then(() => this.close());
  }
}

type RequestMessage = Extract<JSONRPCMessage, { id: string | number; method: string }>;

function isRequest(message: JSONRPCMessage): message is RequestMessage {
  return "method" in message && "id" in message;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0") return false;
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id)) return false;
  if (method === undefined) return id !== undefined && (isObject(result) || isObject(error));
  return typeof method === "string" && (params === undefined || isObject(params));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A cancelled request is not answered. */
function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!("method" in message) || message.method !== "notifications/cancelled") return undefined;
  const { requestId } = (message.params ?? {}) as { readonly requestId?: unknown };
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : undefined;
}
