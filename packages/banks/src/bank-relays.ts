import type { BankEnvironment } from "./bank-adapter.ts";
import type { WarnOperator } from "./bank-endpoint.ts";
import { createRelayMemory, type Relay, type RelayMemory, type RelayOutcome } from "./relay-memory.ts";

/** A bank's relay, as this process has last seen it. */
export interface RelayHealth {
  /** `host:port`. */
  readonly name: string;
  /** For every host of the bank. */
  readonly isUsable: boolean;
}

/** Called with the relay's name whenever it is known how a request or connection through it went. */
export type OnRelayOutcome = (relay: string, outcome: RelayOutcome) => void;

interface RelaysOfBank {
  readonly onOutcome: OnRelayOutcome;
  /** Of each host: a proxy may let us through to one and not to another. */
  readonly memories: RelayMemory[];
}

/** A bank has as many clients as hosts. They are made with the same environment, by which their relays are found again. */
const relaysByEnvironment = new WeakMap<BankEnvironment, RelaysOfBank>();

/** To be called with an environment of the adapter's own, before the adapter is made. */
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
