import { createMarkdown } from "./render-markdown.ts";

const markdown = createMarkdown({
  linkOf: (target) => (target.startsWith("https:") ? target : `/docs/${target.replace(".md", "")}`),
  codeLinkOf: (code) => (code === "POST /api/verify" ? "/docs/reference/verification#submit" : undefined),
});

describe("a page", () => {
  it("has a title, and a visible link to each heading below it", () => {
    const { title, headings, markup } = markdown.page("# The `title`\n\n## One & two\n\ntext\n");
    expect(title).toBe("The title");
    expect(headings.map(({ anchor }) => anchor)).toEqual(["the-title", "one--two"]);
    expect(markup).toContain(
      '<h2 id="one--two">One &amp; two</h2><a class="anchor" href="#one--two" aria-label="Link to: One &amp; two">#</a>',
    );
  });

  it("is refused without a title", () => {
    expect(() => markdown.page("## Second\n")).toThrow("must begin with its title");
  });

  it("links to pages, and from the name of an operation to the reference", () => {
    const { markup } = markdown.page("# T\n\n[a](b.md#c), `POST /api/verify`, `POST /other`\n");
    expect(markup).toContain('<a href="/docs/b#c">a</a>');
    expect(markup).toContain(
      '<a href="/docs/reference/verification#submit"><code>POST /api/verify</code></a>',
    );
    expect(markup).toContain(", <code>POST /other</code>");
  });

  it("highlights and escapes code", () => {
    const { markup } = markdown.page('# T\n\n```sh\ncurl "http://localhost:8080/<a>"\n```\n');
    expect(markup).toContain(
      'curl <span class="hljs-string">&quot;http://localhost:8080/&lt;a&gt;&quot;</span>',
    );
  });

  it("shows the file name of a block", () => {
    expect(markdown.page("# T\n\n```js verify.mjs\n1;\n```\n").markup).toContain(">verify.mjs</p>");
  });

  it("names the column of a cell where a table has more than two", () => {
    const { markup } = markdown.page(
      "# T\n\n| a | b | `c` |\n|---|---|---|\n| 1 | 2 | 3 |\n\n| d | e |\n|---|---|\n| 4 | 5 |\n",
    );
    expect(markup).toContain('<td>1</td>\n<td data-label="b">2</td>\n<td data-label="c">3</td>');
    expect(markup).toContain("<td>4</td>\n<td>5</td>");
  });

  it("escapes markup", () => {
    expect(markdown.page("# T\n\n<script>alert(1)</script>\n").markup).not.toContain("<script>");
    expect(markdown.line("<b>x</b> `y`")).toBe("&lt;b&gt;x&lt;/b&gt; <code>y</code>");
  });
});
