import { linkImports } from "./link-imports.ts";

describe("the imports of a module", () => {
  it.each([
    [`import { html } from "lit-html";`, "main.ts", `import { html } from "./vendor/lit-html/lit-html.js";`],
    [
      `import {\n  html,\n  nothing,\n} from "lit-html";`,
      "elements/field.ts",
      `import {\n  html,\n  nothing,\n} from "../vendor/lit-html/lit-html.js";`,
    ],
    [
      `import { live } from "lit-html/directives/live.js";`,
      "pages/home/home-page.ts",
      `import { live } from "../../vendor/lit-html/directives/live.js";`,
    ],
    [`export { html } from "lit-html";`, "a/b.ts", `export { html } from "../vendor/lit-html/lit-html.js";`],
    [`await import("lit-html");`, "a.ts", `await import("./vendor/lit-html/lit-html.js");`],
  ])("lead to files that are served: %j in %s", (text, file, linked) => {
    expect(linkImports(file, text).text).toBe(linked);
  });

  it("are returned, so that their files are served too", () => {
    const text = `import { html } from "lit-html";\nimport { live } from "lit-html/directives/live.js";`;
    expect(linkImports("main.ts", text).packages).toEqual([
      "lit-html/lit-html.js",
      "lit-html/directives/live.js",
    ]);
  });

  it.each([`import { a } from "./a.ts";`, `export * from "../b.js";`, `import "./c.ts";`])(
    "stay unchanged for our own files: %j",
    (text) => {
      expect(linkImports("a/b.ts", text)).toMatchObject({ text, own: [expect.any(String)], packages: [] });
    },
  );

  it("are told apart if they are loaded on demand", () => {
    const text = `const page = () => import("./page.ts");`;
    expect(linkImports("main.ts", text)).toMatchObject({ text, own: [], later: ["./page.ts"] });
  });

  it.each([`import { z } from "zod";`, `import "node:fs";`, `import { a } from "@receipts/contracts";`])(
    "fail at startup if browsers cannot load them: %j",
    (text) => {
      expect(() => linkImports("main.ts", text)).toThrow("which browsers do not have");
    },
  );

  it("ignore imports within strings", () => {
    const text = `const hint = "copied from \\"lit-html\\"";\nconst other = 'import "zod"';`;
    expect(linkImports("main.ts", text).text).toBe(text);
  });
});
