/** BLAKE3, the checksum of the file verbs: 64 lower-case hexadecimal digits. */
import { blake3 } from "hash-wasm";

export function checksum(bytes: Uint8Array): Promise<string> {
  return blake3(bytes);
}
