import path from "node:path";
import { type SupportedBankCode, supportedBankCodes } from "@receipts/contracts";
import type { BankSamples, SandboxBank } from "./sandbox-bank.ts";

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

/**
 * Every bank that the sandbox plays: for each code of the registry, the folder of that name. Where several share a
 * path, the first one answers a reference of no known shape.
 */
export const sandboxBanks: readonly SandboxBank[] = await Promise.all(supportedBankCodes.map(loadBank));

async function loadBank(code: SupportedBankCode): Promise<SandboxBank> {
  const { bank }: { bank: SandboxBank } = await import(`./${code}/${code}-bank${extension}`);
  return bank;
}

/** For each bank, identifiers that give each outcome. */
export const sampleReferences = byCode<BankSamples>(({ samples }) => samples);

/** Who receives the payments that nobody ordered: a saved account with this number matches their receipts. */
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
  return Object.fromEntries(entries) as Record<SupportedBankCode, T>; // Object.fromEntries forgets the keys
}
