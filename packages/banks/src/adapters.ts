import type { BankCode } from "@receipts/contracts";
import type { BankAdapter, BankEnvironment } from "./bank-adapter.ts";
import type { AdapterOptions } from "./bank-definition.ts";
import { findBank } from "./bank-registry.ts";

export type { AdapterOptions } from "./bank-definition.ts";

/**
 * Loads one bank's adapter, and no other bank's libraries. Throws an `Error` for a bank without an adapter and
 * for settings that are wrong, with every fault listed.
 */
export async function loadBankAdapter(
  bank: BankCode,
  env: BankEnvironment,
  options: AdapterOptions,
): Promise<BankAdapter> {
  const definition = findBank(bank);
  if (definition === undefined) throw new Error(`there is no adapter for ${bank}`);
  return definition.loadAdapter(env, options);
}
