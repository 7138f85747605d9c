import { z } from "zod";

interface RegisteredBank {
  /** As people know it. */
  readonly title: string;
  /** In Amharic; pages in Amharic show the title of a bank without one. */
  readonly amharicTitle?: string;
  /** Other names that receipts of other banks print for it. */
  readonly otherNames?: readonly string[];
  /** Its account numbers are phone numbers. */
  readonly isWallet?: true;
  /** False for a bank that the API names and refuses: there is no way yet to ask it. */
  readonly isSupported: boolean;
  /** `part` unless said. */
  readonly receiverShown?: ReceiverShown;
}

/**
 * How far receipts of people's accounts show the receiver's: `whole` prints the number, `opened` hides some of it but opens
 * for the last digits of the holder alone, `part` hides some of it, so that the name has to agree.
 */
export type ReceiverShown = "whole" | "opened" | "part";

/**
 * Every value of `bank`: those of the specification in its order, then additions. A new bank is one entry here and one
 * folder of its name each in `packages/banks/src` (how it is asked and read) and `services/bank-sandbox/src` (how it is
 * played). Schemas, topics, metrics, settings, names and examples follow from it.
 */
const registry = {
  cbe: {
    ...{ title: "Commercial Bank of Ethiopia", amharicTitle: "የኢትዮጵያ ንግድ ባንክ" },
    ...{ isSupported: true, receiverShown: "opened" },
  },
  boa: {
    ...{ title: "Bank of Abyssinia", amharicTitle: "አቢሲንያ ባንክ", otherNames: ["Abyssinia Bank"] },
    isSupported: true,
  },
  telebirr: { title: "telebirr", amharicTitle: "ቴሌብር", isWallet: true, isSupported: true },
  mpesa: { title: "M-PESA", amharicTitle: "ኤም-ፔሳ", isWallet: true, isSupported: true },
  cbebirr: {
    ...{ title: "CBE Birr", amharicTitle: "ሲቢኢ ብር", isWallet: true },
    ...{ isSupported: true, receiverShown: "whole" },
  },
  dashen: { title: "Dashen Bank", amharicTitle: "ዳሸን ባንክ", isSupported: true },
  awash: {
    ...{ title: "Awash Bank", amharicTitle: "አዋሽ ባንክ", otherNames: ["Awash International Bank"] },
    isSupported: true,
  },
  siinqee: { title: "Siinqee Bank", amharicTitle: "ሲንቄ ባንክ", isSupported: true },
  kaafiebirr: {
    ...{ title: "Kaafi eBirr", amharicTitle: "ካፊ ኢ-ብር", isWallet: true },
    ...{ isSupported: true, receiverShown: "whole" },
  },
  zemen: { title: "Zemen Bank", amharicTitle: "ዘመን ባንክ", isSupported: false },
  wegagen: { title: "Wegagen Bank", amharicTitle: "ወጋገን ባንክ", isSupported: true, receiverShown: "whole" },
  amhara: { title: "Amhara Bank", amharicTitle: "አማራ ባንክ", isSupported: true, receiverShown: "whole" },
} as const satisfies Record<string, RegisteredBank>;

export type BankCode = keyof typeof registry;

export type SupportedBankCode = {
  [Code in BankCode]: (typeof registry)[Code]["isSupported"] extends true ? Code : never;
}[BankCode];

export const bankCodes = Object.keys(registry) as readonly BankCode[]; // Object.keys forgets the keys

export const supportedBankCodes = bankCodes.filter(isSupportedBank);

export const bankCodeSchema = z.enum(bankCodes).meta({ id: "BankCode", description: "Bank or wallet" });

/** As callers spell it: with blanks around it, in any case. */
export const cleanBankText = (text: unknown) => (typeof text === "string" ? text.trim().toLowerCase() : text);

/** A bank within a request. */
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

/** By it the sandbox says that it fails because it was asked to. Believed of the host that `BANK_SANDBOX_URL` names alone. */
export const askedForFailureHeader = "x-sandbox-failure-asked-for";

export function bankTitle(bank: BankCode, language: "en" | "am" = "en"): string {
  const { title, amharicTitle = title }: RegisteredBank = registry[bank];
  return language === "am" ? amharicTitle : title;
}

/** Every name that receipts of other banks may print for it, its code among them. */
export function bankNames(bank: BankCode): readonly string[] {
  const { title, otherNames = [] }: RegisteredBank = registry[bank];
  return [bank, title, ...otherNames];
}

/** Whether its account numbers are phone numbers. */
export function isWallet(bank: BankCode): boolean {
  const registered: RegisteredBank = registry[bank];
  return registered.isWallet ?? false;
}
