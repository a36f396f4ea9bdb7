/** Text that tells a run what to do: what is no UTF-8 in it would be written as U+FFFD, or never be found. */

/** Without a byte-order mark. Throws as the system does where a file cannot be read. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw Object.assign(new Error("the text is not UTF-8", { cause }), { code: "EILSEQ" });
  }
}
