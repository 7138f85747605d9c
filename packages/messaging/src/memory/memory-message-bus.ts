import {
  BusUnavailable,
  type CloseOptions,
  type MessageBus,
  type OutgoingMessage,
  type Subscription,
} from "../message-bus.ts";
import { defaultRetryDelayMs, type RetryDelayMs } from "../retry-delay.ts";
import { type ConsumerGroup, createConsumerGroup } from "./consumer-group.ts";
import { createTopicLog, type TopicLog } from "./topic-log.ts";

export interface MemoryMessageBusOptions {
  readonly retryDelayMs?: RetryDelayMs;
  /**
   * A topic takes no more while one of its groups has this many unfinished: the sender's outbox holds the rest,
   * as it does when a broker is away. A topic that nobody reads keeps this many and forgets the oldest, as a
   * broker does by retention.
   */
  readonly maxUnfinished?: number;
}

export interface MemoryMessageBus extends MessageBus {
  /** For tests: a broker that is away takes nothing and hands out nothing. */
  setAvailable(available: boolean): void;
}

interface MemoryTopic {
  readonly log: TopicLog;
  readonly groups: Map<string, ConsumerGroup>;
}

/** All in this process. A group that joins late sees only what the groups before it have not been handed. */
export function createMemoryMessageBus({
  retryDelayMs = defaultRetryDelayMs,
  maxUnfinished = 100_000,
}: MemoryMessageBusOptions = {}): MemoryMessageBus {
  const topics = new Map<string, MemoryTopic>();
  const subscriptions = new Set<Subscription>();
  let available = true;
  let closed = false;
  let closing: Promise<void> | undefined;

  function mustBeThere(): void {
    if (closed) throw new BusUnavailable("the bus is closed");
    if (!available) throw new BusUnavailable("the bus is away");
  }

  function topicOf(name: string): MemoryTopic {
    const known = topics.get(name);
    if (known !== undefined) return known;
    const topic = { log: createTopicLog(), groups: new Map<string, ConsumerGroup>() };
    topics.set(name, topic);
    return topic;
  }

  function groupOf(topic: MemoryTopic, name: string): ConsumerGroup {
    const known = topic.groups.get(name);
    if (known !== undefined) return known;
    const group = createConsumerGroup({
      log: topic.log,
      retryDelayMs,
      canDeliver: () => available,
      onAdvanced: () => forgetWhatNobodyNeeds(topic, maxUnfinished),
    });
    topic.groups.set(name, group);
    return group;
  }

  async function closeAll(options?: CloseOptions): Promise<void> {
    await Promise.all([...subscriptions].map((subscription) => subscription.close(options)));
    closed = true;
    topics.clear();
  }

  return {
    durable: false,
    async publish(messages) {
      mustBeThere();
      for (const name of new Set(messages.map((message) => message.topic))) {
        mustHaveRoom(name, topics.get(name), maxUnfinished);
      }
      for (const message of messages) topicOf(message.topic).log.append(kept(message));
      for (const name of new Set(messages.map((message) => message.topic))) {
        const topic = topicOf(name);
        forgetWhatNobodyNeeds(topic, maxUnfinished);
        for (const group of topic.groups.values()) group.wake();
      }
    },
    async subscribe({ topic, group, concurrency }, handler) {
      if (closing !== undefined) throw new BusUnavailable("the bus is closed");
      if (!Number.isInteger(concurrency) || concurrency < 1) {
        throw new RangeError(`concurrency must be a positive whole number, not ${concurrency}`);
      }
      const member = groupOf(topicOf(topic), group).join(concurrency, handler);
      const subscription: Subscription = {
        async close(options) {
          await member.close(options);
          subscriptions.delete(subscription);
        },
      };
      subscriptions.add(subscription);
      return subscription;
    },
    isAvailable: () => available && !closed,
    async lag(topicName, groupName) {
      mustBeThere();
      const topic = topics.get(topicName);
      if (topic === undefined) return 0;
      const neverJoined = topic.log.endOffset() - topic.log.firstOffset();
      return topic.groups.get(groupName)?.unfinished() ?? neverJoined;
    },
    close(options) {
      closing ??= closeAll(options);
      return closing;
    },
    setAvailable(value) {
      available = value;
      for (const topic of topics.values()) for (const group of topic.groups.values()) group.wake();
    },
  };
}

/** A copy: the sender may go on using its object. */
function kept({ topic, key, value, headers = {} }: OutgoingMessage) {
  return { topic, key, value, headers: Object.freeze({ ...headers }) };
}

function mustHaveRoom(name: string, topic: MemoryTopic | undefined, maxUnfinished: number): void {
  for (const [group, progress] of topic?.groups ?? []) {
    if (progress.unfinished() >= maxUnfinished) {
      throw new BusUnavailable(`topic ${name} is full: group ${group} has ${maxUnfinished} unfinished`);
    }
  }
}

function forgetWhatNobodyNeeds({ log, groups }: MemoryTopic, maxUnread: number): void {
  const positions = [...groups.values()].map((group) => group.position());
  log.forgetBefore(positions.length === 0 ? log.endOffset() - maxUnread : Math.min(...positions));
}
