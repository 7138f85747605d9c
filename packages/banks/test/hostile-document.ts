import type { BankCode } from "@receipts/contracts";
import type { BankEnvironment, ReceiptIdentifiers } from "../src/index.ts";
import { type AnswerRequest, answering } from "./local-bank.ts";

/** An answer of a bank's host that is made to cost its reader as much as possible. */
export interface HostileDocument {
  readonly name: string;
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
  /** Called when it is needed: together they are two hundred megabytes. */
  answer(): AnswerRequest;
  /** `unavailable` is an outage: the bank gave no whole answer, and another attempt may. */
  readonly ends: "unreadable" | "unavailable";
  /** Why, in the words of the failure or of its cause. */
  readonly because: RegExp;
  readonly env: BankEnvironment;
  /** How often it is asked for in one attempt; once by default. */
  readonly requests?: number;
}

/** Just below what is fetched at most, with room for what stands around it. */
export const largest = 2 * 1024 * 1024 - 8_192;
/** Just below what is read in the verifier's own thread. */
export const longestThere = 32_768 - 512;

export const filled = (piece: string, bytes = largest) =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
export const numbered = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => make(nth));

export function ids(reference: string, rest: Partial<ReceiptIdentifiers> = {}): ReceiptIdentifiers {
  return { reference, suffix: null, phone: null, ...rest };
}
const asked = {
  telebirr: ids("DB34K9WQ7X"),
  dashen: ids("387WDTS260610A1B"),
  siinqee: ids("B41K7TR262260352"),
  kaafiebirr: ids("2034000000000"),
  awash: ids("2KCGUGIM57-4Q7C3H"),
  boa: ids("FT26151AB12C", { suffix: "55541" }),
  cbe: ids("v2-hfHCq8ZtLm3RkWd5XnB2"),
  mpesa: ids("UC25MN8R1T"),
  cbebirr: ids("DC21MN8R1T4", { phone: "251900000111" }),
};
export type Bank = keyof typeof asked;

/** A limit ends it; which one comes first depends on the machine. */
export const exceeds = /takes too (?:long|much)/;
export const tooLongValue = /longer than on any receipt/;

type Options = Partial<Pick<HostileDocument, "identifiers" | "ends" | "env" | "requests">>;

export function hostile(
  name: string,
  bank: Bank,
  answer: () => AnswerRequest,
  because: RegExp,
  options: Options = {},
): HostileDocument {
  return { name, bank, identifiers: asked[bank], answer, ends: "unreadable", because, env: {}, ...options };
}

/** An answer of a bank that sends JSON. */
export const json = (bank: Bank, name: string, make: () => string, because: RegExp) =>
  hostile(`JSON of ${bank}: ${name}`, bank, () => answering(200, make(), "application/json"), because);
