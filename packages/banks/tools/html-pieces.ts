export interface HtmlPiece {
  readonly source: string;
  readonly kind: "text" | "tag" | "comment" | "script" | "style" | "picture";
}

const opening = /<(?:script|style|svg|canvas)\b/iy;
const closings: Readonly<Record<string, RegExp>> = {
  script: /<\/script\s*>/gi,
  style: /<\/style\s*>/gi,
  svg: /<\/svg\s*>/gi,
  canvas: /<\/canvas\s*>/gi,
};

/**
 * Splits a page into pieces that together are the page again. An unclosed script or style is a tag and the text after
 * it; an unclosed picture extends to the end. Each kind of end is searched once if there is none, so the time is linear
 * in the length.
 */
export function htmlPieces(html: string): readonly HtmlPiece[] {
  const endOf = createEndSearch(html);
  const pieces: HtmlPiece[] = [];
  for (let at = 0; at < html.length; ) {
    const { kind, end } = pieceAt(html, at, endOf);
    pieces.push({ kind, source: html.slice(at, end) });
    at = end;
  }
  return pieces;
}

type EndSearch = (sign: string, from: number) => number | undefined;

/** The end of the next `-->`, `>` or closing tag of that name. */
function createEndSearch(html: string): EndSearch {
  const missing = new Set<string>();
  const search = (sign: string, from: number) => {
    const closing = closings[sign];
    if (closing === undefined) {
      const at = html.indexOf(sign, from);
      return at < 0 ? undefined : at + sign.length;
    }
    closing.lastIndex = from;
    return closing.test(html) ? closing.lastIndex : undefined;
  };
  return (sign, from) => {
    const end = missing.has(sign) ? undefined : search(sign, from);
    if (end === undefined) missing.add(sign);
    return end;
  };
}

type Cut = Pick<HtmlPiece, "kind"> & { readonly end: number };

function pieceAt(html: string, at: number, endOf: EndSearch): Cut {
  if (html.charAt(at) !== "<") {
    const next = html.indexOf("<", at);
    return { kind: "text", end: next < 0 ? html.length : next };
  }
  if (html.startsWith("<!--", at)) {
    const end = endOf("-->", at + 4);
    // The text after an unclosed comment may be anything.
    return end === undefined ? { kind: "text", end: at + 4 } : { kind: "comment", end };
  }
  const element = elementAt(html, at, endOf);
  if (element !== undefined) return element;
  // Checked for the start of a tag: searching the end of every `<` in a row would take quadratic time.
  const tagEnd = /^<\/?[A-Za-z!]/.test(html.slice(at, at + 3)) ? endOf(">", at) : undefined;
  return tagEnd === undefined ? { kind: "text", end: at + 1 } : { kind: "tag", end: tagEnd };
}

/** An element that is one piece together with its content. */
function elementAt(html: string, at: number, endOf: EndSearch): Cut | undefined {
  opening.lastIndex = at;
  const name = opening.exec(html)?.[0].slice(1).toLowerCase();
  if (name === undefined) return undefined;
  if (name === "svg" || name === "canvas") {
    return { kind: "picture", end: endOf(name, at) ?? html.length };
  }
  const tagEnd = endOf(">", at);
  const end = tagEnd === undefined ? undefined : endOf(name, tagEnd);
  return end === undefined ? undefined : { kind: name === "script" ? "script" : "style", end };
}
