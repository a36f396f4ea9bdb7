/** What comes of a file does not depend on the files that the same window held before it. */
import { afterAll, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { createReader, windowBytes } from "../../src/host/reader.ts";
import { createProcessor } from "../../src/match/process.ts";
import { textEngine } from "../../src/match/rewrite-text.ts";
import type { Job } from "../../src/model/job.ts";
import { Listing, listingBytes } from "../../src/model/listing.ts";
import type { FileOutcome } from "../../src/model/outcome.ts";
import type { TextSpec } from "../../src/model/spec.ts";
import { Consumer } from "../../src/pool/consume.ts";
import { progressInts, signsOf } from "../../src/pool/protocol.ts";
import { numbers } from "../random.ts";
import { jobOf, makeTree, removeTree, textSpec } from "./tree.ts";

const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
/** As many bytes as said, with a text at their start, their middle, their end, and cut off at their end. */
const sized = (size: number, text: string): readonly (string | Buffer)[] => {
  const hay = "hay\n".repeat((size >> 2) + 1);
  const half = size >> 1;
  return [
    hay.slice(0, size),
    `${text}${hay}`.slice(0, size),
    `${hay.slice(0, half)}\n${text}\n${hay}`.slice(0, size),
    hay.slice(0, size - text.length) + text,
    hay.slice(0, size - text.length + 2) + text.slice(0, -2),
    bytes(hay.slice(0, half), "\0", hay.slice(0, size - half - 1)),
    bytes(hay.slice(0, size - text.length - 1), "\0", text),
  ];
};
const contents = [
  "",
  "n",
  "needle",
  "needl",
  "neeDLE\r\nneedle",
  "é needle\n",
  "needles needle\n",
  "pin\nhay needle pin",
  bytes("\ufeff", "needle\n"),
  bytes("\ufeff", "hay"),
  bytes(Buffer.from([0xff, 0xfe]), utf16("a needle\n")),
  bytes(Buffer.from([0xff, 0xfe]), utf16("hay")),
  bytes(Buffer.from([0xfe, 0xff]), utf16("é needle\n").swap16()),
  Buffer.from([0xff]),
  bytes(Buffer.from([0xff]), "needle"),
  bytes(Buffer.from([0xfe, 0x20]), "hay"),
  "\0",
  "needle\0",
  bytes("hay".repeat(4000), "\0needle"),
  "needle".repeat(700),
  bytes(Buffer.from([0xff]), "needle".padEnd(63)),
  ...[64, 4095, 4096, 4097, 8192, 12_288].flatMap((size) => sized(size, "needle")),
  ...[windowBytes - 1, windowBytes, windowBytes + 1, windowBytes + 4096].flatMap((size) => sized(size, "needle")),
];
const files = contents.map((_, index) => `${index}.txt`);
const tree = makeTree(Object.fromEntries(files.map((name, index) => [name, contents[index]!])));
afterAll(() => removeTree(tree));
fs.mkdirSync(path.join(tree, "directory"));
const failing = ["missing", "directory"];

/** The outcomes of files in this order, and how many of them were searched; with kernels from the first byte on, or without. */
async function consumed(names: readonly string[], spec: TextSpec, job: Job, kernels: boolean) {
  const engine = textEngine(spec, { routes: "all", warmUp: kernels ? 0 : Number.POSITIVE_INFINITY });
  if (!engine.ok) throw new Error(engine.problem.message);
  const listing = new Listing(new SharedArrayBuffer(listingBytes));
  const progress = new Int32Array(progressInts);
  const reader = createReader(listing, { ffi: kernels, signs: signsOf(progress) });
  const processor = createProcessor(job, engine.value);
  const consumer = new Consumer(listing, reader, processor, job, progress, () => false);
  for (let from = 0; from < names.length; from += 40) {
    listing.write({ absolute: tree, shown: "" }, names.slice(from, from + 40), false);
    for (let done = 0; done < listing.count;) {
      done = consumer.sweep(done);
      await consumer.pending;
    }
    consumer.leave();
  }
  const { outcomes, filesScanned, unlisted } = consumer.takeResults();
  return { outcomes, filesScanned, unlisted };
}

const plain = textSpec("needle", "pins");
const specs: readonly TextSpec[] = [
  plain,
  { ...plain, options: { ...plain.options, word: true } },
  ...["é needle", "needle|hay pins", "(?i)needle", "n\\w+e\\b", "(?s)needle.n"].map((pattern) =>
    textSpec(pattern, "x"),
  ),
];
const jobs: Readonly<Record<string, Partial<Job>>> = {
  "in full": {},
  "of small files": { maxBytes: 4096 },
  "of large files": { maxBytes: windowBytes },
};

describe("a file's outcome is its own", () => {
  for (const spec of specs)
    for (const [what, more] of Object.entries(jobs))
      for (const verb of ["search", "apply"] as const) {
        const { word } = spec.options;
        test(`${verb} ${spec.pattern}${word ? " as a word" : ""}, ${what}`, async () => {
          const job = jobOf(spec, { verb, ...more });
          const apart = new Map<string, { outcomes: readonly FileOutcome[]; filesScanned: number }>();
          for (const name of [...files, ...failing]) apart.set(name, await consumed([name], spec, job, false));
          const next = numbers(11);
          // Files that stand side by side are of one size.
          let at = 0;
          const names = Array.from({ length: 240 }, () => {
            const few = next() < 0.3 ? files.length : 63;
            at = (next() < 0.5 ? at + Math.floor(next() * 7) + few - 3 : Math.floor(next() * few)) % few;
            return next() < 0.1 ? failing[at % 2]! : files[at]!;
          });
          const expected = names.map((name) => apart.get(name)!);
          const found = await consumed(names, spec, job, true);
          expect(found).toEqual({
            outcomes: expected.flatMap(({ outcomes }) => outcomes),
            filesScanned: expected.reduce((sum, { filesScanned }) => sum + filesScanned, 0),
            unlisted: 0,
          });
        }, 60_000);
      }
});
