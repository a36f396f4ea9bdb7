/** The hash by which an anchor tells whether a line is still the one that was read. */

/**
 * Three lower-case hexadecimal digits: xxHash32 (seed 0) of a line in UTF-8 without its ending, modulo 4096.
 * White space counts. It is a check against stale views and no proof of identity: one changed line in 4096 keeps its hash.
 */
export function lineHash(line: Uint8Array): string {
  return (Bun.hash.xxHash32(line, 0) % 4096).toString(16).padStart(3, "0");
}
