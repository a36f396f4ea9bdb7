/** A file's text as the matchers see it. */
import type { EncodingName } from "./outcome.ts";

/** Decoded text: UTF-8 without a byte-order mark. Bytes that are not UTF-8 stay where they are when the file has no other encoding. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly encoding: EncodingName;
  /** Length of the byte-order mark in the stored file: 0, 2 or 3. */
  readonly bom: 0 | 2 | 3;
  /** True when stored bytes after the mark are `bytes` themselves, so that an offset differs by `bom` alone. */
  readonly stored: boolean;
}
