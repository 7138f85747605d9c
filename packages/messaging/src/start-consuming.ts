import { settlesWithin } from "@receipts/service-kit";
import type { CloseOptions, Subscription } from "./message-bus.ts";

export interface StartedConsumer {
  /** Leaves, whether it has joined by now or not. */
  close(options?: CloseOptions): Promise<void>;
}

/** Long enough for a group at hand, so that who says "ready" has joined it. */
const JOIN_WITHIN_MS = 3_000;

/**
 * A process starts without its bus too: it waits a moment for the group, and joins later by itself. `onError` hears of a
 * subscription that will never be.
 */
export async function startConsuming(
  subscribing: Promise<Subscription>,
  onError: (error: unknown) => void,
): Promise<StartedConsumer> {
  let joined: Subscription | undefined;
  let leave: CloseOptions | undefined;
  const joining = subscribing
    .then(async (subscription) => {
      joined = subscription;
      if (leave !== undefined) await subscription.close(leave);
    })
    .catch((error: unknown) => {
      // Closed before the bus was there: that is no news.
      if (leave === undefined) onError(error);
    });
  await settlesWithin(joining, JOIN_WITHIN_MS);
  return {
    close: async (options = {}) => {
      leave = options;
      await joined?.close(options);
    },
  };
}
