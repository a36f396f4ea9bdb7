/** Colours as a function that a printer is given: the real one, or one that leaves text as it is. */

/** Colours that read on light and dark grounds alike; a ground of its own colour is never painted. */
type Style =
  "path" | "number" | "added" | "removed" | "addedWord" | "removedWord" | "hunk" | "bold" | "error" | "warning" | "dim";

export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

/** Select Graphic Rendition: on and off. Words stand out by inverse video, which needs no ground to be known. */
const codes: Readonly<Record<Style, readonly [on: string, off: string]>> = {
  path: ["35", "39"],
  number: ["32", "39"],
  added: ["32", "39"],
  removed: ["31", "39"],
  addedWord: ["32;7", "27;39"],
  removedWord: ["31;7", "27;39"],
  hunk: ["36", "39"],
  bold: ["1", "22"],
  error: ["31;1", "22;39"],
  warning: ["33;1", "22;39"],
  dim: ["2", "22"],
};

export const coloured: Paint = (style, text) => {
  const [on, off] = codes[style];
  return text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;
};
