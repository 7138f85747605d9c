import type { OutgoingMessage } from "@receipts/messaging";

/** A message as it stands in the outbox. */
export interface OutboxRow extends OutgoingMessage {
  readonly id: number;
}

/** How long the writer's own publish after commit has before the relay takes the message over. */
export const RELAY_GRACE_MS = 2_000;
