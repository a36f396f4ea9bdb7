/** Many short texts as few long ones: a system call for each is what would take the time. */

/** Characters gathered before they are handed on. */
const batchLength = 1 << 16;

export function* inBatches(texts: Iterable<string>): Iterable<string> {
  let gathered = "";
  for (const text of texts) {
    gathered += text;
    if (gathered.length < batchLength) continue;
    yield gathered;
    gathered = "";
  }
  if (gathered !== "") yield gathered;
}
