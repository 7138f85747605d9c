/** Longer than any SMS with its link; checked before anything is searched. */
export const maxSubmittedCharacters = 2_000;

/** A submitted field, taken apart: its links, and the rest. */
export interface SubmittedText {
  readonly links: readonly URL[];
  readonly prose: string;
}

/** Reads links only as text; none is ever fetched. */
export function readSubmittedText(text: string): SubmittedText {
  const links: URL[] = [];
  const rest: string[] = [];
  for (const word of withoutInvisible(text).split(/\s+/)) {
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
}

/** Copying out of a chat brings zero-width characters and direction marks along. */
function withoutInvisible(text: string): string {
  return text.replace(/\p{Cf}/gu, "");
}

function linkStart(word: string): number | undefined {
  const at = word.search(/https?:\/\//i);
  if (at >= 0) return at;
  // A link pasted without its scheme: a host with a dot, then a path.
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\//i.test(word) ? 0 : undefined;
}

function readLink(text: string): URL | undefined {
  // An underscore may be the end of a link.
  const trimmed = withoutTrailing(text, (sign) => sign !== "_" && punctuation.has(sign));
  const absolute = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const link = URL.parse(absolute);
  // `https://apps.cbe.com.et@elsewhere.example/` only looks like the bank's.
  return link === null || link.username !== "" || link.password !== "" ? undefined : link;
}

const punctuation = new Set("\"'.,;:!?()[]{}<>*_`«»“”‘’።፡፣");

export function withoutTrailingPunctuation(text: string): string {
  return withoutTrailing(text, (sign) => punctuation.has(sign));
}

function withoutTrailing(text: string, isCut: (sign: string) => boolean): string {
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
  "ref reference number no id txn tid trx transaction receipt invoice code is my the suffix account ቁጥር".split(
    " ",
  ),
);

export function isLabelWord(word: string): boolean {
  return labelWords.has(withoutTrailingPunctuation(word).toLowerCase());
}

/** `Ref. No: DB34 K9WQ 7X.` → `DB34K9WQ7X`: what stands behind labels, its inner spaces gone. */
export function withoutLabels(prose: string): string {
  const words = prose.split(/[\s:=#]+/).filter((word) => word !== "");
  const first = words.findIndex((word) => !isLabelWord(word));
  if (first < 0) return "";
  return withoutLeadingPunctuation(withoutTrailingPunctuation(words.slice(first).join("")));
}
