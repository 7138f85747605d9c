import { checkEnglish } from "./plain-english.ts";

const faultsIn = (file: string, source: string) => checkEnglish(file, source).faults;
const openersIn = (file: string, source: string) =>
  checkEnglish(file, source).openers.map(({ line }) => line);

/** Joins the parts of an avoided word, so that the check does not find it in this file. */
const avoided = (...parts: string[]) => parts.join("");

describe("an avoided word", () => {
  it.each([
    ["a comment", `// ${avoided("Who", "ever")} has the key may call.`],
    ["a message", `throw new Error("${avoided("no", "body")} may sign up");`],
    ["an identifier", `const ${avoided("some", "body")} = await account();`],
  ])("is reported in %s", (_where, source) => {
    expect(faultsIn("code.ts", `\n${source}`)).toEqual([
      { line: 2, message: expect.stringMatching(/^"\w+" is not plain English$/) },
    ]);
  });

  it("is reported if its words are on two lines of a comment", () => {
    const source = `/**\n * The default schema, unless\n * ${avoided("to", "ld")} otherwise.\n */`;
    expect(faultsIn("code.ts", source)).toEqual([{ line: 2, message: expect.stringContaining("unless") }]);
  });

  it("is not reported in quotes, as the name of a system account", () => {
    const name = avoided("no", "body");
    expect(faultsIn("code.ts", `const user = "${name}"; // The image's \`${name}\`.`)).toEqual([]);
  });

  it("is not reported inside another word", () => {
    expect(faultsIn("page.md", "Recommended: amend the order, then renew it.")).toEqual([]);
  });
});

const sentenceOf = (words: number) => `The ${"long ".repeat(words - 2)}sentence.`;

describe("a sentence over 30 words", () => {
  it.each([
    ["a comment", "code.ts", `/** ${sentenceOf(31)} */`],
    ["line comments on several lines", "code.ts", sentenceOf(31).replaceAll(/(?<=^|long) ?/g, "\n// ")],
    ["a page", "page.md", sentenceOf(31)],
    ["a table cell", "page.md", `| a | ${sentenceOf(31)} |`],
    ["SQL", "schema.sql", `-- ${sentenceOf(31)}`],
    ["YAML", "values.yaml", `# ${sentenceOf(31)}`],
    ["a style sheet", "page.css", `/* ${sentenceOf(31)} */`],
  ])("is reported in %s", (_where, file, source) => {
    expect(faultsIn(file, source)).toEqual([
      { line: expect.any(Number), message: expect.stringContaining("31 words") },
    ]);
  });

  it.each([
    ["exactly 30 words", "code.ts", `// ${sentenceOf(30)}`],
    ["two sentences", "code.ts", `// ${sentenceOf(20)} ${sentenceOf(20)}`],
    ["list items", "page.md", `- ${sentenceOf(20)}\n- ${sentenceOf(20)}`],
    ["comments with code between them", "code.ts", `a; // ${sentenceOf(20)}\nb; // ${sentenceOf(20)}`],
    ["a string", "code.ts", `const text = "${sentenceOf(31)}";`],
    ["a code block", "page.md", `\`\`\`\n${sentenceOf(31)}\n\`\`\``],
    ["a code span", "page.md", `Run \`${sentenceOf(31)}\`.`],
  ])("is not reported for %s", (_what, file, source) => {
    expect(faultsIn(file, source)).toEqual([]);
  });
});

describe("a comment that begins with a clause", () => {
  it("is reported with its line", () => {
    expect(openersIn("code.ts", "\n/** What the bank returned. */\n// Of the last day.")).toEqual([2, 3]);
  });

  it("is not reported if it is a question, or has a subject", () => {
    expect(
      openersIn("code.ts", "// What if it fails?\n\n// Whole pages.\n\n// The bank's response."),
    ).toEqual([]);
  });

  it("is not reported in a page", () => {
    expect(openersIn("page.md", "What it measures.")).toEqual([]);
  });
});

it("counts the paragraphs of comments", () => {
  expect(checkEnglish("code.ts", "/**\n * First.\n *\n * Second.\n */\n// Third.").comments).toBe(3);
  expect(checkEnglish("page.md", "First.").comments).toBe(0);
});
