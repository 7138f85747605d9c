import { createMarkdown } from "./render-markdown.ts";

const { page } = createMarkdown({ linkOf: (target) => target, codeLinkOf: () => undefined });
const tabsOf = (source: string) =>
  page(`# T\n\n${source}`)
    .markup.split('<div class="tabs">')
    .slice(1)
    .map((group) => [...group.matchAll(/data-tab="([^"]*)"/g)].map(([, title]) => title));

describe("tabs", () => {
  it("hold consecutive headings that name a language", () => {
    const source =
      "## Call\n\n### curl\n\na\n\n### Node.js\n\nb\n\n### Read it\n\nc\n\n## Run\n\n### Python\n\nd\n\n### PHP\n\ne\n";
    expect(tabsOf(source)).toEqual([
      ["curl", "Node.js"],
      ["Python", "PHP"],
    ]);
  });

  it("keep the order of the page, with the text around them outside", () => {
    const { markup } = page("# T\n\nbefore\n\n### curl\n\none\n\n### PHP\n\ntwo\n\n### Next\n\nafter\n");
    const words = markup
      .replaceAll(/<a class="anchor".*?<\/a>|<[^>]*>/g, " ")
      .trim()
      .split(/\s+/);
    expect(words).toEqual(["T", "before", "curl", "one", "PHP", "two", "Next", "after"]);
    expect(markup.split("</section>\n</div>")[1]).toContain("after");
  });

  it("are not made of a single language", () => {
    expect(tabsOf("### Python\n\na\n\n### Other\n\nb\n")).toEqual([]);
  });
});
