import { settlesWithin } from "@receipts/service-kit";
import type { CloseOptions, Subscription } from "./message-bus.ts";

export interface StartedConsumer {
  /** Leaves the group, even if it has not joined yet. */
  close(options?: CloseOptions): Promise<void>;
}

/** Long enough to join an available group, so that a ready process has joined. */
const JOIN_WITHIN_MS = 3_000;

/**
 * Waits briefly to join the group, and returns even if the bus is unavailable: it then joins later. Calls `onError` if
 * the subscription fails for good.
 */
export async function startConsuming(
  subscribing: Promise<Subscription>,
  onError: (error: unknown) => void,
): Promise<StartedConsumer> {
  let joined: Subscription | undefined;
  let closeOptions: CloseOptions | undefined;
  const joining = subscribing
    .then(async (subscription) => {
      joined = subscription;
      if (closeOptions !== undefined) await subscription.close(closeOptions);
    })
    .catch((error: unknown) => {
      // Closed before the bus was available: expected.
      if (closeOptions === undefined) onError(error);
    });
  await settlesWithin(joining, JOIN_WITHIN_MS);
  return {
    close: async (options = {}) => {
      closeOptions = options;
      await joined?.close(options);
    },
  };
}
