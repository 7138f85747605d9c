import { z } from "zod";

/** Every value of `bank`, in the order of the specification. */
export const bankCodes = [
  "cbe",
  "boa",
  "telebirr",
  "mpesa",
  "cbebirr",
  "dashen",
  "awash",
  "siinqee",
  "kaafiebirr",
  "zemen",
] as const;

export type BankCode = (typeof bankCodes)[number];

export const bankCodeSchema = z.enum(bankCodes).meta({ description: "Bank or wallet" });

export function isBankCode(text: string): text is BankCode {
  return (bankCodes as readonly string[]).includes(text);
}
