import path from "node:path";
import { type BankCode, type SupportedBankCode, supportedBankCodes } from "@receipts/contracts";
import type { BankEnvironment, ReadIdentifiers, ReceiptIdentifiers } from "./bank-adapter.ts";
import type { BankDefinition, BankExamples } from "./bank-definition.ts";
import { type BankSetting, endpointSettings, isSandboxed } from "./bank-endpoint.ts";
import { createDetectBank, type DetectBank } from "./detect-bank.ts";
import { readerOf } from "./message-without-receipt.ts";
import type { PrintedReceipt } from "./printed-receipt.ts";

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

/** Loads the folder named like each code of the registry. */
const definitions: readonly BankDefinition[] = await Promise.all(supportedBankCodes.map(loadDefinition));

async function loadDefinition(code: SupportedBankCode): Promise<BankDefinition> {
  const { bank }: { bank: BankDefinition } = await import(`./${code}/${code}-bank${extension}`);
  return bank;
}

const byCode: ReadonlyMap<BankCode, BankDefinition> = new Map(definitions.map((bank) => [bank.code, bank]));

export function findBank(bank: BankCode): BankDefinition | undefined {
  return byCode.get(bank);
}

/**
 * The bank's rules for identifiers; undefined for a bank without an adapter. With the `BANK_*` settings, links to the
 * configured hosts are recognized as well as those to the bank's own.
 */
export function readIdentifiers(bank: BankCode, env: BankEnvironment = {}): ReadIdentifiers | undefined {
  const definition = byCode.get(bank);
  return definition && readerOf(definition, env, noReceipts);
}

const noReceipts = definitions.flatMap(({ signs }) => signs.noReceipts ?? []);

/** The parts of a text that only look like a receipt of a payment. */
export function noReceiptsIn(text: string): readonly string[] {
  return noReceipts.flatMap((part) => part.exec(text)?.[0] ?? []);
}

/** Every environment variable that the bank's adapter reads; empty for a bank without one. */
export function bankSettings(bank: BankCode): readonly BankSetting[] {
  const all = (byCode.get(bank)?.endpoints ?? []).flatMap(endpointSettings);
  return all.filter(({ name }, index) => all.findIndex((setting) => setting.name === name) === index);
}

/** Whether a bank is asked itself; false where one of its hosts is that of `BANK_SANDBOX_URL`. */
export type IsLive = (bank: BankCode) => boolean;

export function createIsLive(env: BankEnvironment): IsLive {
  const sandboxed = definitions.filter(({ endpoints }) => endpoints.some((one) => isSandboxed(one, env)));
  const codes = new Set<BankCode>(sandboxed.map(({ code }) => code));
  return (bank) => !codes.has(bank);
}

/** Whether receipts of this bank may need comparison with accounts that are saved for other banks. */
export function paysToOtherBanks(bank: BankCode): boolean {
  return byCode.get(bank)?.paysToOtherBanks ?? false;
}

/**
 * The identifiers that open this receipt for the holder of this account (normalized); undefined if the bank checks
 * none.
 */
export function identifiersOfHolder(
  bank: BankCode,
  referenceNumber: string,
  account: string,
): ReceiptIdentifiers | undefined {
  return byCode.get(bank)?.identifiersOfHolder?.(referenceNumber, account);
}

/** Whether the bank requires digits of an account to open its documents. */
export function requiresHolderDigits(bank: BankCode): boolean {
  return byCode.get(bank)?.identifiersOfHolder !== undefined;
}

/** Identifiers that give each outcome at the sandbox. */
export function bankExamples(bank: SupportedBankCode): BankExamples {
  return definitionOf(bank).examples;
}

/** Identifiers of a receipt that no bank has: invented ones, which the sandbox does not know either. */
export function nonexistentReceipt(bank: BankCode): ReceiptIdentifiers | undefined {
  const definition = byCode.get(bank);
  const read = definition?.createReadIdentifiers({})(definition.examples.notFound);
  return read?.kind === "valid" ? read.identifiers : undefined;
}

/** Tells its payers how to find the number of a payment. */
export function numberPlaces(bank: SupportedBankCode): BankDefinition["numberPlaces"] {
  return definitionOf(bank).numberPlaces;
}

function definitionOf(bank: SupportedBankCode): BankDefinition {
  const definition = byCode.get(bank);
  if (definition === undefined) throw new Error(`there is no definition of ${bank}`);
  return definition;
}

/** Detects the bank of a submission without `bank`. */
export function createBankDetection(env: BankEnvironment): DetectBank {
  const readers = definitions.map((definition) => ({
    ...definition,
    read: readerOf(definition, env, noReceipts),
  }));
  return createDetectBank(readers, env);
}

export interface BankPrint extends PrintedReceipt {
  readonly code: BankCode;
  readonly hosts: readonly string[];
}

/** How the receipts of each bank look, where that is known. */
export const bankPrints: readonly BankPrint[] = definitions.flatMap(({ code, printed, signs }) =>
  printed === undefined ? [] : [{ ...printed, code, hosts: signs.hosts }],
);
