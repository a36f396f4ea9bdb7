/** What a program gets that imports the library elsewhere than on Bun: a sentence, instead of an error about a `.ts` file. */
const absent = undefined;

export {
  absent as apply,
  absent as check,
  absent as plan,
  absent as recover,
  absent as rename,
  absent as search,
  absent as toolPolicies,
  absent as undo,
};

throw new Error(
  "the library of swath is for programs that run on Bun: run this one with `npx bun`, or run `swath` with --json instead",
);
