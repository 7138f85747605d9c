import fc from "fast-check";
import { html, htmlText, ownMarkup } from "./html.ts";

describe("html", () => {
  it("escapes every value, in text and in attributes", () => {
    const hostile = `<script>alert("1")</script>'&`;
    expect(htmlText(html`<p title="${hostile}">${hostile}</p>`)).toBe(
      `<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;</p>`,
    );
  });

  it("inserts its own markup unescaped, one piece or many", () => {
    const items = ["a", "<b>"].map((item) => html`<li>${item}</li>`);
    expect(htmlText(html`<ul>${items}</ul>`)).toBe("<ul><li>a</li><li>&lt;b&gt;</li></ul>");
  });

  it("inserts a file of the service unescaped", () => {
    expect(htmlText(html`<style>${ownMarkup("a > b { color: red }")}</style>`)).toBe(
      "<style>a > b { color: red }</style>",
    );
  });

  it("shows nothing for undefined, null and false", () => {
    expect(htmlText(html`[${undefined}${null}${false}${0}]`)).toBe("[0]");
  });

  /** A merchant's name, with any characters, opens no tag and ends no attribute. */
  it("keeps every value inside its place", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const inside = htmlText(html`${value}`);
        expect(inside).not.toMatch(/[<>"']/);
      }),
    );
  });
});
