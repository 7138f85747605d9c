/** One receipt of a pasted text: a number, a link, or a whole message of a bank. */
export interface PastedMessage {
  readonly text: string;
  /** Line of the pasted text on which it begins, from 1. */
  readonly line: number;
}

const GREETING = /\bdear\s|ውድ\s/i;
/** First lines of messages without a greeting. */
const OPENING =
  /^(?:[A-Z0-9]{10} confirmed|\[-ebirr|success$|you (?:have|paid|received|sent)|transfer[ -]id|birr \d|an? (?:deposit|credit|debit|withdrawal) of)/i;
/** Last lines of messages, beside the name of the bank: what follows is another receipt. */
const CLOSING = /^(?:thank|ethio ?telecom|the bank you can|በቴሌብር|ኢትዮ)/i;
const SENTENCE_END = /[.!?።]$/u;
/** Lines that banks add below a message, also after an empty one. */
const ADDITION =
  /^(?:alert|for (?:help|any|feedback|more|fayda)|feedback|help us|link your|please|receipt|to download)\b/i;

/**
 * Splits a pasted text into its receipts. A message of a bank can span lines, with empty ones among them: it begins
 * with a greeting or one of the banks' openings. All other lines are receipts of their own, so that none disappears
 * in its neighbour. The API judges each; this only says where one ends.
 */
export function splitMessages(text: string): readonly PastedMessage[] {
  const messages: OpenMessage[] = [];
  let isAfterGap = true;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim();
    const last = messages.at(-1);
    if (line === "") isAfterGap = true;
    else {
      if (last !== undefined && belongsTo(last, line, isAfterGap)) last.lines.push(line);
      else messages.push({ lines: [line], line: index + 1, isMessage: opens(line) });
      isAfterGap = false;
    }
  }
  return messages.map(({ lines, line }) => ({ text: lines.join("\n"), line }));
}

interface OpenMessage {
  readonly lines: string[];
  readonly line: number;
  /** A line alone is complete. */
  readonly isMessage: boolean;
}

/** The line from its greeting on, if it begins with one, or with one behind the sender or time that a chat adds. */
function greetingOf(line: string): string | undefined {
  const at = line.slice(0, 80).search(GREETING);
  const sender = line.slice(0, at).trimEnd();
  return at === 0 || (at > 0 && /[\]:–-]$/.test(sender)) ? line.slice(at) : undefined;
}

/** A greeting and a name: the message itself is still to come. */
function isOnlyGreeting(line: string): boolean {
  const greeting = greetingOf(line);
  return greeting !== undefined && greeting.length <= 45 && !/[.!?።\d]/.test(greeting);
}

const opens = (line: string) => greetingOf(line) !== undefined || OPENING.test(line);

const closes = (line: string) =>
  CLOSING.test(line) || (line.length <= 40 && /\bbank\b/i.test(line) && !/[\d,;:]/.test(line));

function belongsTo(message: OpenMessage, line: string, isAfterGap: boolean): boolean {
  const { lines, isMessage } = message;
  if (!isMessage || greetingOf(line) !== undefined) return false;
  const before = lines.at(-1) ?? "";
  if (lines.length === 1 && isOnlyGreeting(before)) return true;
  if (OPENING.test(line)) return false;
  if (closes(line) || ADDITION.test(line)) return true;
  if (isAfterGap) return false;
  const isCut = !SENTENCE_END.test(before);
  if (isLink(line))
    return (
      before.endsWith(":") || ADDITION.test(before) || ((isCut || lines.length > 1) && !lines.some(hasLink))
    );
  // A number that follows a whole sentence is another receipt, even if the message has none.
  if (startsWithNumber(line)) return isCut && !closes(before) && !lines.some(hasNumber);
  return !closes(before);
}

const isLink = (word: string) => /^https?:\/\/\S+$/i.test(word);

/** Digits and letters mixed, as in every receipt number. `ETB502.00` is an amount, `1xxxx310` an account. */
function isNumber(word: string): boolean {
  if (!/^\d*[A-Z][A-Z0-9]{5,}$/i.test(word) || /^ETB|[*x]{2}/i.test(word)) return false;
  const digits = word.replaceAll(/\D/g, "").length;
  return digits >= 3 || (digits > 0 && word.length >= 10);
}

const startsWithNumber = (line: string) => isNumber(line.split(/[\s,;.]/, 1)[0] ?? "");

const hasLink = (line: string) => /https?:\/\//i.test(line);
const hasNumber = (line: string) => hasLink(line) || line.split(/[^A-Za-z0-9*]+/).some(isNumber);
