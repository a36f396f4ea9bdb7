/** What main thread and workers say to each other: one task down, messages of results up, and a few shared numbers. */
import { signAt } from "../host/reader.ts";
import type { Job } from "../model/job.ts";
import type { FileOutcome } from "../model/outcome.ts";
import type { Problem } from "../model/problem.ts";
import type { SharedLog } from "./log.ts";

/** The one task of a worker: take part in a run until its log is used up. */
export interface DrainTask {
  readonly worker: number;
  readonly job: Job;
  readonly log: SharedLog;
  /** `listingBytes` of memory for the listing that the worker is at, so that it can be read when the worker is gone. */
  readonly listing: SharedArrayBuffer;
  readonly progress: SharedArrayBuffer;
  /** Results are sent after every listing instead of in large messages. */
  readonly eager: boolean;
  /** The first file that fails ends the run. */
  readonly decisive: boolean;
  readonly ffi: boolean;
}

/** What was found since the last message. Flat: it is cloned on the way. */
export interface Results {
  readonly outcomes: readonly FileOutcome[];
  readonly filesScanned: number;
  /** Matches in files of which none are listed, and which have no outcome of their own. */
  readonly unlisted: number;
  readonly bytesRead: number;
}

export interface ResultsMessage extends Results {
  readonly worker: number;
}

/** How a worker ends its task: the number of messages it has sent, and what kept it from working. */
export interface DrainEnd {
  readonly messages: number;
  readonly problem?: Problem;
}

/** The shared numbers of one worker. */
export const progressAt = {
  /** 1 once the task has begun. */
  started: 0,
  /** The reader's own. */
  beat: 1 + signAt.beat,
  /** The reader's own; -1 while no listing is held. */
  file: 1 + signAt.file,
  /** Messages sent. */
  messages: 3,
  filesScanned: 4,
  /** In units of 1024 bytes. */
  kilobytesRead: 5,
  /** Of the match that a script was called for last; 0 before the first in a file. */
  line: 6,
} as const;

export const progressInts = 7;

/** The part of the shared numbers that the worker's reader writes. */
export function signsOf(progress: Int32Array): Int32Array {
  return progress.subarray(1, 1 + Object.keys(signAt).length);
}
