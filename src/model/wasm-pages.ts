/** How many pages of a WebAssembly memory hold so many bytes. */
export function wasmPages(bytes: number): number {
  return Math.ceil(bytes / 65_536);
}
