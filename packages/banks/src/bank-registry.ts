import { type BankCode, bankCodes } from "@receipts/contracts";
import type { BankEnvironment, ReadIdentifiers } from "./bank-adapter.ts";
import type { BankDefinition } from "./bank-definition.ts";
import { type BankSetting, endpointSettings } from "./bank-endpoint.ts";
import { createDetectBank, type DetectBank } from "./detect-bank.ts";
import { awashBank } from "./awash/awash-bank.ts";
import { boaBank } from "./boa/boa-bank.ts";
import { cbeBank } from "./cbe/cbe-bank.ts";
import { cbebirrBank } from "./cbebirr/cbebirr-bank.ts";
import { dashenBank } from "./dashen/dashen-bank.ts";
import { kaafiebirrBank } from "./kaafiebirr/kaafiebirr-bank.ts";
import { mpesaBank } from "./mpesa/mpesa-bank.ts";
import { siinqeeBank } from "./siinqee/siinqee-bank.ts";
import { telebirrBank } from "./telebirr/telebirr-bank.ts";

/** A new bank is one folder and one entry here. */
const definitions: readonly BankDefinition[] = [
  cbeBank,
  boaBank,
  telebirrBank,
  mpesaBank,
  cbebirrBank,
  dashenBank,
  awashBank,
  siinqeeBank,
  kaafiebirrBank,
];

const byCode: ReadonlyMap<BankCode, BankDefinition> = new Map(definitions.map((bank) => [bank.code, bank]));

/** Banks that have an adapter, in the order of the specification. */
export const supportedBanks: readonly BankCode[] = bankCodes.filter((code) => byCode.has(code));

export function findBank(bank: BankCode): BankDefinition | undefined {
  return byCode.get(bank);
}

/**
 * The bank's rules for identifiers; undefined for a bank without an adapter. With the `BANK_*` settings given,
 * links to the configured hosts are understood as well as those to the bank's own.
 */
export function readIdentifiers(bank: BankCode, env: BankEnvironment = {}): ReadIdentifiers | undefined {
  return byCode.get(bank)?.createReadIdentifiers(env);
}

/** Every environment variable that the bank's adapter reads; none for a bank without one. */
export function bankSettings(bank: BankCode): readonly BankSetting[] {
  const all = (byCode.get(bank)?.endpoints ?? []).flatMap(endpointSettings);
  return all.filter(({ name }, index) => all.findIndex((setting) => setting.name === name) === index);
}

/** Tells the bank from what was sent, for submissions without `bank`. */
export function createBankDetection(env: BankEnvironment): DetectBank {
  return createDetectBank(definitions, env);
}
