import { settlesWithin } from "@receipts/service-kit";
import { type CloseOptions, defaultDrainMs, type MessageHandler, type Subscription } from "../message-bus.ts";
import type { RetryDelayMs } from "../retry-delay.ts";
import type { KeptMessage } from "./topic-log.ts";

/** A message on its way to a handler, for the `attempt`-th time. */
export interface HandOut {
  readonly message: KeptMessage;
  readonly attempt: number;
}

export interface GroupMember extends Subscription {
  hasRoom(): boolean;
  take(handOut: HandOut): void;
}

export interface GroupMemberDeps {
  readonly concurrency: number;
  readonly handler: MessageHandler;
  readonly retryDelayMs: RetryDelayMs;
  /** A message is done. */
  onFinished(): void;
  /** Messages go back to the group, to be handed to any member. */
  onGivenBack(handOuts: readonly HandOut[]): void;
  /** This member can take messages again. */
  onRoom(): void;
  onClosed(): void;
}

/** One subscriber of a group: what it has in flight, and what waits for its retry. */
export function createGroupMember(deps: GroupMemberDeps): GroupMember {
  const inFlight = new Map<HandOut, AbortController>();
  const waiting = new Map<HandOut, NodeJS.Timeout>();
  const drained = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;

  function settle(handOut: HandOut, done: boolean): void {
    if (!inFlight.delete(handOut)) return; // it was taken away: the late answer counts for nothing
    if (done) deps.onFinished();
    else retryLater(handOut);
    if (closing === undefined) deps.onRoom();
    else if (inFlight.size === 0) drained.resolve();
  }

  function retryLater(rejected: HandOut): void {
    if (closing !== undefined) {
      deps.onGivenBack([firstTimeElsewhere(rejected)]);
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(rejected);
      deps.onGivenBack([{ ...rejected, attempt: rejected.attempt + 1 }]);
    }, deps.retryDelayMs(rejected.attempt));
    waiting.set(rejected, timer);
  }

  function giveBackWaiting(): void {
    for (const timer of waiting.values()) clearTimeout(timer);
    deps.onGivenBack([...waiting.keys()].map(firstTimeElsewhere));
    waiting.clear();
  }

  function takeAwayInFlight(): void {
    const taken = [...inFlight];
    inFlight.clear();
    for (const [, controller] of taken) controller.abort();
    deps.onGivenBack(taken.map(([handOut]) => firstTimeElsewhere(handOut)));
  }

  async function drainAndLeave({ drainMs = defaultDrainMs }: CloseOptions): Promise<void> {
    giveBackWaiting();
    if (inFlight.size > 0) await settlesWithin(drained.promise, drainMs);
    takeAwayInFlight();
    deps.onClosed();
  }

  return {
    hasRoom: () => closing === undefined && inFlight.size < deps.concurrency,
    take(handOut) {
      const controller = new AbortController();
      inFlight.set(handOut, controller);
      const { topic, key, value, headers } = handOut.message;
      const ended = (done: boolean) => settle(handOut, done);
      try {
        // Why a handler was not content is its own to report.
        deps.handler({ topic, key, value, headers, attempt: handOut.attempt }, controller.signal).then(
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

/** As with a broker: the next owner of the message does not know of the tries before it. */
function firstTimeElsewhere({ message }: HandOut): HandOut {
  return { message, attempt: 1 };
}
