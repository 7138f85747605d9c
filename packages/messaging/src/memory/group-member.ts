import { settlesWithin } from "@receipts/service-kit";
import { type CloseOptions, defaultDrainMs, type MessageHandler, type Subscription } from "../message-bus.ts";
import type { RetryDelayMs } from "../retry-delay.ts";
import type { StoredMessage } from "./topic-log.ts";

/** A message for a handler, with the number of the attempt. */
export interface Dispatch {
  readonly message: StoredMessage;
  readonly attempt: number;
}

export interface GroupMember extends Subscription {
  hasCapacity(): boolean;
  start(dispatch: Dispatch): void;
}

export interface GroupMemberDeps {
  readonly concurrency: number;
  readonly handler: MessageHandler;
  readonly retryDelayMs: RetryDelayMs;
  onFinished(): void;
  /** Messages return to the group, for any member. */
  onReturned(dispatches: readonly Dispatch[]): void;
  /** This member has a free slot again. */
  onCapacity(): void;
  onClosed(): void;
}

/** One subscriber of a group, with its messages in flight and those that wait for a retry. */
export function createGroupMember(deps: GroupMemberDeps): GroupMember {
  const inFlight = new Map<Dispatch, AbortController>();
  const waiting = new Map<Dispatch, NodeJS.Timeout>();
  const drained = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;

  function onHandlerDone(dispatch: Dispatch, done: boolean): void {
    if (!inFlight.delete(dispatch)) return; // revoked: a late result is ignored
    if (done) deps.onFinished();
    else retryLater(dispatch);
    if (closing === undefined) deps.onCapacity();
    else if (inFlight.size === 0) drained.resolve();
  }

  function retryLater(rejected: Dispatch): void {
    if (closing !== undefined) {
      deps.onReturned([asFirstAttempt(rejected)]);
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(rejected);
      deps.onReturned([{ ...rejected, attempt: rejected.attempt + 1 }]);
    }, deps.retryDelayMs(rejected.attempt));
    waiting.set(rejected, timer);
  }

  function returnWaiting(): void {
    for (const timer of waiting.values()) clearTimeout(timer);
    deps.onReturned([...waiting.keys()].map(asFirstAttempt));
    waiting.clear();
  }

  function revokeInFlight(): void {
    const revoked = [...inFlight];
    inFlight.clear();
    for (const [, controller] of revoked) controller.abort();
    deps.onReturned(revoked.map(([dispatch]) => asFirstAttempt(dispatch)));
  }

  async function drainAndLeave({ drainMs = defaultDrainMs }: CloseOptions): Promise<void> {
    returnWaiting();
    if (inFlight.size > 0) await settlesWithin(drained.promise, drainMs);
    revokeInFlight();
    deps.onClosed();
  }

  return {
    hasCapacity: () => closing === undefined && inFlight.size < deps.concurrency,
    start(dispatch) {
      const controller = new AbortController();
      inFlight.set(dispatch, controller);
      const { topic, key, value, headers } = dispatch.message;
      const ended = (done: boolean) => onHandlerDone(dispatch, done);
      try {
        // Handlers report their own errors.
        deps.handler({ topic, key, value, headers, attempt: dispatch.attempt }, controller.signal).then(
          () => ended(true),
          () => ended(false),
        );
      } catch {
        queueMicrotask(() => ended(false));
      }
    },
    close(options = {}) {
      closing ??= drainAndLeave(options);
      return closing;
    },
  };
}

/** As with a broker, the next owner of the message does not know about earlier attempts. */
function asFirstAttempt({ message }: Dispatch): Dispatch {
  return { message, attempt: 1 };
}
