import { expect, test } from "bun:test";
import { NearMisses } from "../../src/text/near-miss.ts";

function misses(wanted: string, text: string) {
  const found = new NearMisses(wanted);
  found.look("a.txt", text);
  return found.list();
}

test("of a long line the part around the near miss is shown", () => {
  const [far] = misses("fetchUser", `x\n${"q ".repeat(300)}fechUser ${"z ".repeat(300)}\n`);
  expect([far!.line, far!.text.length <= 200, far!.text.includes("fechUser")]).toEqual([2, true, true]);
  const [last] = misses("fetchUser", `${"q ".repeat(300)}fechUser`);
  expect(last!.text).toEndWith("q fechUser");
  const [first] = misses("fetchUser", `fechUser ${"q ".repeat(300)}`);
  expect(first!.text).toStartWith("fechUser q");
});

test("a cut leaves no half characters", () => {
  for (const shift of ["", " "]) {
    const [found] = misses("fetchUser", `${shift}${"\u{1F600}".repeat(200)} fechUser ${"\u{1F600}".repeat(200)}`);
    expect([found!.text.isWellFormed(), found!.text.includes("fechUser")]).toEqual([true, true]);
  }
});

test("of several near misses in a line the closest counts", () => {
  expect(misses("fetchUser", "fetchXser getchUsers fechUser\n")).toEqual([
    { path: "a.txt", line: 1, text: "fetchXser getchUsers fechUser", similarity: 0.89 },
  ]);
  expect(misses("fetchUser", "fetchXxer fechUser\n")[0]!.similarity).toBe(0.89);
});

test("a word in another case is as near as its letters are", () => {
  expect(misses("fetchUser", "fetchusre\n")[0]!.similarity).toBe(0.88);
});
