/** A bar on standard error while a run lasts: files, bytes, rate and time left. Only on a terminal, and never for short runs. */
import type { Settings } from "../model/options.ts";
import type { Io } from "./io.ts";
import type { Progress } from "./runner.ts";

export interface ProgressBar {
  readonly show: (progress: Progress) => void;
  clear(): void;
}

/** Milliseconds before the bar appears, and between two of its states. */
const delay = 300;
const pace = 80;

export function progressFor(io: Io, settings: Settings): ProgressBar {
  const wanted = io.stderr.isTerminal && settings.progress !== false && !settings.quiet && !settings.review;
  return wanted ? new Bar(io) : { show: () => {}, clear: () => {} };
}

class Bar implements ProgressBar {
  readonly #io: Io;
  readonly #start: number;
  #next: number;
  #shown = false;

  constructor(io: Io) {
    this.#io = io;
    this.#start = io.host.elapsed();
    this.#next = this.#start + delay;
  }

  readonly show = (progress: Progress): void => {
    const now = this.#io.host.elapsed();
    if (now < this.#next) return;
    this.#next = now + pace;
    this.#shown = true;
    const line = progressLine(progress, (now - this.#start) / 1000, (this.#io.stderr.columns ?? 80) - 1);
    this.#io.stderr.write(`\r${line}\u001b[K`);
  };

  clear(): void {
    if (this.#shown) this.#io.stderr.write("\r\u001b[K");
    this.#shown = false;
  }
}

/** One line of at most `width` cells. Without a total there is no bar and no time left. */
export function progressLine({ files, bytes, filesTotal }: Progress, seconds: number, width: number): string {
  const rate = seconds > 0 ? files / seconds : 0;
  const counts =
    filesTotal === undefined ? `${grouped(files)} files` : `${grouped(files)}/${grouped(filesTotal)} files`;
  const parts = [counts, size(bytes), `${grouped(Math.round(rate))} files/s`];
  if (filesTotal === undefined || filesTotal === 0) return parts.join("  ").slice(0, width);
  const share = Math.min(1, files / filesTotal);
  if (rate > 0) parts.push(`${Math.ceil((filesTotal - files) / rate)} s left`);
  const text = parts.join("  ");
  const cells = Math.min(30, width - text.length - 4);
  if (cells < 5) return text.slice(0, width);
  const full = Math.round(cells * share);
  return `[${"#".repeat(full)}${"-".repeat(cells - full)}] ${text}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function size(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const step = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
