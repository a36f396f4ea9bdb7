/** Leaves out what is there but undefined: for callers that is as good as absent, and it must not hide a default. */
export function defined<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}
