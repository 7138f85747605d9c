import type { Listener } from "./fast-store.ts";

/** Who listens to which channel in this process. */
export interface Listeners {
  /** Returns how to take the listener off again. */
  add(channel: string, listener: Listener): () => void;
  deliver(channel: string, message: string): void;
  has(channel: string): boolean;
  clear(): void;
}

export function createListeners(onListenerError: (error: unknown) => void): Listeners {
  const channels = new Map<string, Set<{ readonly listener: Listener }>>();
  return {
    add(channel, listener) {
      const entry = { listener }; // its own object: one function may listen twice
      const entries = channels.get(channel) ?? new Set();
      channels.set(channel, entries.add(entry));
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && channels.get(channel) === entries) channels.delete(channel);
      };
    },
    deliver(channel, message) {
      for (const { listener } of [...(channels.get(channel) ?? [])]) {
        try {
          listener(message);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    has: (channel) => channels.has(channel),
    clear: () => channels.clear(),
  };
}
