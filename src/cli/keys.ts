/** Single keys from a terminal. It is put back as it was after each key, so that nothing has to be undone on the way out. */
import type * as tty from "node:tty";

export type KeyStream = Pick<tty.ReadStream, "setRawMode" | "resume" | "pause" | "on" | "off">;

/** Reads one key at a time; undefined at the end of the input. Keys typed ahead are kept for the next call. */
export function keyReader(open: () => KeyStream): () => Promise<string | undefined> {
  const ahead: string[] = [];
  let ended = false;
  return async () => {
    if (ahead.length === 0 && !ended) {
      const chunk = await readChunk(open());
      if (chunk === undefined) ended = true;
      else ahead.push(...keysOf(chunk));
    }
    return ahead.shift();
  };
}

function readChunk(stream: KeyStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    const finish = (chunk: string | undefined): void => {
      stream.off("data", onData);
      stream.off("end", onEnd);
      stream.setRawMode(false);
      stream.pause();
      resolve(chunk);
    };
    const onData = (chunk: Buffer): void => finish(String(chunk));
    const onEnd = (): void => finish(undefined);
    stream.on("data", onData);
    stream.on("end", onEnd);
    stream.setRawMode(true);
    stream.resume();
  });
}

/** A sequence that starts with an escape, such as an arrow's, is one key. */
function keysOf(chunk: string): string[] {
  return chunk.length > 1 && chunk.startsWith("\u001b") ? [chunk] : [...chunk];
}
