import { memoize } from "@receipts/service-kit";

/** Longer than any SMS with its link; checked before any search. */
export const maxSubmittedCharacters = 2_000;

export const tooLongMessage = "is longer than 2,000 characters: send the reference, its link or one SMS";

/** Every bank's reader asks the same of a call's texts: more than these are not kept. */
export const rememberedForCall = <Value>(compute: (text: string) => Value) =>
  memoize(compute, { maxEntries: 16 });

/** A submitted field, split into its links and the rest. */
export interface SubmittedText {
  readonly links: readonly URL[];
  readonly prose: string;
}

/** Parses links as text and never fetches them. */
export const readSubmittedText = rememberedForCall((text: string): SubmittedText => {
  const links: URL[] = [];
  const rest: string[] = [];
  // `&amp;` appears in links that are copied from HTML.
  const plain = withoutInvisible(text).replace(/&amp;/gi, "&");
  for (const word of withLinksApart(plain).split(/\s+/)) {
    const linkAt = linkStart(word);
    if (linkAt === undefined) {
      rest.push(word);
      continue;
    }
    rest.push(word.slice(0, linkAt));
    const link = readLink(word.slice(linkAt));
    if (link !== undefined) links.push(link);
  }
  return { links, prose: rest.filter((word) => word !== "").join(" ") };
});

/** Links in a list may have no space between them. */
function withLinksApart(text: string): string {
  return text.replace(/([,;|)>\]"'»”፣።])(https?:\/\/)/gi, "$1 $2");
}

/** Text copied from a chat contains zero-width characters and direction marks. */
function withoutInvisible(text: string): string {
  return text.replace(/\p{Cf}/gu, "");
}

function linkStart(word: string): number | undefined {
  const at = word.search(/https?:\/\//i);
  if (at >= 0) return at;
  // A link pasted without its scheme, perhaps in brackets: a host with a dot, then a path.
  const bare = word.replace(/^[^a-z0-9]+/i, "");
  const isLink = /^(?:[^\s/@]*@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\//i.test(bare);
  return isLink ? word.length - bare.length : undefined;
}

function readLink(text: string): URL | undefined {
  const trimmed = withoutGluedWord(withoutTrailingMarks(text));
  const absolute = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const link = URL.parse(absolute);
  // `https://apps.cbe.com.et@elsewhere.example/` only looks like a link to the bank.
  return link === null || link.username !== "" || link.password !== "" ? undefined : link;
}

/** `…/receipt/UK35LN8R1TDial`: a number in capitals, then the next word of the message. */
function withoutGluedWord(link: string): string {
  const word = /[A-Z][a-z]{2,}$/.exec(link);
  const number =
    link
      .slice(0, word?.index)
      .split(/[/=&?]/)
      .at(-1) ?? "";
  return word !== null && /^[A-Z0-9-]{10,}$/.test(number) && /\d/.test(number)
    ? link.slice(0, word.index)
    : link;
}

const punctuation = new Set("\"'.,;:!?()[]{}<>*_`«»“”‘’።፡፣");

export function withoutTrailingPunctuation(text: string): string {
  return withoutTrailing(text, (character) => punctuation.has(character));
}

/** Leaves an underscore: it may be the end of a link or a token. */
export function withoutTrailingMarks(text: string): string {
  return withoutTrailing(text, (character) => character !== "_" && punctuation.has(character));
}

function withoutTrailing(text: string, isCut: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isCut(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function withoutLeadingPunctuation(text: string): string {
  let start = 0;
  while (start < text.length && (punctuation.has(text.charAt(start)) || text.charAt(start) === "#"))
    start += 1;
  return text.slice(start);
}

const labelWords = new Set(
  "ref reference number no id txn tid trx transaction receipt invoice code is my the suffix account transfer transfer-id ቁጥር".split(
    " ",
  ),
);

export function isLabelWord(word: string): boolean {
  return labelWords.has(withoutTrailingPunctuation(word).toLowerCase());
}

/** Latin letters only: others may become two of them (`ß`), or one of the alphabet (`ı`, `ſ`). */
export function inCapitals(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * `Ref. No: DB34 K9WQ 7X.` → `DB34K9WQ7X`: removes labels and inner spaces. Several words need a digit among them:
 * `please check` would otherwise become a transaction id.
 */
export const withoutLabels = rememberedForCall((prose: string): string => {
  const words = prose.split(/[\s:=#]+/).filter((word) => word !== "");
  const first = words.findIndex((word) => !isLabelWord(word));
  const meant = first < 0 ? [] : words.slice(first);
  const joined = meant.join("");
  if (meant.length > 1 && !/\d/.test(joined)) return "";
  return withoutLeadingPunctuation(withoutTrailingPunctuation(joined));
});
