import { z } from "zod";

interface RegisteredBank {
  /** As people know it. */
  readonly title: string;
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
 * Every value of `bank`, in the order of the specification. A new bank is one line here and one folder of its name each
 * in `packages/banks/src` (how it is asked and read) and `services/bank-sandbox/src` (how it is played). Schemas,
 * topics, metrics, settings and examples follow from it.
 */
const registry = {
  cbe: { title: "Commercial Bank of Ethiopia", isSupported: true, receiverShown: "opened" },
  boa: { title: "Bank of Abyssinia", isSupported: true },
  telebirr: { title: "telebirr", isSupported: true },
  mpesa: { title: "M-PESA", isSupported: true },
  cbebirr: { title: "CBE Birr", isSupported: true, receiverShown: "whole" },
  dashen: { title: "Dashen Bank", isSupported: true },
  awash: { title: "Awash Bank", isSupported: true },
  siinqee: { title: "Siinqee Bank", isSupported: true },
  kaafiebirr: { title: "Kaafi eBirr", isSupported: true, receiverShown: "whole" },
  zemen: { title: "Zemen Bank", isSupported: false },
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

export function bankTitle(bank: BankCode): string {
  return registry[bank].title;
}
