/** What looks for the texts that every match must hold. */
export interface Finder {
  /** Takes up `bytes[start, end)`; `next` is about the stretch opened last. */
  open(bytes: Uint8Array, start: number, end: number): void;
  /** A place in the first occurrence that starts at `from` or later; -1 for none. `from` never falls. */
  next(from: number): number;
}
