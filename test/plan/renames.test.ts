import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import { nameMapper } from "../../src/match/rename-map.ts";
import { nameRenamer } from "../../src/match/rename.ts";
import { renameRoots } from "../../src/plan/rename-roots.ts";
import { planRenames } from "../../src/plan/renames.ts";

let root: string;

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-renames-")));
});

afterEach(() => fs.rmSync(root, { recursive: true }));

interface Setup {
  readonly rename: (name: string) => string;
  readonly files: readonly string[];
  /** Files on the disk that the run does not consider. */
  readonly others?: readonly string[];
  readonly paths?: readonly string[];
  /** Paths are those of a list. */
  readonly literal?: boolean;
  readonly cwd?: string;
}

function planned({ rename, files, others = [], paths = ["."], literal = false, cwd = "" }: Setup): unknown {
  for (const file of [...files, ...others]) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), "");
  }
  const host = { ...bunHost(), cwd: path.join(root, cwd) };
  const absolute = files.map((file) => path.join(root, file));
  const roots = renameRoots({ paths, literal, unreadable: [] }, host);
  const result = planRenames({ files: absolute, directories: [], rename, roots, workspace: root }, host);
  if (!result.ok) return [result.problem.kind, result.problem.message];
  const renames = result.value;
  expect(renames.map(({ from, to }) => [from, to].map((one) => path.relative(host.cwd, one)))).toEqual(
    renames.map(({ shownFrom, shownTo }) =>
      [shownFrom, shownTo].map((one) => path.relative(host.cwd, path.resolve(host.cwd, one))),
    ),
  );
  return { renames: renames.map(({ shownFrom, shownTo }) => `${shownFrom} -> ${shownTo}`) };
}

function renamer(from: string, to: string): (name: string) => string {
  const made = nameRenamer({ kind: "rename", from, to, word: false, exact: false, prose: false });
  if (!made.ok) throw new Error(made.problem.message);
  return made.value;
}

function mapper(...pairs: (readonly [string, string])[]): (name: string) => string {
  const made = nameMapper({ kind: "rename_map", pairs });
  if (!made.ok) throw new Error(made.problem.message);
  return made.value;
}

const toAccount = renamer("userName", "accountTitle");

describe("what is renamed", () => {
  test("files and directories by their spellings, nested ones by whole paths", () =>
    expect(
      planned({
        rename: toAccount,
        files: [
          "user_name/user_name_test.ts",
          "user_name/deep/UserName/x.txt",
          "user_name/other.txt",
          "UserName.md",
          "user_names.txt",
        ],
        others: ["user_name/ignored.log"],
      }),
    ).toEqual({
      renames: [
        "UserName.md -> AccountTitle.md",
        "user_name -> account_title",
        "user_name/deep/UserName -> account_title/deep/AccountTitle",
        "user_name/user_name_test.ts -> account_title/account_title_test.ts",
      ],
    }));

  test("both sides of a swap", () =>
    expect(planned({ rename: mapper(["a", "b"], ["b", "a"]), files: ["a/b.ts", "b/a.ts"] })).toEqual({
      renames: ["a -> b", "a/b.ts -> b/a.ts", "b -> a", "b/a.ts -> a/b.ts"],
    }));

  test("a target that is vacated in the same run is free", () =>
    expect(planned({ rename: mapper(["a", "b"], ["b", "c"]), files: ["a.ts", "b.ts"] })).toEqual({
      renames: ["a.ts -> b.ts", "b.ts -> c.ts"],
    }));

  test("only the case changes", () =>
    expect(planned({ rename: mapper(["readme", "README"]), files: ["readme.md"] })).toEqual({
      renames: ["readme.md -> README.md"],
    }));

  test("files that differ only in case stay apart", () =>
    expect(planned({ rename: toAccount, files: ["userName.md", "UserName.md"] })).toEqual({
      renames: ["UserName.md -> AccountTitle.md", "userName.md -> accountTitle.md"],
    }));

  test("files that the run does not consider keep their names", () =>
    expect(planned({ rename: toAccount, files: ["a.txt"], others: ["user_name.txt", "x/user_name/y"] })).toEqual({
      renames: [],
    }));

  test("places that already have the new name", () =>
    expect(planned({ rename: renamer("user", "adminUser"), files: ["admin_user.ts"] })).toEqual({
      renames: [],
    }));

  test("links keep their names", () => {
    fs.symlinkSync("nowhere", path.join(root, "user_name.ts"));
    const host = { ...bunHost(), cwd: root };
    const files = [path.join(root, "user_name.ts")];
    const roots = renameRoots({ paths: ["."], literal: false, unreadable: [] }, host);
    expect(planRenames({ files, directories: [], rename: toAccount, roots, workspace: root }, host)).toEqual({
      ok: true,
      value: [],
    });
  });
});

describe("which directories", () => {
  const files = ["user_name/a.txt", "user_name/user_name/user_name.txt"];
  test.each([
    [
      "a directory that is named is renamed itself",
      [["user_name"]],
      ["user_name", "user_name/user_name", "user_name/user_name/user_name.txt"],
    ],
    [
      "those above a named one are not",
      [["user_name/user_name"]],
      ["user_name/user_name", "user_name/user_name/user_name.txt"],
    ],
    ["a file covers no directory", [["user_name/user_name/user_name.txt"]], ["user_name/user_name/user_name.txt"]],
    [
      "a glob covers what is below its fixed part",
      [["user_name/**/*.txt"]],
      ["user_name/user_name", "user_name/user_name/user_name.txt"],
    ],
  ] as const)("%s", (_, [paths], expected) => {
    const result = planned({ rename: toAccount, files, paths }) as { renames: string[] };
    expect(result.renames.map((line) => line.split(" -> ")[0]!)).toEqual([...expected]);
  });

  const strange = ["a*b", "user_name/b.txt"];
  test.each([
    ["a file is none, though its name could be one", false, ["a*b", "user_name/b.txt"], []],
    ["nor is what stands in a list", true, ["*", "user_name/b.txt"], []],
    ["a directory in a list is renamed as one that is named", true, ["user_name"], ["user_name"]],
    ["an empty list covers nothing", true, [], []],
  ] as const)("of paths that are no globs: %s", (_, literal, paths, expected) => {
    const result = planned({ rename: toAccount, files: strange, paths, literal }) as { renames: string[] };
    expect(result.renames.map((line) => line.split(" -> ")[0]!)).toEqual([...expected]);
  });

  test("never the working directory, and not the workspace", () =>
    expect(planned({ rename: toAccount, files, cwd: "user_name", paths: [".."] })).toEqual({
      renames: ["user_name -> account_title", "user_name/user_name.txt -> account_title/account_title.txt"],
    }));
});

describe("collisions", () => {
  test.each([
    [
      "a target that stays",
      ["user_name.ts"],
      ["account_title.ts"],
      "user_name.ts cannot become account_title.ts: account_title.ts is there and stays",
    ],
    [
      "a target that stays, by case",
      ["user_name.ts"],
      ["Account_Title.ts"],
      "user_name.ts cannot become account_title.ts: Account_Title.ts is there and stays",
    ],
    [
      "a directory in the way",
      ["user_name/a"],
      ["account_title/b"],
      "user_name cannot become account_title: account_title is there and stays",
    ],
    [
      "a file in the way of a directory",
      ["user_name/a"],
      ["account_title"],
      "user_name cannot become account_title: account_title is there and stays",
    ],
  ] as const)("%s", (_, files, others, message) =>
    expect(planned({ rename: toAccount, files, others })).toEqual(["rename_collision", message]),
  );

  test("two sources for one target", () =>
    expect(planned({ rename: mapper(["a", "x"], ["b", "x"]), files: ["s/a.ts", "s/b.ts"] })).toEqual([
      "rename_collision",
      "s/b.ts cannot become s/x.ts: s/a.ts gets that name too",
    ]));

  test("two sources for targets that differ only in case", () =>
    expect(planned({ rename: renamer("userName", "title"), files: ["user_name.ts", "UserName.ts"] })).toEqual([
      "rename_collision",
      "user_name.ts cannot become title.ts: UserName.ts gets that name too",
    ]));

  test("accents composed otherwise", () =>
    expect(planned({ rename: mapper(["x", "caf\u00e9"]), files: ["x.ts"], others: ["cafe\u0301.ts"] })).toEqual([
      "rename_collision",
      "x.ts cannot become caf\u00e9.ts: cafe\u0301.ts is there and stays",
    ]));

  test("a new name that no file can have", () =>
    expect(planned({ rename: mapper(["a", "b/c"]), files: ["a.ts"] })).toEqual([
      "invalid_request",
      'a.ts cannot be named "b/c.ts"',
    ]));
});
