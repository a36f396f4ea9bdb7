/**
 * Content told apart by digests: SHA-256 in plans that are carried about, xxHash3 where swath alone has made them, in a run
 * or for its own records. Those guard against accidents: whoever could forge content for them could write the file anyway.
 */

/** SHA-256, lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** Says whether bytes are a certain content. */
export type ContentTest = (bytes: Uint8Array) => boolean;

const quickMark = "xxh3:";

/** A digest as records keep it. */
export function quickDigest(hash: bigint): string {
  return quickMark + hash.toString(16);
}

/** By the length and xxHash3 of content that is at hand. */
export function sameAs(content: Uint8Array): ContentTest {
  const { length } = content;
  const digest = Bun.hash.xxHash3(content);
  return (bytes) => bytes.length === length && Bun.hash.xxHash3(bytes) === digest;
}

/** Takes both kinds of digest. */
export function hasDigest(digest: string): ContentTest {
  if (!digest.startsWith(quickMark)) return (bytes) => sha256(bytes) === digest;
  const hash = BigInt(`0x${digest.slice(quickMark.length)}`);
  return (bytes) => Bun.hash.xxHash3(bytes) === hash;
}
