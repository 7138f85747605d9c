import fc from "fast-check";
import { htmlPieces } from "../tools/html-pieces.ts";

const kindsOf = (html: string) => htmlPieces(html).map(({ kind, source }) => [kind, source]);

describe("a page split into pieces", () => {
  it.each<[string, [string, string][]]>([
    [
      "<p>Abel</p>",
      [
        ["tag", "<p>"],
        ["text", "Abel"],
        ["tag", "</p>"],
      ],
    ],
    ["<!-- <b>Abel</b> -->", [["comment", "<!-- <b>Abel</b> -->"]]],
    ["<SCRIPT src=x>a<b</script >", [["script", "<SCRIPT src=x>a<b</script >"]]],
    ["<style>p>a{}</style>", [["style", "<style>p>a{}</style>"]]],
    ["<svg><path d='M1'/></svg>", [["picture", "<svg><path d='M1'/></svg>"]]],
    ["<canvas><p>to the end", [["picture", "<canvas><p>to the end"]]],
    [
      "a < b",
      [
        ["text", "a "],
        ["text", "<"],
        ["text", " b"],
      ],
    ],
  ])("classifies %s", (html, pieces) => {
    expect(kindsOf(html)).toEqual(pieces);
  });

  /** Text that is stored as code or as a comment by mistake keeps the names in it. */
  it.each<[string, string]>([
    ["a comment", "<!-- "],
    ["a script", "<script>"],
    ["a style", "<style>"],
    ["a word that begins like a script", "<scripted>"],
  ])("treats the text after unclosed %s as text", (_what, start) => {
    const pieces = kindsOf(`${start}Abel<p>`);
    expect(pieces.map(([, source]) => source).join("")).toBe(`${start}Abel<p>`);
    expect(pieces.find(([, source]) => source?.includes("Abel"))?.[0]).toBe("text");
  });

  it("is unchanged when its pieces are joined", () => {
    const marks = [
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "<style a>",
      "</style >",
      "<svg",
      "</svg>",
      "<",
      ">",
      "a",
    ];
    const anyPage = fc.array(fc.constantFrom(...marks)).map((all) => all.join(""));
    fc.assert(
      fc.property(anyPage, (html) => {
        const pieces = htmlPieces(html);
        expect(pieces.map(({ source }) => source).join("")).toBe(html);
        expect(pieces.every(({ source }) => source !== "")).toBe(true);
      }),
    );
  });
});
