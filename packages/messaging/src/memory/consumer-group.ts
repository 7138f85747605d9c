import type { MessageHandler, Subscription } from "../message-bus.ts";
import type { RetryDelayMs } from "../retry-delay.ts";
import { createGroupMember, type GroupMember, type HandOut } from "./group-member.ts";
import type { TopicLog } from "./topic-log.ts";

export interface ConsumerGroupDeps {
  readonly log: TopicLog;
  readonly retryDelayMs: RetryDelayMs;
  canDeliver(): boolean;
  /** The position moved: the log may be shortened. */
  onAdvanced(): void;
}

/** The progress of one group through one topic, shared out among its members. */
export interface ConsumerGroup {
  join(concurrency: number, handler: MessageHandler): Subscription;
  /** There may be something to hand out. */
  wake(): void;
  /** Everything before this offset has left the log: it is finished, or the group holds it. */
  position(): number;
  unfinished(): number;
}

export function createConsumerGroup(deps: ConsumerGroupDeps): ConsumerGroup {
  const { log } = deps;
  const members: GroupMember[] = [];
  const returned = createReturnedQueue();
  let position = log.firstOffset();
  let held = 0;
  let wakeScheduled = false;

  function nextHandOut(): HandOut | undefined {
    const again = returned.takeOldest();
    if (again !== undefined) return again;
    const message = log.at(position);
    if (message === undefined) return undefined;
    position += 1;
    held += 1;
    return { message, attempt: 1 };
  }

  /** In turns, so that members with room share the load. */
  function nextMemberWithRoom(): GroupMember | undefined {
    const index = members.findIndex((member) => member.hasRoom());
    if (index === -1) return undefined;
    const [member] = members.splice(index, 1);
    if (member !== undefined) members.push(member);
    return member;
  }

  function handOut(): void {
    wakeScheduled = false;
    while (deps.canDeliver() && members.some((member) => member.hasRoom())) {
      const next = nextHandOut();
      if (next === undefined) break;
      nextMemberWithRoom()?.take(next);
    }
    deps.onAdvanced();
  }

  /** Never inside the caller's turn: a broker would not run a handler within `publish` either. */
  function wake(): void {
    if (wakeScheduled || members.length === 0) return;
    wakeScheduled = true;
    setImmediate(handOut);
  }

  return {
    join(concurrency, handler) {
      const member = createGroupMember({
        concurrency,
        handler,
        retryDelayMs: deps.retryDelayMs,
        onFinished() {
          held -= 1;
        },
        onGivenBack(handOuts) {
          returned.add(handOuts);
          wake();
        },
        onRoom: wake,
        onClosed: () => void members.splice(members.indexOf(member), 1),
      });
      members.push(member);
      wake();
      return member;
    },
    wake,
    position: () => position,
    unfinished: () => log.endOffset() - position + held,
  };
}

/** Oldest first, and before what is new, so that a message given back keeps its place before its successors. */
function createReturnedQueue(): {
  add(handOuts: readonly HandOut[]): void;
  takeOldest(): HandOut | undefined;
} {
  const newestFirst: HandOut[] = [];
  let sorted = true;
  return {
    add(handOuts) {
      for (const handOut of handOuts) newestFirst.push(handOut);
      sorted = false;
    },
    takeOldest() {
      if (!sorted) newestFirst.sort((a, b) => b.message.offset - a.message.offset);
      sorted = true;
      return newestFirst.pop();
    },
  };
}
