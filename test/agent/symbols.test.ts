/** Declarations replaced by their names, in the four languages. */
import { describe, expect, test } from "bun:test";
import { editText } from "./world.ts";

const symbol = (name: string, body: string) => [{ replace_symbol: { symbol: name, new_body: body } }];

const typescript = `import x from "x";

export function total(items: number[]): number {
  return items.length;
}

export class Cart {
  private items: number[] = [];

  @logged
  total(): number {
    return 1;
  }

  add(item: number): void {
    this.items.push(item);
  }
}

class Other {
  add() {}
}

export const rate = 0.2;

type Id = string;
`;

const rust = `pub struct Cart<T> {
    items: Vec<T>,
}

impl<T> Cart<T> {
    /// The sum.
    #[inline]
    pub fn total(&self) -> usize {
        self.items.len()
    }
}

fn total() -> usize {
    0
}
`;

const java = `public class Cart {
    private int count = 0;

    @Override
    public String toString() {
        return "cart";
    }

    Cart(int count) {
        this.count = count;
    }
}
`;

describe("replaces", () => {
  const cases: readonly [
    why: string,
    file: string,
    source: string,
    name: string,
    body: string,
    from: string,
    to: string,
  ][] = [
    [
      "a function, whose export stays",
      "a.ts",
      typescript,
      "total@3",
      "function total(): number {\n  return 0;\n}\n",
      "function total(items: number[]): number {\n  return items.length;\n}",
      "function total(): number {\n  return 0;\n}",
    ],
    [
      "a function with its export",
      "a.ts",
      typescript,
      "total@3",
      "export async function total() {}",
      "export function total(items: number[]): number {\n  return items.length;\n}",
      "export async function total() {}",
    ],
    [
      "a method, indented as the old one",
      "a.ts",
      typescript,
      "Cart.add",
      "add(...items: number[]): void {\n  this.items.push(...items);\n}",
      "  add(item: number): void {\n    this.items.push(item);\n  }",
      "  add(...items: number[]): void {\n    this.items.push(...items);\n  }",
    ],
    [
      "a method cut out without its first indentation",
      "a.ts",
      typescript,
      "Other.add",
      "add() {\n    return `\n  x`;\n  }",
      "  add() {}",
      "  add() {\n    return `\n  x`;\n  }",
    ],
    [
      "a field, with its semicolon",
      "a.ts",
      "class A {\n  f = () => {\n    a();\n  };\n  n = 1;\n}\n",
      "A.f",
      "f = () => {\n  b();\n};",
      "a();",
      "b();",
    ],
    [
      "a field, whose semicolon stays",
      "a.ts",
      "class A {\n  f = () => 1;\n  n = 1;\n}\n",
      "A.f",
      "f = () => 2",
      "1;\n  n",
      "2;\n  n",
    ],
    [
      "a method, whose decorator stays",
      "a.ts",
      typescript,
      "Cart.total",
      "total(): number {\n  return 2;\n}",
      "    return 1;",
      "    return 2;",
    ],
    [
      "a method with its decorator",
      "a.ts",
      typescript,
      "Cart.total",
      "@traced\ntotal(): number {\n  return 1;\n}",
      "  @logged\n",
      "  @traced\n",
    ],
    ["a constant", "a.ts", typescript, "rate", "const rate = 0.25;", "0.2;", "0.25;"],
    ["a type", "a.ts", typescript, "Id", "type Id = number;", "Id = string", "Id = number"],
    [
      "a function of JavaScript",
      "a.js",
      "const f = 1;\nfunction g() {}\n",
      "g",
      "function g() { return 1; }",
      "g() {}",
      "g() { return 1; }",
    ],
    [
      "a method of Rust",
      "a.rs",
      rust,
      "Cart::total",
      "pub fn total(&self) -> usize {\n    0\n}",
      "        self.items.len()",
      "        0",
    ],
    [
      "a function of Rust",
      "a.rs",
      rust,
      "total@13",
      "fn total() -> usize {\n    1\n}",
      "fn total() -> usize {\n    0\n}",
      "fn total() -> usize {\n    1\n}",
    ],
    [
      "a struct of Rust",
      "a.rs",
      rust,
      "Cart",
      "pub struct Cart<T> {\n    all: Vec<T>,\n}",
      "items: Vec<T>,",
      "all: Vec<T>,",
    ],
    [
      "a method of Java, whose annotation stays",
      "a.java",
      java,
      "Cart.toString",
      "public String toString() {\n    return null;\n}",
      'return "cart";',
      "return null;",
    ],
    [
      "a constructor",
      "a.java",
      java,
      "Cart.Cart",
      "Cart(int n) {\n    this.count = n;\n}",
      "Cart(int count) {\n        this.count = count;",
      "Cart(int n) {\n        this.count = n;",
    ],
    [
      "a method of an implementation for a reference",
      "a.rs",
      "impl<T> Sum for &'a m::Cart<T> {\n    fn sum() {}\n}\n",
      "Cart.sum",
      "fn sum() {\n    1;\n}",
      "fn sum() {}",
      "fn sum() {\n        1;\n    }",
    ],
    ["a component", "a.tsx", "export const App = () => <div/>;\n", "App", "const App = () => <p/>;", "<div/>", "<p/>"],
    ["a field with its semicolon", "a.ts", "class A {\n  f = 1;\n}\n", "A.f", "f = 2;", "f = 1", "f = 2"],
    ["a field without it", "a.ts", "class A {\n  f = 1;\n}\n", "A.f", "f = 2", "f = 1", "f = 2"],
    ["a field that gains it", "a.js", "class A {\n  f = 1\n}\n", "A.f", "f = 2;", "f = 1", "f = 2;"],
    ["a member with its comma", "a.ts", "interface I { a: 1, b: 2 }\n", "I.a", "a: 3,", "a: 1", "a: 3"],
    ["a field", "a.java", java, "count", "private long count = 0;", "private int", "private long"],
  ];
  test.each(cases)("%s", async (_why, file, source, name, body, from, to) => {
    const { files, records } = await editText(source, symbol(name, body), {}, file);
    expect(files[file] ?? records).toBe(source.replace(from, to));
  });

  test("with the line endings of the file", async () => {
    const { files } = await editText("function f() {\r\n}\r\n", symbol("f", "function f() {\n  g();\n}"), {}, "a.js");
    expect(files["a.js"]).toBe("function f() {\r\n  g();\r\n}\r\n");
  });
});

describe("refuses", () => {
  test("a name in a file without declarations", async () => {
    const { records } = await editText("f();\n", symbol("f", "f() {}"), {}, "a.ts");
    expect(records[0]).toMatchObject({
      suggestion: "Use replace_lines with anchors instead.",
      details: { symbols: [] },
    });
  });

  test.each([
    ["a name that is there twice", "a.ts", "add", "x() {}", "text_ambiguous", "Say which: Cart.add@15, Other.add@21."],
    ["a name that is not there", "a.ts", "Cart.totl", "x() {}", "symbol_not_found", "Did you mean Cart.total?"],
    ["a line where it is not", "a.ts", "Cart.add@3", "x() {}", "symbol_not_found", "It starts at line 15."],
    [
      "a blank body",
      "a.ts",
      "Cart.add",
      " \n",
      "invalid_request",
      "Give the whole declaration; to delete it, use replace_lines.",
    ],
    ["another language", "a.py", "add", "x", "unknown_language", "Use replace_lines with anchors instead."],
    ["a body that does not parse", "a.ts", "Cart.add", "add( {", "syntax_regression", undefined],
  ])("%s", async (_why, file, name, body, code, suggestion) => {
    const { files, records } = await editText(typescript, symbol(name, body), {}, file);
    expect([files[file], records[0]!["code"], records[0]!["suggestion"]]).toEqual([typescript, code, suggestion]);
  });
});
