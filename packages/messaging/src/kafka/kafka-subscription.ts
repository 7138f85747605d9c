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
import { createOffsetCommitter } from "./offset-committer.ts";
import { createStickyAssigner } from "./sticky-assigner.ts";

/**
 * How long a fetch waits at the broker for a first message, and how often a member shows that it lives, which it does
 * between two fetches: so soon the others notice that one has left, and its work goes on within a second. Each costs an
 * idle process CPU: at 250 ms both together were a third of all that it took.
 */
const fetchWaitMs = 400;
const heartbeatEveryMs = 350;
/** How long a member that died without a word keeps its partitions: the least that brokers allow by default. */
const sessionTimeoutMs = 6_000;
const metadataMaxAgeMs = 30_000;
const reconnectAfterMs = 500;
const leaveTimeoutMs = 3_000;
/** What takes longer must not hold up all that is queued behind it: the others take the partitions over. */
const finishAsMemberMs = 300;
const fetchWorkers = 16;

export interface KafkaSubscriptionDeps extends SubscriptionOptions {
  readonly kafka: Kafka;
  readonly handler: MessageHandler;
  readonly retryDelayMs: RetryDelayMs;
  readonly log: Log;
}

export interface KafkaSubscription extends Subscription {
  /** Resolves when the group has been joined for the first time; false when it was closed before. */
  readonly joined: Promise<boolean>;
}

/** Kafka's groups know members, not topics: members of one group that read other topics would disturb each other. */
export function groupIdOf(topic: string, group: string): string {
  return `${group}.${topic}`;
}

/** One member of a consumer group, made anew whenever it breaks, until it is closed. */
export function subscribeToKafka(deps: KafkaSubscriptionDeps): KafkaSubscription {
  const { kafka, topic, log } = deps;
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
      steerFetching();
    },
  });
  const committer = createOffsetCommitter({
    topic,
    partitions: window.partitions,
    commit: async (offsets) => await consumer?.commitOffsets(offsets),
  });
  const fetchPaused = new Set<number>();

  /** A partition that has to wait for its oldest message is not fetched, and the others are. */
  function steerFetching(): void {
    for (const progress of window.partitions()) {
      const { partition } = progress;
      const mustWait = progress.isTooFarAhead() && progress.buffered() > 0;
      if (mustWait === fetchPaused.has(partition)) continue;
      const change = [{ topic, partitions: [partition] }];
      if (mustWait) {
        consumer?.pause(change);
        fetchPaused.add(partition);
      } else {
        consumer?.resume(change);
        fetchPaused.delete(partition);
      }
    }
  }

  /** Returns at once while there is place; else keeps the membership alive until there is. */
  async function takeBatch({ batch, resolveOffset, heartbeat, isRunning }: EachBatchPayload): Promise<void> {
    const last = batch.messages.at(-1);
    if (last !== undefined && closing === undefined) {
      window.add(batch.partition, batch.messages);
      resolveOffset(last.offset);
      steerFetching();
    }
    await heartbeat();
    while ((window.isFull() || closing !== undefined) && isRunning() && !stopping.signal.aborted) {
      progressed = Promise.withResolvers();
      await settlesWithin(progressed.promise, heartbeatEveryMs, stopping.signal);
      await heartbeat();
    }
  }

  function onJoined(newlyAssigned: readonly number[], newMemberId: string): void {
    assigned = newlyAssigned;
    // Under another name we are a stranger to the group: others may have had our partitions meanwhile.
    window.keepOnly(memberId === newMemberId ? assigned : []);
    memberId = newMemberId;
    // After a join kafkajs starts from what is committed; what we hold already need not come twice.
    for (const progress of window.partitions()) {
      const offset = String(progress.fetchedUpTo());
      consumer?.seek({ topic, partition: progress.partition, offset });
    }
    // kafkajs keeps what was paused over a join, also for partitions that come back to us anew.
    consumer?.resume([{ topic, partitions: [...fetchPaused] }]);
    fetchPaused.clear();
    steerFetching();
    joined.resolve(true);
  }

  async function connect(): Promise<void> {
    const made = kafka.consumer({
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
    consumer = made;
    made.on(made.events.GROUP_JOIN, ({ payload }) => {
      if (consumer === made) onJoined(payload.memberAssignment[topic] ?? [], payload.memberId);
    });
    // Before the partitions go to others, they should know how far we are.
    made.on(made.events.REBALANCING, () => void committer.commitNow());
    made.on(made.events.CRASH, ({ payload }) => {
      if (consumer === made) void reconnect(payload.error);
    });
    await made.connect();
    await made.subscribe({ topic, fromBeginning: true });
    await made.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: fetchWorkers,
      eachBatch: takeBatch,
    });
  }

  async function keepConnecting(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await connect();
      } catch (error) {
        log.warn("kafka.subscribe_failed", { topic, groupId, error });
        discardConsumer();
        await pause(reconnectAfterMs, stopping.signal);
      }
    }
  }

  async function reconnect(error: unknown): Promise<void> {
    if (stopping.signal.aborted) return;
    log.warn("kafka.consumer_restarts", { topic, groupId, error });
    discardConsumer();
    await pause(reconnectAfterMs, stopping.signal);
    await keepConnecting();
  }

  /** The member that broke has lost its partitions to the group. */
  function discardConsumer(): void {
    const broken = consumer;
    consumer = undefined;
    memberId = undefined;
    assigned = [];
    fetchPaused.clear();
    window.keepOnly([]);
    broken?.disconnect().catch(() => undefined);
  }

  /** What is in hand is finished all the same: whoever gets its message again finds it claimed. */
  async function leave(drainMs: number): Promise<void> {
    const leaveBy = performance.now() + drainMs;
    await window.drain(Math.min(drainMs, finishAsMemberMs));
    await withTimeout(committer.commitNow(), leaveTimeoutMs, "commit").catch(() => undefined);
    committer.stop();
    stopping.abort();
    joined.resolve(false);
    const leaving = withTimeout(consumer?.disconnect() ?? Promise.resolve(), leaveTimeoutMs, "leave");
    await Promise.all([leaving.catch(() => undefined), window.drain(leaveBy - performance.now())]);
    window.keepOnly([]);
  }

  void keepConnecting();
  return {
    joined: joined.promise,
    close({ drainMs = defaultDrainMs } = {}) {
      closing ??= leave(drainMs);
      return closing;
    },
  };
}
