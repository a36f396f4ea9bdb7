import { describe, expect, test } from "bun:test";
import { nameRenamer, renameEngine } from "../../src/match/rename.ts";
import type { RenameSpec } from "../../src/model/spec.ts";
import { engineOf, rewritten, rewrittenBytes } from "./rename/rewritten.ts";

type Row = readonly [why: string, from: string, to: string, text: string, after: string, options?: Partial<RenameSpec>];

function check(rows: readonly Row[], path?: string): void {
  for (const [why, from, to, text, after, options] of rows)
    test(why, () => {
      const engine = engineOf(from, to, options);
      expect(rewritten(engine, text, path)).toBe(after);
      expect(rewritten(engine, after, path)).toBe(after);
    });
}

describe("spellings", () => {
  check([
    [
      "each spelling of identifiers becomes the same spelling of the new name",
      "userName",
      "accountTitle",
      "userName UserName user_name USER_NAME user-name; user.name, user name, User Name, username, USERNAME",
      "accountTitle AccountTitle account_title ACCOUNT_TITLE account-title; user.name, user name, User Name, username, USERNAME",
    ],
    [
      "prose spellings on request",
      "userName",
      "accountTitle",
      "user.name user name User Name username USERNAME",
      "account.title account title Account Title accounttitle ACCOUNTTITLE",
      { prose: true },
    ],
    [
      "any spelling can be given",
      "USER_NAME",
      "account-title",
      "userName UserName user_name USER_NAME user-name",
      "accountTitle AccountTitle account_title ACCOUNT_TITLE account-title",
    ],
    [
      "three words to one",
      "maxRetryCount",
      "limit",
      "maxRetryCount MAX_RETRY_COUNT MaxRetryCount",
      "limit LIMIT Limit",
    ],
    [
      "one word: as given, capitalised, in capitals",
      "color",
      "paintKind",
      "color Color COLOR getColor colorOf COLOR_MAX colors colored",
      "paintKind PaintKind PAINT_KIND getPaintKind paintKindOf PAINT_KIND_MAX colors colored",
    ],
    ["one capitalised word", "Color", "PaintKind", "color Color COLOR", "paintKind PaintKind PAINT_KIND"],
    ["one word with a dashed new name", "color", "paint-kind", "--color: Color", "--paint-kind: PaintKind"],
    [
      "exact: the spelling given alone",
      "user_name",
      "accountTitle",
      "user_name userName",
      "accountTitle userName",
      { exact: true },
    ],
    ["exact: only the case changes", "userid", "userId", "userid UserId", "userId UserId", { exact: true }],
    ["exact between spellings of one name", "user_name", "userName", "user_name", "userName", { exact: true }],
    [
      "a prefix of connectors",
      "_cache",
      "_store",
      "_cache _CACHE my_cache __cache cache",
      "_store _STORE my_cache __cache cache",
    ],
    [
      "punctuation in a name",
      "@old/pkg",
      "@new/pkg",
      '"@old/pkg" x@old/pkg @old/pkgs',
      '"@new/pkg" x@old/pkg @old/pkgs',
    ],
    ["mixed style as given", "User_name", "Account_title", "User_name userName", "Account_title accountTitle"],
  ]);
});

describe("words", () => {
  check([
    [
      "an acronym is one word",
      "HTTPServer",
      "webServer",
      "HTTPServer HttpServer httpServer HTTP_SERVER http-server",
      "WebServer WebServer webServer WEB_SERVER web-server",
    ],
    [
      "an acronym in the new name stays",
      "pageLoader",
      "HTMLLoader",
      "pageLoader PageLoader page_loader",
      "htmlLoader HTMLLoader html_loader",
    ],
    [
      "an acronym inside",
      "parseHTTPRequest",
      "parseURL",
      "parseHTTPRequest parseHttpRequest parse_http_request",
      "parseURL parseUrl parse_url",
    ],
    [
      "only the case of an acronym changes",
      "HTTPServer",
      "HttpServer",
      "HTTPServer http_server",
      "HttpServer http_server",
    ],
    [
      "digits belong to the word before them",
      "utf8Decoder",
      "asciiReader",
      "utf8Decoder UTF8_DECODER utf8_decoder utf8Decoder2 utf8Decoder_2",
      "asciiReader ASCII_READER ascii_reader utf8Decoder2 asciiReader_2",
    ],
    [
      "a digit at the end",
      "httpServer2",
      "webServer3",
      "httpServer2 http_server2 httpServer httpServer21",
      "webServer3 web_server3 httpServer httpServer21",
    ],
    [
      "after an acronym a word starts at its last capital",
      "userName",
      "title",
      "HTTPUserName HTTPUSER_NAME",
      "HTTPTitle HTTPUSER_NAME",
    ],
    [
      "plurals and longer words stay",
      "file",
      "entry",
      "files profile filed File_s fileX",
      "files profile filed Entry_s entryX",
    ],
    [
      "words of other scripts",
      "größe",
      "maß",
      "größe Größe GRÖSSE größer xgröße getGröße",
      "maß Maß MASS größer xgröße getMaß",
    ],
    ["letters without case", "名前", "題名", "名前 名前x x_名前_y", "題名 名前x x_題名_y"],
    ["a combining mark belongs to its letter", "cafe", "bar", "cafe\u0301 cafe Cafe", "cafe\u0301 bar Bar"],
  ]);
});

describe("whole identifiers", () => {
  check([
    [
      "longer identifiers stay",
      "userName",
      "title",
      "userName getUserName USER_NAME USER_NAME_MAX x_user_name $userName",
      "title getUserName TITLE USER_NAME_MAX x_user_name $title",
      { word: true },
    ],
    [
      "a dashed identifier is longer too",
      "user-name",
      "title",
      "user-name my-user-name user-name-x --user-name",
      "title my-user-name user-name-x --title",
      { word: true },
    ],
  ]);
});

describe("a new name that holds the old one", () => {
  check([
    [
      "longer at the end",
      "getUser",
      "getUserById",
      "getUser getUserById getUserByName get_user get_user_by_id",
      "getUserById getUserById getUserByIdByName get_user_by_id get_user_by_id",
    ],
    [
      "longer at the start",
      "user",
      "adminUser",
      "user adminUser admin_user User ADMIN_USER superUser",
      "adminUser adminUser admin_user AdminUser ADMIN_USER superAdminUser",
    ],
    [
      "in the middle",
      "name",
      "the_name_of",
      "name the_name_of THE_NAME_OF TheNameOf",
      "the_name_of the_name_of THE_NAME_OF TheNameOf",
    ],
    [
      "qualified",
      "config",
      "self.config",
      "config self.config xself.config",
      "self.config self.config xself.self.config",
    ],
    ["property access is no spelling", "user", "userId", "user.id user_id userId", "userId.id user_id userId"],
    ["property access is one in prose", "user", "userId", "user.id user id", "user.id user id", { prose: true }],
    ["twice", "foo", "foo_foo", "foo foo_foo", "foo_foo foo_foo"],
  ]);
});

describe("languages without a dash in identifiers", () => {
  const text = 'let d = total-count; // total-count\nf("total-count", `total-count ${total-count}`, totalCount);\n';
  check(
    [
      [
        "a dash counts in strings and comments alone",
        "totalCount",
        "sumOfAll",
        text,
        'let d = total-count; // sum-of-all\nf("sum-of-all", `sum-of-all ${total-count}`, sumOfAll);\n',
      ],
      [
        "in exact mode too",
        "total-count",
        "sum",
        text,
        text.replaceAll(/total-count(?! ?[;}])/g, "sum"),
        { exact: true },
      ],
      [
        "a difference does not keep the old name",
        "total",
        "totalCount",
        "f(total-count, 'total-count');",
        "f(totalCount-count, 'total-count');",
      ],
    ],
    "a.ts",
  );
  check(
    [["elsewhere it counts", "totalCount", "sum", ".total-count { --total-count: 1 }", ".sum { --sum: 1 }"]],
    "a.css",
  );
  check(
    [
      [
        "C: includes, strings, macros",
        "totalCount",
        "sum",
        '#include <total-count.h>\n#define X "total-count" total-count\nint x = a-total-count;\n',
        '#include <sum.h>\n#define X "sum" total-count\nint x = a-total-count;\n',
      ],
    ],
    "a.c",
  );
  check(
    [
      [
        "Python: f-strings hold code",
        "totalCount",
        "sum",
        "x = f'total-count {total-count}' # total-count\n",
        "x = f'sum {total-count}' # sum\n",
      ],
    ],
    "a.py",
  );
  check(
    [
      [
        "Rust: raw strings, nested comments",
        "totalCount",
        "sum",
        'let a = r#"total-count"#; /* /* total-count */ */ b(total-count);\n',
        'let a = r#"sum"#; /* /* sum */ */ b(total-count);\n',
      ],
    ],
    "a.rs",
  );
  check(
    [
      [
        "Go and Java strings",
        "totalCount",
        "sum",
        "package p\nvar a = `total-count`\nvar b = total-count\n",
        "package p\nvar a = `sum`\nvar b = total-count\n",
      ],
    ],
    "a.go",
  );
  check(
    [
      [
        "attributes of JSX are single tokens",
        "totalCount",
        "sum",
        "x = <a data-total-count={total-count}>total-count</a>",
        "x = <a data-sum={total-count}>sum</a>",
      ],
    ],
    "a.tsx",
  );
  check(
    [
      [
        "a page counts everywhere but in the code of its scripts",
        "totalCount",
        "sum",
        '<p class="total-count">total-count</p><script>f(total-count, "total-count")</script>\n',
        '<p class="sum">sum</p><script>f(total-count, "sum")</script>\n',
      ],
    ],
    "a.html",
  );
});

describe("identifiers of a language", () => {
  const rows: readonly (readonly [lang: string, path: string, text: string, after: string])[] = [
    [
      "ts",
      "a.ts",
      'const userName = "userName"; // userName\n`${userName} userName`; x.userName; type UserName = 1;\n',
      'const title = "userName"; // userName\n`${title} userName`; x.title; type Title = 1;\n',
    ],
    [
      "python",
      "a.py",
      "user_name = 'user_name' # user_name\ndef get_user_name(): f'{user_name}'\n",
      "title = 'user_name' # user_name\ndef get_title(): f'{title}'\n",
    ],
    [
      "c",
      "a.c",
      '#define USER_NAME(x) user_name(x, "user_name")\nint user_name; /* user_name */\n',
      '#define TITLE(x) title(x, "user_name")\nint title; /* user_name */\n',
    ],
    [
      "bash",
      "a.sh",
      'user_name=1 # user_name\necho "$user_name user_name"\n',
      'title=1 # user_name\necho "$title user_name"\n',
    ],
    [
      "go",
      "a.go",
      'package p\nvar userName = "userName" // userName\n',
      'package p\nvar title = "userName" // userName\n',
    ],
    [
      "rust",
      "a.rs",
      'fn user_name() { println!("user_name {}", user_name) } // user_name\n',
      'fn title() { println!("user_name {}", title) } // user_name\n',
    ],
    [
      "java",
      "a.java",
      'class UserName { String userName = "userName"; }\n',
      'class Title { String title = "userName"; }\n',
    ],
    [
      "css",
      "a.css",
      "/* user-name */ .user-name { content: 'user-name' }\n",
      "/* user-name */ .title { content: 'user-name' }\n",
    ],
    ["yaml", "a.yaml", "user_name: 'user_name' # user_name\n", "title: 'user_name' # user_name\n"],
  ];
  for (const [lang, path, text, after] of rows)
    test(lang, () => {
      const engine = engineOf("userName", "title", { lang });
      expect(rewritten(engine, text, path)).toBe(after);
      expect(engine.accepts({ path, named: false })).toBe(true);
      expect(engine.accepts({ path: "a.txt", named: false })).toBe(false);
      expect(engine.scope).toBe("file");
    });

  test("scripts of a page", () => {
    const engine = engineOf("userName", "title", { lang: "js" });
    const page = `<p é>userName</p><script>userName("userName")</script>\n<script>userName</script>`;
    expect(rewritten(engine, page, "a.html")).toBe(
      `<p é>userName</p><script>title("userName")</script>\n<script>title</script>`,
    );
    expect(engine.accepts({ path: "a.html", named: false })).toBe(true);
  });

  test("offsets after characters of several bytes", () => {
    const engine = engineOf("userName", "title", { lang: "ts" });
    expect(rewritten(engine, 'const é = "😀 userName"; userName("ü"); // userName', "a.ts")).toBe(
      'const é = "😀 userName"; title("ü"); // userName',
    );
  });
});

test("bytes that are not UTF-8 are kept and end words", () => {
  const engine = engineOf("userName", "title");
  const before = Buffer.concat([
    Buffer.from([0xff]),
    Buffer.from("userName"),
    Buffer.from([0xc3]),
    Buffer.from("userName\xe9", "latin1"),
  ]);
  expect(Buffer.from(rewrittenBytes(engine, before)).toString("latin1")).toBe("\xfftitle\xc3title\xe9");
});

test("labels name the variants in the order of their spellings", () => {
  const engine = engineOf("userName", "title");
  expect({
    labels: engine.labels,
    variants: engine.variants,
    evidence: engine.evidence,
    warnings: engine.warnings,
  }).toEqual({
    labels: ["userName→title", "UserName→Title", "user_name→title", "USER_NAME→TITLE", "user-name→title"],
    variants: [
      { from: "userName", to: "title" },
      { from: "UserName", to: "Title" },
      { from: "user_name", to: "title" },
      { from: "USER_NAME", to: "TITLE" },
      { from: "user-name", to: "title" },
    ],
    evidence: ["title", "Title", "TITLE"],
    warnings: [],
  });
});

test("spellings that both names share are left out with a warning", () => {
  const engine = engineOf("userId", "userID");
  expect(engine.warnings).toEqual([
    {
      code: "same_spelling",
      message: "left out because userId and userID are spelled alike there: user_id, USER_ID, user-id",
    },
  ]);
  expect(rewritten(engine, "userId UserId user_id USER_ID")).toBe("userID UserID user_id USER_ID");
});

test("names that cannot be renamed", () => {
  const refusals = (
    [
      ["", "x"],
      ["x", ""],
      ["x", "x"],
      ["a\nb", "x"],
      ["fooBar", "foo_bar"],
    ] as const
  ).map(([from, to]) => {
    const engine = renameEngine({ kind: "rename", from, to, word: false, exact: false, prose: false });
    return engine.ok ? undefined : [engine.problem.kind, engine.problem.message, engine.problem.suggestion];
  });
  expect(refusals).toEqual([
    ["invalid_request", "the old name is empty", undefined],
    ["invalid_request", "the new name for x is empty", undefined],
    ["invalid_request", "the old and the new name are both x", undefined],
    ["invalid_request", "a name cannot hold a line break", undefined],
    [
      "invalid_request",
      "fooBar and foo_bar are the same name in every spelling",
      "--exact renames only the spelling fooBar",
    ],
  ]);
});

test("names of files are renamed by the same spellings", () => {
  const renamer = nameRenamer({
    kind: "rename",
    from: "userName",
    to: "userNameForm",
    word: false,
    exact: false,
    prose: false,
    lang: "ts",
  });
  if (!renamer.ok) throw new Error(renamer.problem.message);
  expect(
    ["user_name.test.ts", "UserName.md", "user-name", "user_name_form.ts", "user_names"].map(renamer.value),
  ).toEqual(["user_name_form.test.ts", "UserNameForm.md", "user-name-form", "user_name_form.ts", "user_names"]);
});

test("the search in pieces finds the same places", () => {
  const engine = engineOf("userName", "title");
  const bytes = Buffer.from("userName\nx user_name\n");
  const spans = engine.matcher!.find({ bytes, start: 9, end: bytes.length, first: false, last: true }, false);
  expect([spans.count, spans.starts[0], spans.ends[0]]).toEqual([1, 11, 20]);
});
