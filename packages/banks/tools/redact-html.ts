import { hasPageWord, type Redaction, redactText, type TextContext } from "./redact-text.ts";

const piecePattern = /<!--[\s\S]*?-->|<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<\/?[A-Za-z!][^>]*>|[^<]+|</gi;

interface Piece {
  readonly source: string;
  readonly kind: "text" | "tag" | "comment" | "script" | "style";
}

/**
 * Texts, scripts, comments and attributes are redacted where they stand; tags, styles and labels stay. Texts come first:
 * what was a name in one of them is a name in a script.
 */
export function redactHtml(html: string, redaction: Redaction): string {
  const pieces = [...decodeLetters(html).matchAll(piecePattern)].map(([source]) => ({
    source,
    kind: kindOf(source),
  }));
  const contexts = contextsOf(pieces, redaction);
  const texts = pieces.map((piece, index) =>
    piece.kind === "text" ? redactText(piece.source, redaction, contexts.get(index)) : undefined,
  );
  return pieces.map((piece, index) => texts[index] ?? redactPiece(piece, redaction)).join("");
}

function kindOf(source: string): Piece["kind"] {
  if (source.startsWith("<!--")) return "comment";
  if (/^<script\b/i.test(source)) return "script";
  if (/^<style\b/i.test(source)) return "style";
  return /^<[^<]/.test(source) ? "tag" : "text";
}

function redactPiece({ kind, source }: Piece, redaction: Redaction): string {
  if (kind === "comment") return `<!--${redactHtml(source.slice(4, -3), redaction)}-->`;
  if (kind === "script") return redactScript(source, redaction);
  return kind === "tag" ? redactTag(source, redaction) : source;
}

/** `&#4768;` → the letter, which is a part of a word; signs stay as they are written. */
function decodeLetters(html: string): string {
  return html.replace(
    /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi,
    (whole: string, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const character = code <= 0x10ffff ? String.fromCodePoint(code) : "";
      return /^[\p{L}\p{M}\d]$/u.test(character) ? character : whole;
    },
  );
}

/**
 * Which texts are labels, and which label a value has: of a row of two cells the first is the label of the second, and so
 * is what stands in `<strong>`, `<th>` or before a colon. Without a word of the page in it, it is no label.
 */
function contextsOf(pieces: readonly Piece[], redaction: Redaction): ReadonlyMap<number, TextContext> {
  const contexts = new Map<number, TextContext>();
  let cells: number[][] = [];
  let label = "";
  const isLabelText = (source: string) => hasPageWord(source, redaction);
  const endRow = () => {
    const [first, second, more] = cells.filter((cell) => cell.length > 0);
    const text = (first ?? []).map((index) => pieces[index]?.source ?? "").join(" ");
    if (first !== undefined && second !== undefined && more === undefined && isLabelText(text)) {
      for (const index of first) contexts.set(index, { words: "stay" });
      for (const index of second) contexts.set(index, { label: text.trim() });
    }
    cells = [];
  };
  for (const [index, { kind, source }] of pieces.entries()) {
    if (/^<(?:\/?tr|\/?table)\b/i.test(source)) endRow();
    else if (/^<t[dh]\b/i.test(source)) cells.push([]);
    if (kind !== "text" || /^[\s:]*$/.test(source)) continue;
    cells.at(-1)?.push(index);
    const isMarked = /^<(?:strong|b|th|dt|label)\b/i.test(pieces[index - 1]?.source ?? "");
    const isLabel = (isMarked || source.trim().endsWith(":")) && isLabelText(source);
    contexts.set(index, isLabel ? { words: "stay" } : { label });
    label = isLabel ? source.trim() : "";
  }
  endRow();
  return contexts;
}

const attribute = /([\w:-]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;
/** They are for people to read. */
const textAttributes = /^(?:alt|title|value|placeholder|aria-label|data-.*)$/i;
/** They can hold a name, a link or a picture with the receipt's values in it. */
const linkAttributes = /^(?:href|src|srcset|content|action|onclick|onload)$/i;

function redactTag(source: string, redaction: Redaction): string {
  if (source.startsWith("<!")) return source;
  return source.replace(attribute, (whole: string, name: string, equals: string, value: string) => {
    if (/^["']?data:/i.test(value)) return `${name}${equals}"data:,"`;
    if (textAttributes.test(name)) return `${name}${equals}${redactText(value, redaction)}`;
    if (linkAttributes.test(name))
      return `${name}${equals}${redactText(value, redaction, { words: "known" })}`;
    return whole;
  });
}

const literal = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\p{L}\p{M}]+|\d{6,}/gu;

/** Code stays; what it says in quotes is redacted: of several words as any text, of one only if it was a name elsewhere. */
function redactScript(source: string, redaction: Redaction): string {
  const [, open = "", body = "", close = ""] =
    /^(<script\b[^>]*>)([\s\S]*)(<\/script\s*>)$/i.exec(source) ?? [];
  const redacted = body.replace(literal, (found) => {
    if (/^["'`]/.test(found)) return redactLiteral(found, redaction);
    return redactText(found, redaction, { words: "known" });
  });
  return `${redactTag(open, redaction)}${redacted}${close}`;
}

function redactLiteral(found: string, redaction: Redaction): string {
  if (/<\/?[a-z]/i.test(found)) return redactHtml(found, redaction);
  const words = /[\p{L}\p{M}]\s+[\p{L}\p{M}]/u.test(found) ? "replace" : "known";
  return redactText(found, redaction, { words });
}
