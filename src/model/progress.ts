/** How far a run is; part of the public types. */

export interface Progress {
  readonly files: number;
  readonly bytes: number;
  /** Files to be searched in all, once the walk has ended. */
  readonly filesTotal?: number;
}
