import path from "node:path";
import { type SupportedBankCode, supportedBankCodes } from "@receipts/contracts";
import type { BankSamples, SandboxBank } from "./sandbox-bank.ts";

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

/**
 * Every bank of the sandbox: the folder named like each code of the registry. If several share a path, the first one
 * responds to a reference of unknown shape.
 */
export const sandboxBanks: readonly SandboxBank[] = await Promise.all(supportedBankCodes.map(loadBank));

async function loadBank(code: SupportedBankCode): Promise<SandboxBank> {
  const { bank }: { bank: SandboxBank } = await import(`./${code}/${code}-bank${extension}`);
  return bank;
}

/** For each bank, identifiers that give each outcome. */
export const sampleReferences = byCode<BankSamples>(({ samples }) => samples);

/** The receiver of payments without an order: a saved account with this number matches their receipts. */
export interface SandboxReceiver {
  readonly accountNumber: string;
  readonly accountName: string;
}

export const sandboxReceivers = byCode<SandboxReceiver>(({ receiver }) => ({
  accountNumber: receiver.account,
  accountName: receiver.name,
}));

function byCode<T>(pick: (bank: SandboxBank) => T): Readonly<Record<SupportedBankCode, T>> {
  const entries = sandboxBanks.map((bank) => [bank.code, pick(bank)]);
  return Object.fromEntries(entries) as Record<SupportedBankCode, T>; // Object.fromEntries loses the key types
}
