import { type Log, pause, settlesWithin, withTimeout } from "@receipts/service-kit";
import type { Consumer, EachBatchPayload, Kafka } from "kafkajs";
import {
  defaultDrainMs,
  type MessageHandler,
  type Subscription,
  type SubscriptionOptions,
} from "../message-bus.ts";
import type { RetryDelayMs } from "../retry-delay.ts";
import { createInFlightWindow } from "./in-flight-window.ts";
import type { KafkaFaultLog } from "./kafka-fault.ts";
import { createOffsetCommitter } from "./offset-committer.ts";
import { createStickyAssigner } from "./sticky-assigner.ts";

/**
 * Fetch wait and heartbeat interval. A member learns of a rebalance from a heartbeat, and sends one only between
 * fetches: with these two values it learns within a second. At 250 ms they took a third of an idle process's CPU time.
 */
const fetchWaitMs = 400;
const heartbeatEveryMs = 350;
/** How long a crashed member keeps its partitions: the minimum that brokers allow by default. */
const sessionTimeoutMs = 6_000;
const metadataMaxAgeMs = 30_000;
const reconnectAfterMs = 500;
const leaveTimeoutMs = 3_000;
/** Longest drain before leaving the group: slower handlers must not delay the messages queued behind them. */
const memberDrainMs = 300;
const concurrentPartitions = 16;

export interface KafkaSubscriptionDeps extends SubscriptionOptions {
  readonly kafka: Kafka;
  readonly handler: MessageHandler;
  readonly retryDelayMs: RetryDelayMs;
  readonly log: Log;
  readonly faults: Pick<KafkaFaultLog, "report" | "reportAtStart">;
}

export interface KafkaSubscription extends Subscription {
  /** Resolves to true at the first join of the group; to false if closed before. */
  readonly joined: Promise<boolean>;
}

/** One Kafka group per topic: members of one group that read different topics would rebalance each other's partitions. */
export function groupIdOf(topic: string, group: string): string {
  return `${group}.${topic}`;
}

/** One member of a consumer group. Replaces its consumer after each crash, until closed. */
export function subscribeToKafka(deps: KafkaSubscriptionDeps): KafkaSubscription {
  const { kafka, topic, log, faults } = deps;
  const groupId = groupIdOf(topic, deps.group);
  const joined = Promise.withResolvers<boolean>();
  const stopping = new AbortController();
  let consumer: Consumer | undefined;
  let memberId: string | undefined;
  let assigned: readonly number[] = [];
  let progressed = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;

  const window = createInFlightWindow({
    ...deps,
    onProgress() {
      committer.schedule();
      progressed.resolve();
      updateFetching();
    },
  });
  const committer = createOffsetCommitter({
    topic,
    partitions: window.partitions,
    commit: async (offsets) => await consumer?.commitOffsets(offsets),
  });
  const pausedPartitions = new Set<number>();

  /** Pauses fetching of partitions that wait for their oldest message, and resumes the others. */
  function updateFetching(): void {
    for (const progress of window.partitions()) {
      const { partition } = progress;
      const mustWait = progress.isTooFarAhead() && progress.buffered() > 0;
      if (mustWait === pausedPartitions.has(partition)) continue;
      const change = [{ topic, partitions: [partition] }];
      if (mustWait) {
        consumer?.pause(change);
        pausedPartitions.add(partition);
      } else {
        consumer?.resume(change);
        pausedPartitions.delete(partition);
      }
    }
  }

  /** Returns at once while the window has capacity; else sends heartbeats until it has. */
  async function onBatch({ batch, resolveOffset, heartbeat, isRunning }: EachBatchPayload): Promise<void> {
    const last = batch.messages.at(-1);
    if (last !== undefined && closing === undefined) {
      window.add(batch.partition, batch.messages);
      resolveOffset(last.offset);
      updateFetching();
    }
    await heartbeat();
    // While closing it takes no more messages, but stays a member until the offsets are committed.
    while ((window.isFull() || closing !== undefined) && isRunning() && !stopping.signal.aborted) {
      progressed = Promise.withResolvers();
      await settlesWithin(progressed.promise, heartbeatEveryMs, stopping.signal);
      await heartbeat();
    }
  }

  function onJoined(newlyAssigned: readonly number[], newMemberId: string): void {
    assigned = newlyAssigned;
    // A new member id means that others may have had our partitions meanwhile.
    window.keepOnly(memberId === newMemberId ? assigned : []);
    memberId = newMemberId;
    // After a join kafkajs starts from the committed offsets: skip messages that we already hold.
    for (const progress of window.partitions()) {
      const offset = String(progress.fetchedUpTo());
      consumer?.seek({ topic, partition: progress.partition, offset });
    }
    // kafkajs keeps partitions paused across a join, even reassigned ones.
    consumer?.resume([{ topic, partitions: [...pausedPartitions] }]);
    pausedPartitions.clear();
    updateFetching();
    joined.resolve(true);
  }

  async function connect(): Promise<void> {
    const created = kafka.consumer({
      groupId,
      partitionAssigners: [createStickyAssigner(topic, () => assigned)],
      allowAutoTopicCreation: false,
      heartbeatInterval: heartbeatEveryMs,
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: sessionTimeoutMs,
      metadataMaxAge: metadataMaxAgeMs,
      maxWaitTimeInMs: fetchWaitMs,
      maxBytes: 5_000_000,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
    });
    consumer = created;
    created.on(created.events.GROUP_JOIN, ({ payload }) => {
      if (consumer === created) onJoined(payload.memberAssignment[topic] ?? [], payload.memberId);
    });
    // Commits our progress before the partitions go to others.
    created.on(created.events.REBALANCING, () => void committer.commitNow());
    created.on(created.events.CRASH, ({ payload }) => {
      if (consumer === created) void reconnect(payload.error);
    });
    await created.connect();
    await created.subscribe({ topic, fromBeginning: true });
    await created.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrentPartitions,
      eachBatch: onBatch,
    });
  }

  let hasConnected = false;

  async function connectWithRetries(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await connect();
        hasConnected = true;
        return;
      } catch (error) {
        const isFault = hasConnected ? faults.report(error) : faults.reportAtStart(error);
        if (!isFault) log.warn("kafka.subscribe_failed", { topic, groupId, error });
        discardConsumer();
        await pause(reconnectAfterMs, stopping.signal);
      }
    }
  }

  async function reconnect(error: unknown): Promise<void> {
    if (stopping.signal.aborted) return;
    if (!faults.report(error)) log.warn("kafka.consumer_restarts", { topic, groupId, error });
    discardConsumer();
    await pause(reconnectAfterMs, stopping.signal);
    await connectWithRetries();
  }

  /** Drops the consumer and its messages: the group gives the partitions of a crashed member to others. */
  function discardConsumer(): void {
    const broken = consumer;
    consumer = undefined;
    memberId = undefined;
    assigned = [];
    pausedPartitions.clear();
    window.keepOnly([]);
    broken?.disconnect().catch(() => undefined);
  }

  /** Handlers in flight may finish after leaving: another member may get the message again, and its handler must tolerate the repeat. */
  async function leave(drainMs: number): Promise<void> {
    const leaveBy = performance.now() + drainMs;
    await window.drain(Math.min(drainMs, memberDrainMs));
    await withTimeout(committer.commitNow(), leaveTimeoutMs, "commit").catch(() => undefined);
    committer.stop();
    stopping.abort();
    joined.resolve(false);
    const leaving = withTimeout(consumer?.disconnect() ?? Promise.resolve(), leaveTimeoutMs, "leave");
    await Promise.all([leaving.catch(() => undefined), window.drain(leaveBy - performance.now())]);
    window.keepOnly([]);
  }

  void connectWithRetries();
  return {
    joined: joined.promise,
    close({ drainMs = defaultDrainMs } = {}) {
      closing ??= leave(drainMs);
      return closing;
    },
  };
}
