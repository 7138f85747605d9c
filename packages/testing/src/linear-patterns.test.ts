import { findPatternFaults } from "./linear-patterns.ts";

const faultsOf = (source: string, composed: ReadonlySet<string> = new Set()) =>
  findPatternFaults("sample.ts", source, composed);

/** Each of these would let a few kilobytes of untrusted text block a process for minutes. */
describe("a pattern is reported with its line and an attack text", () => {
  it.each([
    ["is exponential", "const name: string = x;\nname.match(/^(a+)+$/);", "exponential"],
    [
      "is quadratic because the search starts again at each position",
      "\ntext.replace(/\\s+$/, '');",
      "polynomial",
    ],
    ["is quadratic within", "\nexport const twice = /^a*a*$/;", "polynomial"],
    ["is given as a string", '\nnew RegExp("^(a|a)*$", "i").test(text);', "exponential"],
    ["is given as a string, without `new`", "\nRegExp(`a+b`);", "polynomial"],
  ])("when it %s", (_case, source, complexity) => {
    const [fault, another] = faultsOf(source);
    expect(fault).toEqual({ line: 2, message: expect.stringContaining(complexity) });
    expect(fault?.message).toContain(".repeat(");
    expect(another).toBeUndefined();
  });

  it("when it cannot be proven linear", () => {
    expect(faultsOf("/(a*)\\1/.test(text)")).toEqual([
      { line: 1, message: expect.stringContaining("not proven linear") },
    ]);
  });
});

describe("a pattern composed at run time", () => {
  const source = "new RegExp(prefix + word)";

  it("is reported", () => {
    expect(faultsOf(source)).toEqual([{ line: 1, message: expect.stringContaining("composed") }]);
  });

  it("is allowed only by its exact text", () => {
    expect(faultsOf(source, new Set(["prefix + word"]))).toEqual([]);
    expect(faultsOf(source, new Set(["word"]))).toHaveLength(1);
  });
});

it("accepts linear patterns and text that only looks like a pattern", () => {
  expect(
    faultsOf(
      "// /(a+)+$/\nconst text = '/(a+)+$/';\nconst n = a / b / c;\n/^[a-z]+(?:-[a-z]+)*$/.test(text);",
    ),
  ).toEqual([]);
});
