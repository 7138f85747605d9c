import { type BankCode, bankTitle } from "@receipts/contracts";

/** A bank that we cannot query. Its numbers often have the shape of those of banks that we can. */
interface UnsupportedBank {
  /** As people know it. */
  readonly name: string;
  /** Other names, in small letters, without "bank" and the legal form. */
  readonly also?: readonly string[];
  /** Domains of its links. */
  readonly domains?: readonly string[];
  /** Phrases that only its messages contain. Linear patterns. */
  readonly messages?: readonly RegExp[];
  /** Its references, in capitals. */
  readonly references?: RegExp;
}

const unsupportedBanks: readonly UnsupportedBank[] = [
  { name: "Abay Bank", domains: ["abaybank.com.et"] },
  { name: "Addis International Bank", also: ["addis"], domains: ["addisbanksc.com"] },
  {
    name: "Ahadu Bank",
    domains: ["ahadubank.com"],
    messages: [/\breference number w2b[a-z0-9]{6,}/i, /\btransaction reference [a-z]{11} on\b/i, /AHUUETAA/],
  },
  { name: "Berhan Bank", also: ["berhan international"], domains: ["berhanbanksc.com"] },
  { name: "Bunna Bank", also: ["bunna international"], domains: ["bunnabanksc.com"] },
  {
    name: "Coopbank (Cooperative Bank of Oromia)",
    also: ["coop", "coopbank", "cooperative of oromia", "coopbank of oromia"],
    domains: ["coopbankoromia.com.et"],
    messages: [/\breceipt\.ebirr\.com\/coopay\b/i, /\bcoopay[- ]?ebirr\b/i],
  },
  { name: "Enat Bank", domains: ["enatbanksc.com"] },
  { name: "Gadaa Bank", also: ["gadda"], domains: ["gadaabank.com.et"] },
  {
    name: "Global Bank Ethiopia",
    also: ["global", "debub global", "debub"],
    domains: ["globalbankethiopia.com"],
  },
  { name: "Goh Betoch Bank", domains: ["gohbetbank.com"] },
  { name: "Hibret Bank", also: ["united"], domains: ["hibretbank.com.et", "unitedbank.com.et"] },
  { name: "Hijra Bank", domains: ["hijra-bank.com"] },
  { name: "Lion International Bank", also: ["lion", "anbesa"], domains: ["anbesabank.com"] },
  { name: "Nib International Bank", also: ["nib"], domains: ["nibbanksc.com"] },
  { name: "Omo Bank", domains: ["omobanksc.com"] },
  { name: "Oromia Bank", also: ["oromia international"], domains: ["oromiabank.com"] },
  { name: "Rammis Bank", domains: ["rammisbank.et"] },
  { name: "Shabelle Bank", domains: ["shabellebank.com"] },
  { name: "Sidama Bank", domains: ["sidamabanksc.com"] },
  { name: "Siket Bank", domains: ["siketbank.com"] },
  { name: "Tsedey Bank", domains: ["tsedeybank.com"] },
  { name: "Tsehay Bank", domains: ["tsehaybank.com.et"] },
  { name: "ZamZam Bank", also: ["zam zam"], domains: ["zamzambank.com"] },
  {
    name: bankTitle("zemen"),
    domains: ["zemenbank.com"],
    references: /^[A-Z0-9]{3}(?:ATWR|IBFT|ETTB|IBET|PORE|BALE|ATCW|TEIN|P2PI)\d{5}[A-Z0-9]{4}$/,
  },
];

const byName = new Map(
  unsupportedBanks.flatMap((bank) =>
    [bank.name, ...(bank.also ?? [])].map((name) => [plain(name), bank.name]),
  ),
);

/** `Ahadu Bank S.C.!` → `ahadu` */
function plain(text: string): string {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.filter((word) => !["bank", "s", "c", "sc", "share", "company"].includes(word)).join(" ");
}

/** "Thank you for banking with Siket Bank." */
const thanks = /\bthank(?:s| you) for (?:banking|using|choosing)(?: with)? ([a-z ]{3,40})/gi;

/**
 * The bank that sent the message: by a link, or by phrases that only its messages contain. Another bank that the
 * message names may be the receiver's.
 */
export function unsupportedSender(links: readonly URL[], fields: readonly string[]): string | undefined {
  const isOf = ({ hostname }: URL, domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
  const found = unsupportedBanks.find(
    ({ domains = [], messages = [] }) =>
      links.some((link) => domains.some((domain) => isOf(link, domain))) || saidIn(fields, messages),
  );
  if (found !== undefined) return found.name;
  const thanked = fields.flatMap((field) => [...field.matchAll(thanks)].map(([, name = ""]) => plain(name)));
  return thanked.map((name) => byName.get(name)).find((name) => name !== undefined);
}

/** By a signature: the name stands alone at the end of the message, or before its first colon. */
export function unsupportedSignature(fields: readonly string[]): string | undefined {
  return fields
    .flatMap((field) => [lastSentence(field), field.split(":")[0] ?? ""])
    .filter((part) => part.length <= 60 && /bank/i.test(part))
    .map((part) => byName.get(plain(part)))
    .find((name) => name !== undefined);
}

function lastSentence(text: string): string {
  const sentences = text.replaceAll(/\bS\. ?C\b/gi, "SC").split(/[.!\n]+/);
  return sentences.findLast((sentence) => /\w/.test(sentence)) ?? "";
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

/** Codes of banks (BIC) in messages about transfers between banks; the other bank's number can follow directly. */
const glued: Readonly<Record<string, BankCode>> = {
  ABYSETAA: "boa",
  AWINETAA: "awash",
  CBETETAA: "cbe",
  DASHETAA: "dashen",
  WEGAETAA: "wegagen",
};

export interface GluedReference {
  readonly bank: BankCode;
  readonly reference: string;
}

/** Numbers of banks of ours behind their codes: `ABYSETAAFT26307LLQKV`. */
export function gluedReferences(fields: readonly string[]): readonly GluedReference[] {
  return fields.flatMap((field) =>
    [...field.matchAll(/\b([A-Z]{6}AA)([A-Z0-9]{10,30})\b/g)].flatMap(([, code = "", reference = ""]) => {
      const bank = glued[code];
      return bank === undefined ? [] : [{ bank, reference }];
    }),
  );
}

export function saidIn(fields: readonly string[], signs: readonly RegExp[]): boolean {
  return signs.some((sign) => fields.some((field) => sign.test(field)));
}
