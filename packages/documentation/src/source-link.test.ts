import { htmlText } from "@receipts/web-pages";
import { sourceOf } from "./source-link.ts";

describe("the source of a page", () => {
  it("is a link to the editor of the repository", () => {
    expect(
      htmlText(
        sourceOf(
          "packages/documentation/pages/keys.md",
          "Edit this page",
          "https://github.com/example/receipts",
        ),
      ),
    ).toBe(
      '<a href="https://github.com/example/receipts/edit/main/packages/documentation/pages/keys.md">Edit this page</a>',
    );
  });

  it("is the path of the file while no repository is known", () => {
    expect(
      htmlText(sourceOf("packages/documentation/pages/quick-start.am.md", "ይህን ገጽ አርም", undefined)),
    ).toBe("ይህን ገጽ አርም: <code>packages/documentation/pages/quick-start.am.md</code>");
  });
});
