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
   * A topic refuses messages while one of its groups has this many unfinished; the sender's outbox keeps the rest, as
   * when a broker is unavailable. A topic without groups keeps this many and drops the oldest, like a broker's
   * retention.
   */
  readonly maxUnfinished?: number;
}

export interface MemoryMessageBus extends MessageBus {
  /** For tests: an unavailable broker accepts and delivers nothing. */
  setAvailable(available: boolean): void;
}

interface MemoryTopic {
  readonly log: TopicLog;
  readonly groups: Map<string, ConsumerGroup>;
}

/** A bus within this process. A group that joins late starts at the position of the slowest group. */
export function createMemoryMessageBus({
  retryDelayMs = defaultRetryDelayMs,
  maxUnfinished = 100_000,
}: MemoryMessageBusOptions = {}): MemoryMessageBus {
  const topics = new Map<string, MemoryTopic>();
  const subscriptions = new Set<Subscription>();
  let available = true;
  let closed = false;
  let closing: Promise<void> | undefined;

  function assertAvailable(): void {
    if (closed) throw new BusUnavailable("the bus is closed");
    if (!available) throw new BusUnavailable("the bus is unavailable");
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
      onAdvanced: () => trimLog(topic, maxUnfinished),
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
      assertAvailable();
      for (const name of new Set(messages.map((message) => message.topic))) {
        assertCapacity(name, topics.get(name), maxUnfinished);
      }
      for (const message of messages) topicOf(message.topic).log.append(copyOf(message));
      for (const name of new Set(messages.map((message) => message.topic))) {
        const topic = topicOf(name);
        trimLog(topic, maxUnfinished);
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
    missingTopics: () => [],
    async lag(topicName, groupName) {
      assertAvailable();
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

/** The sender may change its own object afterwards. */
function copyOf({ topic, key, value, headers = {} }: OutgoingMessage) {
  return { topic, key, value, headers: Object.freeze({ ...headers }) };
}

function assertCapacity(name: string, topic: MemoryTopic | undefined, maxUnfinished: number): void {
  for (const [group, progress] of topic?.groups ?? []) {
    if (progress.unfinished() >= maxUnfinished) {
      throw new BusUnavailable(`topic ${name} is full: group ${group} has ${maxUnfinished} unfinished`);
    }
  }
}

function trimLog({ log, groups }: MemoryTopic, maxUnread: number): void {
  const positions = [...groups.values()].map((group) => group.position());
  log.trimBefore(positions.length === 0 ? log.endOffset() - maxUnread : Math.min(...positions));
}
