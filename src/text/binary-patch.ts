/**
 * The binary patch of git's diff format, for files whose lines mean nothing to other tools (UTF-16): both contents in
 * full, deflated and written in git's base 85, so that the patch applies forwards and backwards.
 * Blob names are SHA-1; a repository in git's SHA-256 format does not take such a patch.
 */
/** Whether git would print a content as binary: a NUL in its first 8,000 bytes. A mark of UTF-16 counts too. */
export function looksBinary(bytes: Uint8Array): boolean {
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return utf16 || bytes.subarray(0, 8000).includes(0);
}

/** From the `index` line on. */
export function binaryPatch(before: Uint8Array, after: Uint8Array): Uint8Array {
  const index = `index ${blobName(before)}..${blobName(after)}`;
  return new TextEncoder().encode(`${index}\nGIT binary patch\n${literal(after)}\n${literal(before)}\n`);
}

function blobName(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Lines of up to 52 deflated bytes, each after a letter that says how many: `A` to `Z` for 1 to 26, `a` to `z` for 27 to 52. */
function literal(bytes: Uint8Array): string {
  const deflated = zlibStream(bytes);
  const lines = [`literal ${bytes.length}\n`];
  for (let at = 0; at < deflated.length; at += 52) {
    const part = deflated.subarray(at, at + 52);
    const size = part.length <= 26 ? 64 + part.length : 96 + part.length - 26;
    lines.push(`${String.fromCharCode(size)}${base85(part)}\n`);
  }
  return lines.join("");
}

/** The runtime deflates without zlib's frame: two bytes ahead, the Adler-32 checksum behind. `node:zlib` has it, at 10 ms of start-up. */
function zlibStream(bytes: Uint8Array): Uint8Array {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(Bun.hash.adler32(bytes));
  return Buffer.concat([Buffer.of(0x78, 0x9c), Bun.deflateSync(new Uint8Array(bytes)), checksum]);
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/** Four bytes, big-endian, become five digits; a last group is filled up with NULs. */
function base85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let group = 0;
    for (let i = 0; i < 4; i++) group = group * 256 + (bytes[at + i] ?? 0);
    let five = "";
    for (let i = 0; i < 5; i++) {
      five = digits[group % 85] + five;
      group = Math.floor(group / 85);
    }
    text += five;
  }
  return text;
}
