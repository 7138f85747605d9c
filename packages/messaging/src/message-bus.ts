/** A message as its sender sees it. Text is well-formed Unicode; it arrives byte for byte as UTF-8. */
export interface OutgoingMessage {
  readonly topic: string;
  /** Messages of one key are handed out in the order of publishing (the first time; retries come later). */
  readonly key: string;
  readonly value: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface IncomingMessage extends OutgoingMessage {
  readonly headers: Readonly<Record<string, string>>;
  /**
   * 1 when a subscription of this process is handed the message for the first time. A hint: it starts over
   * when the message goes to another subscriber, so nothing that must survive a crash may be counted by it.
   */
  readonly attempt: number;
}

/**
 * Resolved: done. Rejected: handed again later, with back-off. `signal` is aborted when the message is taken
 * from this handler (the drain ran out, or the broker gave the partition to another member); what the handler
 * answers after that counts for nothing.
 */
export type MessageHandler = (message: IncomingMessage, signal: AbortSignal) => Promise<void>;

export interface SubscriptionOptions {
  readonly topic: string;
  /** Each group gets every message. Progress belongs to (topic, group): one name may be used on many topics. */
  readonly group: string;
  /** Most messages in flight in this subscription, over all partitions. */
  readonly concurrency: number;
}

export interface CloseOptions {
  /** How long handlers in flight may take to finish; `defaultDrainMs` unless told. */
  readonly drainMs?: number;
}

export interface Subscription {
  /** Takes no new message, waits for those in flight (up to drainMs), gives the rest back. */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * Work on its way between processes. The conformance suite is the definition; the drivers are interchangeable.
 *
 * At least once: a handler must bear to see a message again, also one that it finished (a driver that commits
 * the contiguous prefix repeats, after a crash, what was finished behind an unfinished message).
 */
export interface MessageBus {
  /**
   * Resolves when the broker has taken all of them durably (memory: at once), else rejects with
   * BusUnavailable. After a rejection some may have been taken all the same: publish all of them again.
   */
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  /**
   * Hands each message of the topic to one subscriber of the group, from the earliest that is kept, also what
   * was published before. Up to `concurrency` are in flight; neither a slow message nor one that waits for its
   * retry holds up others or holds a place.
   *
   * Resolves when the group is joined: what is published from then on is shared with this subscriber. While
   * the broker is away it keeps trying, so start-up need not wait for it. Rejects with BusUnavailable once the
   * bus is closed.
   */
  subscribe(options: SubscriptionOptions, handler: MessageHandler): Promise<Subscription>;
  /** False while the broker is known to be away: callers then need not wait for the publish timeout. */
  isAvailable(): boolean;
  /** Whether messages survive the death of every process. If not, unfinished work is put on the bus at start. */
  readonly durable: boolean;
  /**
   * Messages of the topic that the group has not finished; 0 for a topic that nobody used. May also count
   * finished messages behind an unfinished one, and trails by the driver's commit interval; never too low.
   */
  lag(topic: string, group: string): Promise<number>;
  /** Closes the subscriptions; their handlers may still publish while they drain. Then everything rejects. */
  close(options?: CloseOptions): Promise<void>;
}

/** Longer than one request to a bank may take, shorter than a pod's grace period (45 s). */
export const defaultDrainMs = 20_000;

/** The broker did not take it. It can be tried again: nothing is wrong with the message. */
export class BusUnavailable extends Error {
  readonly retryable = true;
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "BusUnavailable";
  }
}
