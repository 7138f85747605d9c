import { fixture } from "./fixture.ts";
import {
  type Bank,
  filled,
  type HostileDocument,
  hostile,
  longestThere,
  numbered,
  tooLongValue,
} from "./hostile-document.ts";
import { respondWith } from "./local-bank.ts";

const tooManyTags = /too many tags/;
const unlikePage =
  /takes too|is missing|no invoice row|not name the receiver|not have exactly one payment table/;

/** With its end tag: a truncated page would be rejected before most of it is read. */
const html = (bank: Bank, name: string, make: () => string, because: RegExp) =>
  hostile(`HTML of ${bank}: ${name}`, bank, () => respondWith(200, `${make()}</html>`, "text/html"), because);

const inCell = "<table><tr><td>";

export const hostilePages: readonly HostileDocument[] = [
  html("telebirr", "tables within tables", () => "<table>".repeat(1_400), unlikePage),
  html("telebirr", "a million tables", () => filled("<table>"), tooManyTags),
  html("kaafiebirr", "tables within cells", () => inCell.repeat(450), unlikePage),
  html(
    "awash",
    "one table of a hundred thousand rows",
    () => `<table>${filled("<tr><td>a</td></tr>")}</table>`,
    tooManyTags,
  ),
  html("siinqee", "one row of many cells", () => `<table><tr>${filled("<td>")}`, tooManyTags),
  html("dashen", "labels within labels", () => "<p><strong>".repeat(740), unlikePage),
  html("dashen", "paragraphs that close nothing", () => "</p>".repeat(1_400), unlikePage),
  html(
    "dashen",
    "one paragraph of two megabytes",
    () => `<p><strong>Amount:</strong>${filled("x ")}</p>`,
    unlikePage,
  ),
  html(
    "dashen",
    "a value in pieces",
    () => `<p><strong>Amount:</strong>${"x<b></b>".repeat(700)}`,
    unlikePage,
  ),
  html("kaafiebirr", "headings within headings", () => filled('<div class="heading">x', 32_000), unlikePage),
  html(
    "kaafiebirr",
    "headings with much text",
    () => `<div class="heading">${"x ".repeat(800)}`.repeat(1_200),
    unlikePage,
  ),
  html("awash", "tags that close nothing", () => "<b>".repeat(700) + "</i>".repeat(700), unlikePage),
  html("awash", "drawings within drawings", () => "<svg>".repeat(1_400), unlikePage),
  html("siinqee", "two megabytes of entities", () => filled("&amp;"), unlikePage),
  html(
    "siinqee",
    "entities in one cell",
    () => `${inCell}Amount</td><td>${filled("&#49;")}</td></tr></table>`,
    unlikePage,
  ),
  html("siinqee", "entities without a name", () => filled("&"), unlikePage),
  html("telebirr", "an entity without an end", () => `&#${filled("1")}`, unlikePage),
  html("telebirr", "an attribute again and again", () => `<a ${filled("a ")}>`, unlikePage),
  html(
    "telebirr",
    "three hundred thousand attributes",
    () => `<a ${numbered(300_000, (nth) => nth.toString(36)).join(" ")}>`,
    unlikePage,
  ),
  html("kaafiebirr", "entities in an attribute", () => `<a b="${filled("&amp;")}">`, unlikePage),
  html("kaafiebirr", "an attribute without an end", () => `<a b="${filled("x")}`, unlikePage),
  html("awash", "a tag without an end", () => `<a${filled("0")}`, unlikePage),
  html("awash", "a comment without an end", () => `<!--${filled("--!")}`, unlikePage),
  html("awash", "a hundred thousand comments", () => filled("<!---->"), tooManyTags),
  html("telebirr", "a script without an end", () => `<script>${filled("x;")}`, unlikePage),
  html("telebirr", "ends of scripts that are none", () => `<script>${filled("</scrip")}`, tooManyTags),
  html("dashen", "a section that is not closed", () => `<![CDATA[${filled("]")}`, unlikePage),
  html("dashen", "a title of two megabytes", () => `<title>${filled("x ")}</title></html>`, unlikePage),
  html("siinqee", "signs of tags alone", () => filled("< "), tooManyTags),
  html("siinqee", "zero bytes", () => filled("\0"), unlikePage),
  html("telebirr", "pictures as text", () => filled("\u{1F600}"), unlikePage),
  html("awash", "links to itself", () => `${filled(":8225/-AAAAAAAAAAAA-AAAAAA ")}`, unlikePage),
  html("telebirr", "attributes in 32 KB", () => `<a ${filled("a ", longestThere)}>`, unlikePage),
  html("dashen", "words in 32 KB", () => filled("x y ", longestThere), unlikePage),
  html("siinqee", "entities in 32 KB", () => filled("&amp;", longestThere), unlikePage),
  html(
    "awash",
    "rows in 32 KB",
    () => `<table>${"<tr><td>words and words and words</td></tr>".repeat(360)}`,
    unlikePage,
  ),
  html(
    "telebirr",
    "a receipt whose payer has a name of 20 KB",
    () => {
      const page = fixture("telebirr/fixtures/person-to-person.html").toString();
      return page.replaceAll("Lensa Tadesse Bekele", "Lensa ".repeat(3_400).trim());
    },
    tooLongValue,
  ),
];
