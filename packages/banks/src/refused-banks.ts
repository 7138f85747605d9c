import { type BankCode, bankCodes, isSupportedBank } from "@receipts/contracts";

interface RefusedSigns {
  readonly hosts: readonly string[];
  readonly messages: readonly RegExp[];
  readonly mentions: readonly RegExp[];
  /** Of a shape that other banks' references have too. */
  readonly references: RegExp;
}

/** Banks that cannot be asked: who sends their receipts is told so, and not that nothing was recognized. */
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

/** By a link or by what only its own messages say. */
export function refusedBankOf(links: readonly URL[], fields: readonly string[]): BankCode | undefined {
  return refused.find(
    ({ hosts, messages }) =>
      links.some(({ hostname }) => hosts.includes(hostname)) || saidIn(fields, messages),
  )?.code;
}

/** By its name alone, for what fits no other bank. */
export function refusedBankNamedIn(fields: readonly string[]): BankCode | undefined {
  return refused.find(({ mentions }) => saidIn(fields, mentions))?.code;
}

/** A reference, in capitals, that is one of theirs: of another bank it would not be found. */
export function isRefusedReference(reference: string): boolean {
  return refused.some(({ references }) => references.test(reference));
}

export function saidIn(fields: readonly string[], signs: readonly RegExp[]): boolean {
  return signs.some((sign) => fields.some((field) => sign.test(field)));
}
