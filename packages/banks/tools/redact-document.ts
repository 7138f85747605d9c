import { createHash } from "node:crypto";
import type { BankCode } from "@receipts/contracts";
import { extractPdfText } from "../src/pdf-text.ts";
import { utf8Text } from "../src/utf8-text.ts";
import { htmlPieces } from "./html-pieces.ts";
import { pageWords } from "./page-words.ts";
import { createPseudonyms, type Pseudonyms } from "./pseudonyms.ts";
import { redactHtml } from "./redact-html.ts";
import { redactJson } from "./redact-json.ts";
import { redactText } from "./redact-text.ts";

export interface RedactedDocument {
  readonly text: string;
  readonly form: "html" | "json" | "plain text" | "text of a PDF";
  readonly pseudonyms: Pseudonyms;
  /** Number of replaced values that still occur in the text as a part of something else. */
  readonly leftOver: number;
}

export interface RedactOptions {
  readonly bank: BankCode;
  /** Words that stay besides those of `page-words.ts`. */
  readonly keptWords?: readonly string[];
}

/** Deterministic. Throws `ReceiptUnreadable` for bytes that are neither text nor a PDF. */
export async function redactDocument(
  body: Uint8Array,
  { bank, keptWords = [] }: RedactOptions,
): Promise<RedactedDocument> {
  const { form, text } = await readForm(body);
  const pseudonyms = createPseudonyms(createHash("sha256").update(body).digest());
  const words = new Set([...pageWords, ...keptWords.map((word) => word.toLowerCase())]);
  const redact = {
    html: redactHtml,
    json: redactJson,
    "plain text": redactText,
    "text of a PDF": redactText,
  };
  const redacted = redact[form](text, { bank, pseudonyms, pageWords: words });
  return { text: redacted, form, pseudonyms, leftOver: countLeftOver(redacted, pseudonyms) };
}

async function readForm(body: Uint8Array): Promise<{ form: RedactedDocument["form"]; text: string }> {
  if (isPdf(body)) return { form: "text of a PDF", text: await extractPdfText(body) };
  const text = utf8Text(body);
  const json = parseJson(text);
  if (json === undefined) return { form: /<\/?[a-z][^<>]*>/i.test(text) ? "html" : "plain text", text };
  // M-Pesa's PDF comes in JSON, and the fixture is its text.
  const pdf = Object.values(json)
    .map((value) => Buffer.from(String(value), "base64"))
    .find(isPdf);
  return pdf === undefined
    ? { form: "json", text }
    : { form: "text of a PDF", text: await extractPdfText(pdf) };
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "%PDF";
}

function parseJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const isCode = (original: string) => /^[A-Z\d*+-]{5,}$/.test(original) && /\d/.test(original);

/** Words of styles and tags belong to the page; those of fewer than five letters occur in any text. */
function countLeftOver(text: string, { replaced }: Pseudonyms): number {
  const codes = htmlPieces(text)
    .map(({ kind, source }) => (kind === "style" ? " " : source))
    .join("");
  const words = new Set(
    codes
      .replace(/<[^<>]*>/g, " ")
      .toLowerCase()
      .match(/[\p{L}\p{M}]{5,}/gu),
  );
  return [...replaced.keys()].filter((original) =>
    isCode(original) ? codes.includes(original) : words.has(original),
  ).length;
}
