import { withoutParts } from "../without-parts.ts";

/** A part of a page that search can lead to: from one heading with an anchor to the next. */
export interface PageSection {
  /** Empty for the beginning of the page. */
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

/** The rest of `<h2 id="states">` after its `<h`. */
const HEADING = /^([1-4])(?: id="([^"]{0,200})")?>/;

/** Splits a rendered page at its headings. Code blocks are left out: their words occur on every page. */
export function sectionsOf({ markup }: { readonly markup: string }): readonly PageSection[] {
  const prose = withoutParts(
    withoutParts(markup, '<div class="code">', "</pre>"),
    '<a class="anchor"',
    "</a>",
  );
  const sections: { anchor: string; heading: string; text: string }[] = [];
  for (const piece of prose.split("<h").slice(1)) {
    const [tag = "", level, anchor = ""] = HEADING.exec(piece) ?? [];
    if (level === "1" || anchor !== "") {
      const [heading = "", text = ""] = splitOnce(piece.slice(tag.length), `</h${level}>`);
      sections.push({ anchor: level === "1" ? "" : decoded(anchor), heading: wordsOf(heading), text });
    } else {
      const last = sections.at(-1);
      if (last !== undefined) last.text += `<h${piece}`;
    }
  }
  return sections.map((section) => ({ ...section, text: wordsOf(section.text) }));
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/** Tags become spaces, but not before the punctuation that follows them. */
function wordsOf(markup: string): string {
  const [first = "", ...rest] = markup.split("<");
  const words = [first, ...rest.map((piece) => piece.slice(piece.indexOf(">") + 1))].join(" ");
  return decoded(words)
    .split(/\s/)
    .filter((word) => word !== "")
    .join(" ")
    .replaceAll(/ ([.,;:)?])/g, "$1");
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function decoded(text: string): string {
  return text.replaceAll(/&(#?\w{1,6});/g, (entity, name: string) => entities[name] ?? entity);
}
