/** Bounds of the file verbs that no option of a run has. */

/** Lines of each head that a sparse read shows. */
export const defaultHead = 50;
