/**
 * The encodings that can be asked for by name: every one that the platform's `TextDecoder` reads and that can be written back.
 *
 * Single-byte encodings are inverted from the decoder itself, so that reading and writing agree by construction;
 * those of several bytes are written by iconv-lite, and what it would write differently is refused.
 */
import { isAscii, isUtf8 } from "node:buffer";
import type Iconv from "iconv-lite";

export interface NamedEncoding {
  /** The standard's name, in lower case. */
  readonly name: string;
  /** ASCII characters are not their own single bytes (UTF-16), so a NUL byte says nothing. */
  readonly wide: boolean;
  /** The text in UTF-8, `stored` itself where the bytes are the same; undefined when it could not be written back as it is. */
  toUtf8(stored: Uint8Array): Uint8Array | undefined;
  /** Text in this encoding; undefined when it holds a character that cannot be written. */
  fromUtf8(text: Uint8Array): Uint8Array | undefined;
  /** How many stored bytes from `at` on hold the text `content[start, end)`; undefined when they cannot be cut there. */
  storedLength(content: Uint8Array, start: number, end: number, stored: Uint8Array, at: number): number | undefined;
}

/** Names to propose in place of an unknown one; many other labels are known too. */
export const encodingNames: readonly string[] = [
  "utf-8 utf-16le utf-16be latin1 windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255",
  "windows-1256 windows-1257 windows-1258 windows-874 cp1250 cp1251 cp1252 iso-8859-1 iso-8859-2 iso-8859-3",
  "iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 iso-8859-13 iso-8859-14 iso-8859-15",
  "iso-8859-16 ibm866 koi8-r koi8-u macintosh x-mac-cyrillic shift_jis euc-jp euc-kr gbk gb2312 gb18030 big5",
].flatMap((row) => row.split(" "));

/** Whether files can be decoded and written as this encoding. */
export function knownEncoding(name: string): boolean {
  return encodingNamed(name) !== undefined;
}

/** The encoding of a label, in any case; undefined for one that cannot be read or not be written back. */
export function encodingNamed(label: string): NamedEncoding | undefined {
  if (!cache.has(label)) cache.set(label, build(label));
  return cache.get(label);
}

const cache = new Map<string, NamedEncoding | undefined>();

function build(label: string): NamedEncoding | undefined {
  const name = standardName(label);
  if (name === undefined) return undefined;
  if (name === "utf-8") return utf8;
  if (name === "utf-16le" || name === "utf-16be") return utf16(name);
  if (severalBytes.has(name)) return multiByte(name);
  return oneByte.test(name) ? singleByte(name) : undefined;
}

const severalBytes: ReadonlySet<string> = new Set(["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "shift_jis"]);
const oneByte = /^(ibm866|iso-8859-|koi8-|macintosh$|windows-|x-mac-|x-user-defined$)/;

function standardName(label: string): string | undefined {
  try {
    return decoder(label).encoding;
  } catch {
    return undefined;
  }
}

function decoder(label: string): TextDecoder {
  return new TextDecoder(label as "utf-8", { fatal: true, ignoreBOM: true });
}

function decoded(reader: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return reader.decode(bytes);
  } catch {
    return undefined;
  }
}

const encoder = new TextEncoder();
const utf8Decoder = decoder("utf-8");

const utf8: NamedEncoding = {
  name: "utf-8",
  wide: false,
  toUtf8: (stored) => (isUtf8(stored) ? stored : undefined),
  fromUtf8: (text) => text,
  storedLength: (_content, start, end) => end - start,
};

function utf16(name: "utf-16le" | "utf-16be"): NamedEncoding {
  const reader = decoder(name);
  return {
    name,
    wide: true,
    toUtf8(stored) {
      const text = stored.length % 2 === 0 ? decoded(reader, stored) : undefined;
      return text === undefined ? undefined : encoder.encode(text);
    },
    fromUtf8(text) {
      const string = decoded(utf8Decoder, text);
      if (string === undefined) return undefined;
      const bytes = Buffer.from(string, "utf16le");
      return name === "utf-16be" ? bytes.swap16() : bytes;
    },
    storedLength(content, start, end) {
      let units = 0;
      for (let i = start; i < end; i++) {
        const byte = content[i];
        if (byte >= 0xf0) units += 2;
        else if (byte < 0x80 || byte >= 0xc0) units++;
      }
      return units * 2;
    },
  };
}

function singleByte(name: string): NamedEncoding {
  const reader = decoder(name);
  const byteOf = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const character = decoded(reader, Uint8Array.of(byte));
    if (character !== undefined) byteOf.set(character, byte);
  }
  return {
    name,
    wide: false,
    toUtf8(stored) {
      if (isAscii(stored)) return stored;
      const text = decoded(reader, stored);
      return text === undefined ? undefined : encoder.encode(text);
    },
    fromUtf8(text) {
      if (isAscii(text)) return text;
      const string = decoded(utf8Decoder, text);
      if (string === undefined) return undefined;
      const bytes = new Uint8Array(string.length);
      for (let i = 0; i < string.length; i++) {
        const byte = byteOf.get(string[i]);
        if (byte === undefined) return undefined;
        bytes[i] = byte;
      }
      return bytes;
    },
    storedLength(content, start, end) {
      let characters = 0;
      for (let i = start; i < end; i++) if ((content[i] & 0xc0) !== 0x80) characters++;
      return characters;
    },
  };
}

function multiByte(name: string): NamedEncoding {
  const reader = decoder(name);
  const fromUtf8 = (text: Uint8Array): Uint8Array | undefined => {
    if (isAscii(text)) return text;
    const string = decoded(utf8Decoder, text);
    if (string === undefined) return undefined;
    const bytes = iconv().encode(string, name as "gbk");
    return decoded(reader, bytes) === string ? bytes : undefined;
  };
  return {
    name,
    wide: false,
    fromUtf8,
    toUtf8(stored) {
      if (isAscii(stored)) return stored;
      const text = decoded(reader, stored);
      if (
        text === undefined ||
        !iconv()
          .encode(text, name as "gbk")
          .equals(stored)
      )
        return undefined;
      return encoder.encode(text);
    },
    storedLength(content, start, end, stored, at) {
      const bytes = fromUtf8(content.subarray(start, end));
      if (!bytes || Buffer.compare(bytes, stored.subarray(at, at + bytes.length)) !== 0) return undefined;
      return bytes.length;
    },
  };
}

/** Loaded when the first file in such an encoding turns up: its tables cost ten milliseconds. */
function iconv(): typeof Iconv {
  return require("iconv-lite") as typeof Iconv;
}
