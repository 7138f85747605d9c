import type { BankCode } from "@receipts/contracts";
import type { BankAdapter, BankEnvironment } from "./bank-adapter.ts";
import type { AdapterOptions } from "./bank-definition.ts";
import { findBank } from "./bank-registry.ts";
import { followRelays, type OnRelayOutcome, type RelayHealth } from "./bank-relays.ts";

export type { AdapterOptions } from "./bank-definition.ts";
export type { OnRelayOutcome, RelayHealth } from "./bank-relays.ts";
export { relayOutcomes } from "./relay-memory.ts";

export interface LoadedBankAdapter extends BankAdapter {
  /** The bank's egress proxies, in the order of their setting; none where it is asked directly. */
  relays(): readonly RelayHealth[];
}

export interface LoadOptions extends AdapterOptions {
  readonly onRelayOutcome?: OnRelayOutcome;
}

/**
 * Loads one bank's adapter, and no other bank's libraries. Throws an `Error` for a bank without an adapter and
 * for settings that are wrong, with every fault listed.
 */
export async function loadBankAdapter(
  bank: BankCode,
  env: BankEnvironment,
  { onRelayOutcome = () => undefined, ...options }: LoadOptions,
): Promise<LoadedBankAdapter> {
  const definition = findBank(bank);
  if (definition === undefined) throw new Error(`there is no adapter for ${bank}`);
  const ownEnv = { ...env };
  const relays = followRelays(ownEnv, onRelayOutcome);
  return { ...(await definition.loadAdapter(ownEnv, options)), relays };
}
