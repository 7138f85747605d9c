import type { BankCode } from "@receipts/contracts";
import { nameWords } from "./page-words.ts";
import type { Pseudonyms } from "./pseudonyms.ts";
import { referenceAt } from "./redact-reference.ts";

export interface Redaction {
  readonly bank: BankCode;
  readonly pseudonyms: Pseudonyms;
  /** Words that stay, in lower case. */
  readonly pageWords: ReadonlySet<string>;
}

export interface TextContext {
  /**
   * The document's label for this text, e.g. `VAT (15%)`: it decides whether a bare number is an amount or an account.
   */
  readonly label?: string;
  /** `stay` in labels, addresses and code; `known` replaces only words that are a name elsewhere in the document. */
  readonly words?: "replace" | "known" | "stay";
}

interface Place {
  readonly text: string;
  readonly at: number;
  readonly redaction: Redaction;
  readonly context: TextContext;
}

/** The original at a place and its replacement; undefined if the rule does not apply. */
type Rule = (place: Place) => readonly [original: string, replacement: string] | undefined;

/**
 * Replaces persons and numbers in a document's text. Amounts, days, numbers of up to three digits and the words of the
 * page stay. Makes one pass; at each place the first matching rule takes its stretch.
 */
export function redactText(text: string, redaction: Redaction, context: TextContext = {}): string {
  let redacted = "";
  for (let at = 0; at < text.length; ) {
    const place = { text, at, redaction, context };
    let taken: ReturnType<Rule>;
    for (const rule of rules) {
      taken = rule(place);
      if (taken !== undefined) break;
    }
    const [original, replacement] = taken ?? [text.charAt(at), text.charAt(at)];
    redacted += replacement;
    at += original.length;
  }
  return redacted;
}

/** Whether a text contains a word of the page, as every label of a bank does. */
export function hasPageWord(text: string, { pageWords }: Redaction): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => pageWords.has(word.toLowerCase()));
}

// Repetitions are bounded, which makes these patterns provably linear.
const email = /[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/y;
const address = /https?:\/\/[A-Za-z0-9][^\s"'<>\\]*/y;
const origin = /^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?/;
const entity = /&#?[A-Za-z0-9]{2,8};/y;
const day =
  /\d{4}-\d\d-\d\d|\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d\d)(?!\d)|20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/y;
const clock = /(\d{1,2}):(\d\d)(?::(\d\d))?((?:\.\d{1,6})?(?: ?[+-]\d{4}(?!\d))?)/y;
const year = /(?:19|20)\d\d(?![\d*•#])/y;
const amount =
  /(?:ETB|Birr) ?(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,9})(?![\d,]{0,30}\d)(?:\.\d{1,2})?|\d{1,3}(?:,\d{3}){1,6}(?:\.\d{1,2})?(?!\d)|\d{1,9}\.\d{1,2}(?![\d.])|\d{1,9}(?= ?(?:birr|etb|%))/iy;
const masked = /\d{0,20}(?:[*•#]|[xX]{2})[\d*•#xX]*/y;
const spacedPhone = /\+?251(?:[ -]\d{2,4}){2,4}(?!\d)/y;
const phone = /(?:\+?251|0)[79]\d{8}(?!\d)|[79]\d{8}(?!\d)/y;
const number = /\d+/y;
const word = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/uy;

const rules: readonly Rule[] = [
  (place) => noted(place, "email addresses", at(email, place), () => "name@example.com"),
  ({ redaction, context, ...place }) => {
    const [whole] = at(address, place) ?? [];
    if (whole === undefined) return undefined;
    const [host = ""] = origin.exec(whole) ?? [];
    const path = whole.slice(host.length);
    return [whole, `${host}${redactPath(path, redaction, { ...context, words: "known" })}`];
  },
  stays(entity),
  stays(day),
  (place) => {
    const match = at(clock, place);
    const [whole, hour = "", minute = "", second, rest = ""] = match ?? [];
    if (whole === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
    const { sixtieth } = place.redaction.pseudonyms;
    const other = [hour, sixtieth(minute), ...(second === undefined ? [] : [sixtieth(second)])].join(":");
    return noted(place, "times of day", match, () => `${other}${rest}`);
  },
  stays(amount),
  (place) => {
    const match = at(masked, place);
    return match === undefined || !/\d/.test(match[0])
      ? undefined
      : noted(place, "accounts and numbers", match, (text) => redactMasked(text, place.redaction.pseudonyms));
  },
  (place) => noted(place, "phone numbers", at(spacedPhone, place), (text) => redactPhone(text, place)),
  (place) => noted(place, "phone numbers", at(phone, place), (text) => redactPhone(text, place)),
  ({ text, at: from, redaction }) => {
    const found = referenceAt(text, from, redaction.bank, redaction.pseudonyms);
    if (found === undefined) return undefined;
    redaction.pseudonyms.note("references", ...found);
    return found;
  },
  stays(year),
  redactNumber,
  redactWord,
];

function at(pattern: RegExp, place: Pick<Place, "text" | "at">): RegExpExecArray | undefined {
  pattern.lastIndex = place.at;
  return pattern.exec(place.text) ?? undefined;
}

function stays(pattern: RegExp): Rule {
  return (place) => {
    const [found] = at(pattern, place) ?? [];
    return found === undefined ? undefined : [found, found];
  };
}

function noted(
  { redaction: { pseudonyms } }: Place,
  kind: Parameters<Pseudonyms["note"]>[0],
  match: RegExpExecArray | undefined,
  replace: (text: string) => string,
): ReturnType<Rule> {
  if (match === undefined) return undefined;
  return [match[0], pseudonyms.note(kind, match[0], replace(match[0]))];
}

/** Replaces names found elsewhere in the path (default), and everything in a query except its parameters' names. */
export function redactPath(path: string, redaction: Redaction, context: TextContext = {}): string {
  const [, page = "", query = ""] = /^([^?#]*)([\s\S]*)$/.exec(path) ?? [];
  const values = query.replace(/[^?&#;]+/g, (part, start: number) => {
    if (part === "amp" && query.startsWith("&amp;", start - 1)) return part;
    const [parameter = ""] = /^[\w.-]{1,40}=(?=[\s\S])/.exec(part) ?? [];
    const value = decoded(part.slice(parameter.length));
    return parameter + redactText(value, redaction, { ...context, words: "replace" });
  });
  return `${redactText(page, redaction, { words: "known", ...context })}${values}`;
}

/** `Abel%20Girma` and `Abel+Girma` are two words; other characters stay escaped. */
function decoded(value: string): string {
  return value.replaceAll("+", " ").replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      const letters = [...decodeURIComponent(run)];
      return letters.map((own) => (/[\p{L}\p{M}\d ]/u.test(own) ? own : encodeURIComponent(own))).join("");
    } catch {
      return run;
    }
  });
}

/** The prefix of a mobile number stays: `251`, `0` and the digit after it. */
const phonePrefix = /^\+?(?:251|0)?[79]/;

function redactMasked(text: string, { digits }: Pseudonyms): string {
  const [prefix = ""] = /^(?:251|0)[79]/.exec(text) ?? [];
  const shown = text.slice(prefix.length);
  return (
    prefix + shown.replace(/\d+/g, (run, start: number) => digits(run, start === 0 ? "beginning" : "end"))
  );
}

function redactPhone(text: string, { redaction }: Place): string {
  const [prefix = ""] = phonePrefix.exec(text) ?? /^\+?251/.exec(text) ?? [];
  return prefix + text.slice(prefix.length).replace(/\d+/g, (run) => redaction.pseudonyms.digits(run));
}

const amountLabel = /amount|charge|commission|discount|duty|fee|price|tax|total|vat\b/i;
const notAmountLabel = /\b(?:code|date|id|no|number|reg|tin)\b/i;

/** `2608140905`: `yyMMddHHmm`. */
const shortTime = /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d$/;

function redactShortTime(text: string, { redaction }: Place): string {
  return text.slice(0, 8) + redaction.pseudonyms.sixtieth(text.slice(8));
}

function redactNumber(place: Place): ReturnType<Rule> {
  const match = at(number, place);
  if (match === undefined) return undefined;
  const [run] = match;
  const { label = "" } = place.context;
  const isAmount = place.text.trim() === run && amountLabel.test(label) && !notAmountLabel.test(label);
  if (run.length <= 3 || isAmount) return [run, run];
  const isTime = place.text.trim() === run && /\btime\b/i.test(label) && shortTime.test(run);
  if (isTime) return noted(place, "times of day", match, (text) => redactShortTime(text, place));
  return noted(place, "accounts and numbers", match, (text) => place.redaction.pseudonyms.digits(text));
}

/** Initials identify no one, and are often words of the page. */
function redactWord(place: Place): ReturnType<Rule> {
  const match = at(word, place);
  if (match === undefined) return undefined;
  const { pageWords, pseudonyms } = place.redaction;
  const [found] = match;
  const { words = "replace", label = "" } = place.context;
  const isCode = place.text.trim() === found && /^[A-Z]{2,4}$/.test(found) && /\bcode\b/i.test(label);
  const isKnown = pseudonyms.replaced.has(found.toLowerCase());
  const isPageWord =
    found.length === 1 || (pageWords.has(found.toLowerCase()) && !isSomebodysName(found, place));
  if (isPageWord || isCode || words === "stay" || (words === "known" && !isKnown)) return [found, found];
  pseudonyms.note("words of names", found.toLowerCase(), pseudonyms.word(found.toLowerCase()));
  return [found, pseudonyms.word(found)];
}

/** Maximum distance of a label in the same line or the line above. */
const LABEL_REACH = 200;
const nameLabel = /name|payer|payee|sender|receiver|recipient|holder|beneficiary|customer|ስም/i;
const anyLabel =
  /name|payer|payee|sender|receiver|recipient|holder|beneficiary|customer|ስም|date|time|day|period|address|city|branch|ቀን/gi;

/** For words that are both names and page words, the label decides: that of the cell, or the last one in the text. */
function isSomebodysName(found: string, { text, at: from, context }: Place): boolean {
  if (context.words === "stay" || !nameWords.has(found.toLowerCase())) return false;
  const before = text.slice(Math.max(0, from - LABEL_REACH), from);
  const labels = `${context.label ?? ""} ${before.split("\n").slice(-2).join(" ")}`;
  const [last = ""] = labels.match(anyLabel)?.slice(-1) ?? [];
  return nameLabel.test(last);
}
