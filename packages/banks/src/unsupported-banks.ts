import { bankTitle } from "@receipts/contracts";

/** A bank that we cannot query. Its numbers often have the shape of those of banks that we can. */
interface UnsupportedBank {
  /** As people know it. */
  readonly name: string;
  /** Other names, in small letters, without "bank" and the legal form. */
  readonly also?: readonly string[];
  /** Domains of its links, with the beginning of the path if others share the host. */
  readonly links?: readonly string[];
  /** Phrases that only its messages contain. Linear patterns. */
  readonly messages?: readonly RegExp[];
  /** Its references, in capitals. */
  readonly references?: RegExp;
}

const unsupportedBanks: readonly UnsupportedBank[] = [
  { name: "Abay Bank", also: ["አባይ"] },
  { name: "Addis International Bank", also: ["addis", "አዲስ ኢንተርናሽናል"] },
  {
    name: "Ahadu Bank",
    also: ["አሀዱ", "አሃዱ"],
    links: ["ahadubank.com"],
    messages: [/\breference number w2b[a-z0-9]{6,}/i, /\btransaction reference [a-z]{11} on\b/i],
  },
  { name: "Berhan Bank", also: ["berhan international", "ብርሃን"] },
  { name: "Bunna Bank", also: ["bunna international", "ቡና"], links: ["bunnabanksc.com"] },
  {
    name: "Coopbank (Cooperative Bank of Oromia)",
    also: [
      "coop",
      "coopbank",
      "coop of oromia",
      "cooperative of oromia",
      "coopbank of oromia",
      "ኦሮሚያ ህብረት ስራ",
    ],
    links: ["receipt.ebirr.com/coopay"],
  },
  { name: "Enat Bank", also: ["እናት"] },
  { name: "Gadaa Bank", also: ["gadda", "ጋዳ"] },
  { name: "Global Bank Ethiopia", also: ["global", "debub global", "debub", "ግሎባል"] },
  { name: "Goh Betoch Bank", also: ["ጎህ ቤቶች"] },
  { name: "Hibret Bank", also: ["united", "ህብረት"] },
  { name: "Hijra Bank", also: ["ሂጅራ"] },
  { name: "Lion International Bank", also: ["lion", "anbesa", "አንበሳ"] },
  { name: "Nib International Bank", also: ["nib", "ንብ"] },
  { name: "Omo Bank", also: ["ኦሞ"] },
  { name: "Oromia Bank", also: ["oromia international", "ኦሮሚያ"] },
  { name: "Rammis Bank", also: ["ራሚስ"] },
  { name: "Shabelle Bank", also: ["ሸበሌ"] },
  { name: "Sidama Bank", also: ["ሲዳማ"] },
  { name: "Siket Bank", also: ["ሲቄት"] },
  { name: "Tsedey Bank", also: ["ፀደይ", "ጸደይ"] },
  { name: "Tsehay Bank", also: ["ፀሐይ", "ጸሐይ", "ፀሀይ"] },
  { name: "ZamZam Bank", also: ["zam zam", "ዘምዘም"] },
  {
    name: bankTitle("zemen"),
    links: ["share.zemenbank.com"],
    references: /^[A-Z0-9]{3}(?:ATWR|IBFT|ETTB|IBET|PORE|BALE|ATCW|TEIN|P2PI)\d{5}[A-Z0-9]{4}$/,
  },
];

/** In every bank's name. */
const uncounted = new Set(["bank", "s", "c", "sc", "share", "company", "ባንክ", "አ", "ማ"]);

const byName = new Map(
  unsupportedBanks.flatMap((bank) =>
    [bank.name, ...(bank.also ?? [])].map((name) => [plain(name), bank.name]),
  ),
);

/** `Ahadu Bank S.C.!` → `ahadu` */
function plain(text: string): string {
  const words = text.toLowerCase().match(/[a-z]+|[\u1200-\u135A]+/g) ?? [];
  return words.filter((word) => !uncounted.has(word)).join(" ");
}

/** "Thank you for banking with Siket Bank." */
const thanks = /\bthank(?:s| you) for (?:banking|using|choosing)(?: with)? ([a-z ]{3,40})/gi;

function isLinkOf({ hostname, pathname }: URL, place: string): boolean {
  const [domain = "", path = ""] = place.split("/");
  return (hostname === domain || hostname.endsWith(`.${domain}`)) && pathname.startsWith(`/${path}`);
}

export function isUnsupportedLink(link: URL): boolean {
  return unsupportedBanks.some(({ links = [] }) => links.some((place) => isLinkOf(link, place)));
}

/**
 * The bank that sent the message: by a link, or by phrases that only its messages contain. Another bank that the
 * message names may be the receiver's.
 */
export function unsupportedSender(sent: readonly URL[], fields: readonly string[]): string | undefined {
  const found = unsupportedBanks.find(
    ({ links = [], messages = [] }) =>
      sent.some((link) => links.some((place) => isLinkOf(link, place))) || saidIn(fields, messages),
  );
  if (found !== undefined) return found.name;
  const thanked = fields.flatMap((field) => [...field.matchAll(thanks)].map(([, name = ""]) => plain(name)));
  return thanked.map((name) => byName.get(name)).find((name) => name !== undefined);
}

/** By a signature: the name stands alone at the beginning or end of the message, or it is `your … Bank account`. */
export function unsupportedSignature(fields: readonly string[]): string | undefined {
  return fields
    .flatMap((field) => [
      lastSentence(field),
      ...[/:/, /\n/, / [-–—] /].map((end) => field.trim().split(end)[0] ?? ""),
      lastSentence(field).split(",")[0] ?? "",
      ...[...field.matchAll(/\byour ([a-z]{3,12}(?: [a-z]{3,13})? bank) account\b/gi)].map(
        ([, name = ""]) => name,
      ),
    ])
    .filter((part) => part.length <= 60 && /bank|ባንክ/i.test(part))
    .map((part) => byName.get(plain(part)))
    .find((name) => name !== undefined);
}

function lastSentence(text: string): string {
  const sentences = text.replaceAll(/\bS\. ?C\b/gi, "SC").split(/[.!\n።]+/);
  return sentences.findLast((sentence) => /[\w\u1200-\u135A]/.test(sentence)) ?? "";
}

/** By its name alone, for texts that match no other bank. */
export function unsupportedBankNamedIn(fields: readonly string[]): string | undefined {
  const named = fields.flatMap((field) =>
    [...field.matchAll(/\b([a-z]{3,12}(?: [a-z]{3,13})?) ?bank\b/gi)].flatMap(([, name = ""]) => [
      plain(name),
      plain(name.split(" ").at(-1) ?? ""),
    ]),
  );
  return named.map((name) => byName.get(name)).find((name) => name !== undefined);
}

/** A reference, in capitals, of such a bank: another bank would not find it. */
export function isUnsupportedReference(reference: string): boolean {
  return unsupportedBanks.some(({ references }) => references?.test(reference));
}

export function saidIn(fields: readonly string[], signs: readonly RegExp[]): boolean {
  return signs.some((sign) => fields.some((field) => sign.test(field)));
}
