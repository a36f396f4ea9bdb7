/** Reading a directory of small files through the window, by the C library and by node:fs, against reading each as a buffer of its own. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bench, group, run } from "mitata";
import { createReader, type FileReader } from "../../src/host/reader.ts";
import { Listing, listingBytes, listingFiles } from "../../src/model/listing.ts";

const readers = new Map<boolean, FileReader>();
const root = fs.mkdtempSync(path.join(os.tmpdir(), "swath-bench-"));
const names = Array.from({ length: listingFiles }, (_, i) => `file-${i}.c`);
for (const name of names) fs.writeFileSync(path.join(root, name), "static int count;\n".repeat(900));

group(`${names.length} files of 16 KB`, () => {
  for (const ffi of [true, false]) bench(ffi ? "window, C library" : "window, node:fs", () => readAll(ffi));
  bench("readFileSync", () => names.reduce((sum, name) => sum + fs.readFileSync(path.join(root, name)).length, 0));
});

try {
  await run();
} finally {
  fs.rmSync(root, { recursive: true });
}

function readAll(ffi: boolean): number {
  const reader = readers.get(ffi) ?? openReader(ffi);
  let bytes = 0;
  for (let i = 0; i < names.length; i++) {
    reader.open(i);
    bytes += reader.bytes.length;
    reader.close();
  }
  reader.leave();
  return bytes;
}

function openReader(ffi: boolean): FileReader {
  const listing = new Listing(new ArrayBuffer(listingBytes));
  listing.write({ absolute: root, shown: "" }, names, false);
  const reader = createReader(listing, { ffi, signs: new Int32Array(2) });
  readers.set(ffi, reader);
  return reader;
}
