/** How a word is typed, in commands that are told to somebody. */

/** A word that a POSIX shell reads as it is. */
export function shellWord(word: string): string {
  return /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
