import type { BankEnvironment } from "./bank-adapter.ts";
import type { WarnOperator } from "./bank-endpoint.ts";
import { createRelayMemory, type Relay, type RelayMemory, type RelayOutcome } from "./relay-memory.ts";

/** A bank's relay, as last seen by this process. */
export interface RelayHealth {
  /** `host:port`. */
  readonly name: string;
  /** Usable for every host of the bank. */
  readonly isUsable: boolean;
}

/** Called with the relay's name for every known outcome of a request or connection through it. */
export type OnRelayOutcome = (relay: string, outcome: RelayOutcome) => void;

interface RelaysOfBank {
  readonly onOutcome: OnRelayOutcome;
  /** One for each host: a proxy may be allowed to reach one host but not another. */
  readonly memories: RelayMemory[];
}

/** A bank has one client for each host. All are created with the same environment, which is the key to their relays. */
const relaysByEnvironment = new WeakMap<BankEnvironment, RelaysOfBank>();

/** Call this before creating the adapter, with an environment that belongs to the adapter alone. */
export function followRelays(env: BankEnvironment, onOutcome: OnRelayOutcome): () => readonly RelayHealth[] {
  const relays: RelaysOfBank = { onOutcome, memories: [] };
  relaysByEnvironment.set(env, relays);
  return () => {
    const names = new Set(relays.memories.flatMap((memory) => memory.relays.map(({ name }) => name)));
    return [...names].map((name) => ({
      name,
      isUsable: relays.memories.every((memory) => isUsable(memory, name)),
    }));
  };
}

function isUsable(memory: RelayMemory, name: string): boolean {
  return memory.relays.every((relay) => relay.name !== name || memory.isUsable(relay));
}

export function openRelayMemory(
  proxyUrls: readonly string[],
  env: BankEnvironment,
  warn: WarnOperator,
): RelayMemory {
  const followed = relaysByEnvironment.get(env);
  const memory = createRelayMemory(proxyUrls.map(relayAt), {
    warn,
    onOutcome: ({ name }, outcome) => followed?.onOutcome(name, outcome),
  });
  followed?.memories.push(memory);
  return memory;
}

function relayAt(proxyUrl: string): Relay {
  const { hostname, port } = new URL(proxyUrl);
  return { name: `${hostname}:${port || 80}`, proxyUrl };
}
