import type { Listener } from "./fast-store.ts";

/** Listeners by channel in this process. Errors that a listener throws go to `onListenerError`. */
export function createListeners(onListenerError: (error: unknown) => void = warnOfListenerError) {
  const channels = new Map<string, Set<{ readonly listener: Listener }>>();
  return {
    /** Returns a function that removes the listener. */
    add(channel: string, listener: Listener): () => void {
      const entry = { listener }; // a new object: one function may listen twice
      const entries = channels.get(channel) ?? new Set();
      channels.set(channel, entries.add(entry));
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && channels.get(channel) === entries) channels.delete(channel);
      };
    },
    deliver(channel: string, message: string): void {
      for (const { listener } of [...(channels.get(channel) ?? [])]) {
        try {
          listener(message);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    clear: () => channels.clear(),
  };
}

function warnOfListenerError(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)));
}
