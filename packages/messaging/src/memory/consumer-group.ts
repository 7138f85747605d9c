import type { MessageHandler, Subscription } from "../message-bus.ts";
import type { RetryDelayMs } from "../retry-delay.ts";
import { createGroupMember, type Dispatch, type GroupMember } from "./group-member.ts";
import type { TopicLog } from "./topic-log.ts";

export interface ConsumerGroupDeps {
  readonly log: TopicLog;
  readonly retryDelayMs: RetryDelayMs;
  canDeliver(): boolean;
  /** The position moved: the log may be trimmed. */
  onAdvanced(): void;
}

/** Progress of one group through one topic, and its members. */
export interface ConsumerGroup {
  join(concurrency: number, handler: MessageHandler): Subscription;
  /** Dispatches messages if there are any. */
  wake(): void;
  /** All messages before this offset are finished, or the group holds them. */
  position(): number;
  unfinished(): number;
}

export function createConsumerGroup(deps: ConsumerGroupDeps): ConsumerGroup {
  const { log } = deps;
  const members: GroupMember[] = [];
  const returned = createReturnedQueue();
  let position = log.firstOffset();
  let inProgress = 0;
  let wakeScheduled = false;

  function nextDispatch(): Dispatch | undefined {
    const returnedDispatch = returned.takeOldest();
    if (returnedDispatch !== undefined) return returnedDispatch;
    const message = log.at(position);
    if (message === undefined) return undefined;
    position += 1;
    inProgress += 1;
    return { message, attempt: 1 };
  }

  /** Round robin among members with free slots. */
  function nextMemberWithCapacity(): GroupMember | undefined {
    const index = members.findIndex((member) => member.hasCapacity());
    if (index === -1) return undefined;
    const [member] = members.splice(index, 1);
    if (member !== undefined) members.push(member);
    return member;
  }

  function dispatchAll(): void {
    wakeScheduled = false;
    while (deps.canDeliver() && members.some((member) => member.hasCapacity())) {
      const next = nextDispatch();
      if (next === undefined) break;
      nextMemberWithCapacity()?.start(next);
    }
    deps.onAdvanced();
  }

  /** Asynchronous: a broker would not run a handler within `publish` either. */
  function wake(): void {
    if (wakeScheduled || members.length === 0) return;
    wakeScheduled = true;
    setImmediate(dispatchAll);
  }

  return {
    join(concurrency, handler) {
      const member = createGroupMember({
        concurrency,
        handler,
        retryDelayMs: deps.retryDelayMs,
        onFinished() {
          inProgress -= 1;
        },
        onReturned(dispatches) {
          returned.add(dispatches);
          wake();
        },
        onCapacity: wake,
        onClosed: () => void members.splice(members.indexOf(member), 1),
      });
      members.push(member);
      wake();
      return member;
    },
    wake,
    position: () => position,
    unfinished: () => log.endOffset() - position + inProgress,
  };
}

/** Oldest first: a returned message keeps its place before later ones. */
function createReturnedQueue(): {
  add(dispatches: readonly Dispatch[]): void;
  takeOldest(): Dispatch | undefined;
} {
  const newestFirst: Dispatch[] = [];
  let sorted = true;
  return {
    add(dispatches) {
      for (const dispatchAll of dispatches) newestFirst.push(dispatchAll);
      sorted = false;
    },
    takeOldest() {
      if (!sorted) newestFirst.sort((a, b) => b.message.offset - a.message.offset);
      sorted = true;
      return newestFirst.pop();
    },
  };
}
