/** Content told apart by digests: SHA-256 where it is stored, xxHash3 where both sides are of this run. */

/** SHA-256, lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** Says whether bytes are a certain content. */
export type ContentTest = (bytes: Uint8Array) => boolean;

/** By the length and xxHash3 of content that is at hand. */
export function sameAs(content: Uint8Array): ContentTest {
  const { length } = content;
  const digest = Bun.hash.xxHash3(content);
  return (bytes) => bytes.length === length && Bun.hash.xxHash3(bytes) === digest;
}

export function hasDigest(digest: string): ContentTest {
  return (bytes) => sha256(bytes) === digest;
}
