import { z } from "zod";

interface RegisteredBank {
  /** Name for people. */
  readonly title: string;
  /** Name in Amharic. If absent, Amharic pages show `title`. */
  readonly amharicTitle?: string;
  /** Other names under which receipts of other banks mention it. */
  readonly otherNames?: readonly string[];
  /** True if its account numbers are phone numbers. */
  readonly isWallet?: true;
  /** False for a bank that the API knows and refuses, because it cannot be queried yet. */
  readonly isSupported: boolean;
  /** Default: `part`. */
  readonly receiverShown?: ReceiverShown;
}

/**
 * How much of a person's account number a receipt shows.
 * - `whole`: all of it
 * - `opened`: a part, but the receipt opens only with the holder's last digits
 * - `part`: a part, so the name must agree too
 */
export type ReceiverShown = "whole" | "opened" | "part";

/**
 * Every value of `bank`: those of the specification in its order, then additions. A new bank is one entry here and one
 * folder each in `packages/banks/src` (queries and parsing) and `services/bank-sandbox/src` (simulation). Schemas, topics,
 * metrics, settings, names and examples follow from the entry.
 */
const registry = {
  cbe: {
    title: "Commercial Bank of Ethiopia",
    amharicTitle: "የኢትዮጵያ ንግድ ባንክ",
    isSupported: true,
    receiverShown: "opened",
  },
  boa: {
    title: "Bank of Abyssinia",
    amharicTitle: "አቢሲንያ ባንክ",
    otherNames: ["Abyssinia Bank"],
    isSupported: true,
  },
  telebirr: { title: "telebirr", amharicTitle: "ቴሌብር", isWallet: true, isSupported: true },
  mpesa: { title: "M-PESA", amharicTitle: "ኤም-ፔሳ", isWallet: true, isSupported: true },
  cbebirr: {
    title: "CBE Birr",
    amharicTitle: "ሲቢኢ ብር",
    isWallet: true,
    isSupported: true,
    receiverShown: "whole",
  },
  dashen: { title: "Dashen Bank", amharicTitle: "ዳሸን ባንክ", isSupported: true },
  awash: {
    title: "Awash Bank",
    amharicTitle: "አዋሽ ባንክ",
    otherNames: ["Awash International Bank"],
    isSupported: true,
  },
  siinqee: { title: "Siinqee Bank", amharicTitle: "ሲንቄ ባንክ", isSupported: true },
  kaafiebirr: {
    title: "Kaafi eBirr",
    amharicTitle: "ካፊ ኢ-ብር",
    isWallet: true,
    isSupported: true,
    receiverShown: "whole",
  },
  zemen: { title: "Zemen Bank", amharicTitle: "ዘመን ባንክ", isSupported: false },
  wegagen: { title: "Wegagen Bank", amharicTitle: "ወጋገን ባንክ", isSupported: true, receiverShown: "whole" },
  amhara: { title: "Amhara Bank", amharicTitle: "አማራ ባንክ", isSupported: true, receiverShown: "whole" },
} as const satisfies Record<string, RegisteredBank>;

export type BankCode = keyof typeof registry;

export type SupportedBankCode = {
  [Code in BankCode]: (typeof registry)[Code]["isSupported"] extends true ? Code : never;
}[BankCode];

export const bankCodes = Object.keys(registry) as readonly BankCode[]; // Object.keys loses the key type

export const supportedBankCodes = bankCodes.filter(isSupportedBank);

export const bankCodeSchema = z.enum(bankCodes).meta({
  id: "BankCode",
  description: "Code of the bank or wallet that issued the receipt or holds the account.",
  examples: ["telebirr"],
});

/** Accepts surrounding spaces and any case. */
export const cleanBankText = (text: unknown) => (typeof text === "string" ? text.trim().toLowerCase() : text);

/** A bank code in a request. */
export const bankInputSchema = z.preprocess(cleanBankText, bankCodeSchema);

export function isBankCode(text: string): text is BankCode {
  return Object.hasOwn(registry, text);
}

export function isSupportedBank(bank: BankCode): bank is SupportedBankCode {
  return registry[bank].isSupported;
}

export function receiverShown(bank: BankCode): ReceiverShown {
  const { receiverShown: shown }: RegisteredBank = registry[bank];
  return shown ?? "part";
}

/** The sandbox marks failures that were requested. Trusted only from the host of `BANK_SANDBOX_URL`. */
export const askedForFailureHeader = "x-sandbox-failure-asked-for";

/** Tells the sandbox that the number was read in a file: then it knows only ordered payments. Sent to no other host. */
export const readInFileHeader = "x-sandbox-read-in-file";

export function bankTitle(bank: BankCode, language: "en" | "am" = "en"): string {
  const { title, amharicTitle = title }: RegisteredBank = registry[bank];
  return language === "am" ? amharicTitle : title;
}

/** Every name that receipts of other banks can print for it, including its code. */
export function bankNames(bank: BankCode): readonly string[] {
  const { title, otherNames = [] }: RegisteredBank = registry[bank];
  return [bank, title, ...otherNames];
}

/** Whether its account numbers are phone numbers. */
export function isWallet(bank: BankCode): boolean {
  const registered: RegisteredBank = registry[bank];
  return registered.isWallet ?? false;
}
