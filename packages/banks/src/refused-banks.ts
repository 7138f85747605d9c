import { type BankCode, bankCodes, isSupportedBank } from "@receipts/contracts";

interface RefusedSigns {
  readonly hosts: readonly string[];
  readonly messages: readonly RegExp[];
  readonly mentions: readonly RegExp[];
  /** References of a shape that other banks use too. */
  readonly references: RegExp;
}

/** Banks that we cannot query. Their receipts get a specific error instead of "not recognized". */
const signsOf: Partial<Record<BankCode, RefusedSigns>> = {
  zemen: {
    hosts: ["share.zemenbank.com"],
    messages: [/\bthank you for banking with Zemen ?Bank\b/i],
    mentions: [/\bZemen ?Bank\b/i],
    references: /^[A-Z0-9]{3}(?:ATWR|IBFT|ETTB|IBET|PORE|BALE|ATCW|TEIN|P2PI)\d{5}[A-Z0-9]{4}$/,
  },
};

const refused = bankCodes
  .filter((code) => !isSupportedBank(code))
  .flatMap((code) => (signsOf[code] === undefined ? [] : [{ code, ...signsOf[code] }]));

/** By a link, or by phrases that only the bank's own messages contain. */
export function refusedBankOf(links: readonly URL[], fields: readonly string[]): BankCode | undefined {
  return refused.find(
    ({ hosts, messages }) =>
      links.some(({ hostname }) => hosts.includes(hostname)) || saidIn(fields, messages),
  )?.code;
}

/** By its name alone, for texts that match no other bank. */
export function refusedBankNamedIn(fields: readonly string[]): BankCode | undefined {
  return refused.find(({ mentions }) => saidIn(fields, mentions))?.code;
}

/** A reference, in capitals, of a refused bank: another bank would not find it. */
export function isRefusedReference(reference: string): boolean {
  return refused.some(({ references }) => references.test(reference));
}

export function saidIn(fields: readonly string[], signs: readonly RegExp[]): boolean {
  return signs.some((sign) => fields.some((field) => sign.test(field)));
}
