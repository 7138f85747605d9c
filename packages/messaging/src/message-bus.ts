/** A message as its sender writes it. Text is well-formed Unicode and arrives unchanged, as UTF-8. */
export interface OutgoingMessage {
  readonly topic: string;
  /** First attempts of messages with one key are in the order of publishing. */
  readonly key: string;
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface IncomingMessage extends OutgoingMessage {
  readonly headers: Readonly<Record<string, string>>;
  /**
   * 1 for the first attempt in this subscription. A hint: it restarts when the message goes to another subscriber, so
   * do not count with it anything that must survive a crash.
   */
  readonly attempt: number;
}

/**
 * Resolves when the message is done. If it rejects, the message is redelivered later, with back-off. `signal` is
 * aborted when the message is revoked: the drain timed out, or the broker gave the partition to another member. The
 * handler's result is then ignored.
 */
export type MessageHandler = (message: IncomingMessage, signal: AbortSignal) => Promise<void>;

export interface SubscriptionOptions {
  readonly topic: string;
  /** Each group gets every message. Progress is stored per topic and group, so topics may share a group name. */
  readonly group: string;
  /** Maximum messages in flight in this subscription, over all partitions. */
  readonly concurrency: number;
}

export interface CloseOptions {
  /** How long handlers in flight may take to finish. Default: `defaultDrainMs`. */
  readonly drainMs?: number;
}

export interface Subscription {
  /** Stops taking messages, waits up to `drainMs` for those in flight, and returns the rest to the group. */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Passes messages between processes. The conformance suite defines it, and the drivers are interchangeable.
 *
 * At least once: a handler may get a message again, even one that it finished. A driver that commits the contiguous
 * prefix repeats after a crash the messages finished behind an unfinished one.
 */
export interface MessageBus {
  /**
   * Resolves when the broker has stored all messages durably (memory: at once), else rejects with `BusUnavailable`.
   * After a rejection some may have been stored: publish all of them again.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /**
   * Delivers each message of the topic to one subscriber of the group, starting with the oldest retained message. Up to
   * `concurrency` are in flight. A slow message does not delay others, and one that waits for its retry holds no slot.
   *
   * Resolves when the group is joined: later messages are shared with this subscriber. While the broker is unavailable
   * it keeps trying, so start-up need not wait. Rejects with `BusUnavailable` once the bus is closed.
   */
  subscribe(options: SubscriptionOptions, handler: MessageHandler): Promise<Subscription>;
  /** False while the broker is known to be unavailable: callers then need not wait for the publish timeout. */
  isAvailable(): boolean;
  /** Topics that should exist and do not, as last seen; always empty where topics need no creation. */
  missingTopics(): readonly string[];
  /** True if messages survive when all processes stop. If not, unfinished work must be published again at start. */
  readonly durable: boolean;
  /**
   * Returns how many messages of the topic the group has not finished; 0 for an unknown topic. Never too low. May
   * include finished messages behind an unfinished one, and those finished since the driver's last commit.
   */
  lag(topic: string, group: string): Promise<number>;
  /** Closes the subscriptions. Their handlers may publish while they drain; then every call rejects. */
  close(options?: CloseOptions): Promise<void>;
}

/** Longer than a request to a bank, shorter than a pod's grace period (45 s). */
export const defaultDrainMs = 20_000;

/** The broker did not accept the message. Retrying may help: nothing is wrong with the message. */
export class BusUnavailable extends Error {
  readonly retryable = true;
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "BusUnavailable";
  }
}
