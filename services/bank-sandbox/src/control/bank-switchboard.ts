import type { BankCode } from "@receipts/contracts";

interface HostState {
  readonly down: boolean;
  readonly latencyMs: number;
}

export interface BankSwitchboard {
  receive(bank: BankCode): HostState;
  change(bank: BankCode, change: { readonly down?: boolean; readonly latencyMs?: number }): void;
  requests(): Record<string, number>;
  states(): Record<string, HostState>;
}

/** The state of each bank's host, and its number of receipt requests. */
export function createBankSwitchboard(banks: readonly BankCode[], latencyMs: number): BankSwitchboard {
  const healthy: HostState = { down: false, latencyMs };
  const states = new Map<BankCode, HostState>(banks.map((bank) => [bank, healthy]));
  const requests = new Map<BankCode, number>(banks.map((bank) => [bank, 0]));
  const stateOf = (bank: BankCode) => states.get(bank) ?? healthy;
  return {
    receive(bank) {
      requests.set(bank, (requests.get(bank) ?? 0) + 1);
      return stateOf(bank);
    },
    change: (bank, change) => void states.set(bank, { ...stateOf(bank), ...change }),
    requests: () => Object.fromEntries(requests),
    states: () => Object.fromEntries(states),
  };
}
