import type { BankCode } from "@receipts/contracts";
import type { BankEnvironment, ReceiptIdentifiers } from "../src/index.ts";
import { type RequestHandler, respondWith } from "./local-bank.ts";

/** A response that costs its reader as much as possible. */
export interface HostileDocument {
  readonly name: string;
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
  /** Created on demand: together they have 200 MB. */
  respond(): RequestHandler;
  /** `unavailable` is an outage: there was no complete response, and another attempt may succeed. */
  readonly ends: "unreadable" | "unavailable";
  /** The reason, in the message of the failure or of its cause. */
  readonly because: RegExp;
  readonly env: BankEnvironment;
  /** Requests in one attempt; default: 1. */
  readonly requests?: number;
}

/** Just below the maximum size that is fetched, with space for the markup around it. */
export const largest = 2 * 1024 * 1024 - 8_192;
/** Just below the maximum size that is read in the verifier's own thread. */
export const longestThere = 32_768 - 512;

export const filled = (piece: string, bytes = largest) =>
  piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));
export const numbered = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => make(nth));

export function ids(reference: string, rest: Partial<ReceiptIdentifiers> = {}): ReceiptIdentifiers {
  return { reference, suffix: null, phone: null, ...rest };
}
const identifiersByBank = {
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
export type Bank = keyof typeof identifiersByBank;

/** A limit ends it; the first limit to apply depends on the machine. */
export const exceeds = /takes too (?:long|much)/;
export const tooLongValue = /longer than on any receipt/;

type Options = Partial<Pick<HostileDocument, "identifiers" | "ends" | "env" | "requests">>;

export function hostile(
  name: string,
  bank: Bank,
  respond: () => RequestHandler,
  because: RegExp,
  options: Options = {},
): HostileDocument {
  return {
    name,
    bank,
    identifiers: identifiersByBank[bank],
    respond,
    ends: "unreadable",
    because,
    env: {},
    ...options,
  };
}

/** A response of a bank that sends JSON. */
export const json = (bank: Bank, name: string, make: () => string, because: RegExp) =>
  hostile(`JSON of ${bank}: ${name}`, bank, () => respondWith(200, make(), "application/json"), because);
