import { type HtmlPiece, htmlPieces } from "./html-pieces.ts";
import { hasPageWord, type Redaction, redactPath, redactText, type TextContext } from "./redact-text.ts";

/**
 * Redacts texts, scripts, comments and attributes in place; tags, styles and labels stay. Runs twice: a name found at
 * the end of the page is then also replaced at its beginning.
 */
export function redactHtml(html: string, redaction: Redaction): string {
  redactPieces(html, redaction);
  return redactPieces(html, redaction);
}

function redactPieces(html: string, redaction: Redaction): string {
  const pieces = htmlPieces(decodeLetters(html));
  const contexts = contextsOf(pieces, redaction);
  const texts = pieces.map((piece, index) =>
    piece.kind === "text" ? redactText(piece.source, redaction, contexts.get(index)) : undefined,
  );
  return pieces.map((piece, index) => texts[index] ?? redactPiece(piece, redaction)).join("");
}

function redactPiece({ kind, source }: HtmlPiece, redaction: Redaction): string {
  if (kind === "comment") return `<!--${redactPieces(source.slice(4, -3), redaction)}-->`;
  if (kind === "script") return redactScript(source, redaction);
  // Often the receipt's code, drawn in paths or pixels.
  if (kind === "picture") return /^<svg/i.test(source) ? "<svg></svg>" : "<canvas></canvas>";
  return kind === "tag" ? redactTag(source, redaction) : withoutData(source);
}

/** `&#4768;` → the letter, which is part of a word; other characters stay escaped. */
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
 * Finds the labels among the texts, and the label of each value. In a row of two cells the first is the label of the
 * second; text in `<strong>`, `<th>` or before a colon is a label too. A text without a page word is not a label.
 */
function contextsOf(pieces: readonly HtmlPiece[], redaction: Redaction): ReadonlyMap<number, TextContext> {
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
    const isLabel = standsAsLabel(source, pieces[index - 1], label) && isLabelText(source);
    contexts.set(index, isLabel ? { words: "stay" } : { label });
    label = isLabel ? source.trim() : "";
  }
  endRow();
  return contexts;
}

/** In `Payer Name: <b>Addis May</b>` a colon or a name announces the marked text, so it is a value. */
function standsAsLabel(source: string, before: HtmlPiece | undefined, lastLabel: string): boolean {
  if (source.trim().endsWith(":")) return true;
  const isMarked = /^<(?:strong|b|th|dt|label)\b/i.test(before?.source ?? "");
  return isMarked && !lastLabel.endsWith(":") && !/name/i.test(lastLabel);
}

/** A name without a value matches too: no part of it is tried again. */
const attribute = /([\w:-]+)(?:(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
/** Attributes of the page itself: its look and structure. */
const layoutAttributes =
  /^(?:class|style|width|height|border|cell(?:padding|spacing)|v?align|(?:col|row)span|b?g?color|bgcolor|face|size|lang|dir|charset|type|rel|media|role|target|method|http-equiv|xmlns)$/i;
/** Attributes that hold code. */
const codeAttributes = /^on[a-z]+$/i;

function redactTag(source: string, redaction: Redaction): string {
  if (source.startsWith("<!")) return source;
  return source.replace(attribute, (whole: string, name: string, equals?: string, value?: string) => {
    if (equals === undefined || value === undefined) return whole;
    if (/^["']?data:/i.test(value)) return `${name}${equals}"data:,"`;
    if (layoutAttributes.test(name)) return withoutData(whole);
    const [, open = "", text = "", close = ""] = /^(["']?)([\s\S]*?)(["']?)$/.exec(value) ?? [];
    return `${name}${equals}${open}${redactAttribute(name, text, redaction)}${close}`;
  });
}

function redactAttribute(name: string, text: string, redaction: Redaction): string {
  if (codeAttributes.test(name)) return redactCode(text, redaction);
  const [, origin = "", path = ""] = /^([a-z]+:\/\/[^/?#]*)?([/?#.][\s\S]*)$/i.exec(text) ?? [];
  if (path === "") return redactText(text, redaction);
  return `${origin}${redactPath(path, redaction, { words: name.toLowerCase() === "src" ? "known" : "replace" })}`;
}

/** A background may be the receipt's code. */
function withoutData(source: string): string {
  return source.replace(/data:[a-z]+\/[^\s"')]+/gi, "data:,");
}

/**
 * A character after a backslash, a text in quotes (closed or not), a word or a number: no part of one is tried again.
 */
const literal = /\\.|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`(?:[^`\\]|\\.)*`?|[\p{L}\p{M}]+|\d+/gu;

/** Code stays. In quoted strings keys stay, and every other word is redacted as in any text. */
function redactScript(source: string, redaction: Redaction): string {
  const [, open = "", body = "", close = ""] =
    /^(<script\b[^>]*>)([\s\S]*)(<\/script\s*>)$/i.exec(source) ?? [];
  return `${redactTag(open, redaction)}${redactCode(body, redaction)}${close}`;
}

function redactCode(source: string, redaction: Redaction): string {
  const code = decodeEscapes(source);
  return code.replace(literal, (found, at: number) => {
    if (found.startsWith("\\") || /^\d{1,5}$/.test(found)) return found;
    // An apostrophe in a comment: the rest is code too, without a matching quote.
    if (/^["'`]/.test(found) && !isClosed(found))
      return found.charAt(0) + redactCode(found.slice(1), redaction);
    const isValue = /^["'`]/.test(found) && !isKey(code, at, found.length);
    return isValue ? redactLiteral(found, redaction) : redactText(found, redaction, { words: "known" });
  });
}

function isClosed(quoted: string): boolean {
  return /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)$/u.test(quoted);
}

/** `{"firstName":` and `, 'payer':`, but not the middle of `isPaid ? "Abel" : "Girma"`. */
function isKey(code: string, at: number, length: number): boolean {
  return (
    /^\s{0,99}:/.test(code.slice(at + length, at + length + 100)) &&
    /[{,]\s{0,99}$/.test(code.slice(Math.max(0, at - 100), at))
  );
}

/** `\\u1230` → the letter, which is part of a word. */
function decodeEscapes(code: string): string {
  return code.replace(/\\u([0-9a-f]{4})/gi, (whole: string, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /^[\p{L}\p{M}\d]$/u.test(character) ? character : whole;
  });
}

function redactLiteral(found: string, redaction: Redaction): string {
  if (/<\/?[a-z]/i.test(found)) return redactPieces(found, redaction);
  return redactText(withoutData(found), redaction);
}
