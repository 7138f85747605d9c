import { type Log, withTimeout } from "@receipts/service-kit";
import type { ISocketFactory } from "kafkajs";
import { BusUnavailable, type CloseOptions, type MessageBus } from "../message-bus.ts";
import { defaultRetryDelayMs, type RetryDelayMs } from "../retry-delay.ts";
import { isOutage } from "./broker-errors.ts";
import { createBrokerWatch } from "./broker-watch.ts";
import { createKafkaClient, openFaultLog } from "./kafka-client.ts";
import { lagOf } from "./kafka-lag.ts";
import { createKafkaProducer } from "./kafka-producer.ts";
import type { KafkaConnection } from "./kafka-settings.ts";
import { type KafkaSubscription, subscribeToKafka } from "./kafka-subscription.ts";
import { createSendBatcher } from "./send-batcher.ts";
import type { TopicPlan } from "./topic-plan.ts";
import { createTopicWatch } from "./topic-watch.ts";

export interface KafkaMessageBusOptions {
  readonly connection: KafkaConnection;
  readonly log: Log;
  /** Expected topics; logs a warning at start for each difference on the cluster. */
  readonly expectedTopics?: readonly TopicPlan[];
  readonly retryDelayMs?: RetryDelayMs;
  /** For tests that cut the network. */
  readonly socketFactory?: ISocketFactory;
}

/**
 * About 6 s: a member that reconnects within its session keeps its place in the group. One that gives up earlier joins
 * as a new member, and the group waits for the old one until its session expires.
 */
const consumerConnectRetries = 9;
/** A hanging broker must not block the shutdown. */
const closeTimeoutMs = 3_000;

/** Opens without waiting for the brokers. Topics are created by `npm run topics`, never implicitly. */
export function createKafkaMessageBus(options: KafkaMessageBusOptions): MessageBus {
  const { log, retryDelayMs = defaultRetryDelayMs, expectedTopics = [] } = options;
  const faults = openFaultLog(options.connection, log);
  const kafka = createKafkaClient({ ...options, faults });
  const consumers = createKafkaClient({ ...options, faults, connectRetries: consumerConnectRetries });
  const subscriptions = new Set<KafkaSubscription>();
  const producer = createKafkaProducer(kafka);
  const batcher = createSendBatcher({ send, isOutage });
  const topics = createTopicWatch({ expected: expectedTopics, log });
  const watch = createBrokerWatch({
    kafka,
    probe: topics.inspect,
    onUnavailable(error) {
      const report = watch.hasResponded() ? faults.report : faults.reportAtStart;
      if (!report(error)) log.warn("kafka.unavailable", { error });
      batcher.rejectWaiting(new BusUnavailable("the broker is unavailable", { cause: error }));
    },
    onAvailable() {
      faults.forget();
      log.info("kafka.available");
    },
  });
  let closing: Promise<void> | undefined;
  let closed = false;

  async function send(batch: Parameters<typeof producer.send>[0]): Promise<void> {
    try {
      await producer.send(batch);
    } catch (error) {
      if (isOutage(error)) watch.reportOutage(error);
      throw error;
    }
  }

  function assertOpen(): void {
    if (closed) throw new BusUnavailable("the bus is closed");
  }

  async function closeAll(closeOptions?: CloseOptions): Promise<void> {
    await Promise.all([...subscriptions].map((subscription) => subscription.close(closeOptions)));
    closed = true;
    const ended = batcher.idle().then(() => Promise.all([producer.close(), watch.close()]));
    await withTimeout(ended, closeTimeoutMs, "end").catch(() => undefined);
  }

  if (expectedTopics.length > 0) {
    watch.query(topics.compare).catch((error: unknown) => {
      if (!faults.reportAtStart(error)) log.warn("kafka.topics_not_checked", { error });
    });
  }

  return {
    durable: true,
    async publish(messages) {
      assertOpen();
      if (!watch.isAvailable()) throw new BusUnavailable("the broker is unavailable");
      await batcher.publish(messages);
    },
    async subscribe({ topic, group, concurrency }, handler) {
      if (closing !== undefined) throw new BusUnavailable("the bus is closed");
      if (!Number.isInteger(concurrency) || concurrency < 1) {
        throw new RangeError(`concurrency must be a positive whole number, not ${concurrency}`);
      }
      const opened = subscribeToKafka({
        kafka: consumers,
        topic,
        group,
        concurrency,
        handler,
        retryDelayMs,
        log,
        faults,
      });
      const subscription: KafkaSubscription = {
        ...opened,
        async close(closeOptions) {
          await opened.close(closeOptions);
          subscriptions.delete(subscription);
        },
      };
      subscriptions.add(subscription);
      if (!(await opened.joined)) throw new BusUnavailable("the bus is closed");
      return subscription;
    },
    isAvailable: () => watch.isAvailable(),
    missingTopics: topics.missing,
    async lag(topic, group) {
      assertOpen();
      try {
        return await watch.query((admin) => lagOf(admin, topic, group));
      } catch (error) {
        // A wrong setting stays wrong: no need to wait for the next probe.
        if (faults.report(error)) watch.reportOutage(error);
        throw new BusUnavailable("the broker did not report the lag", { cause: error });
      }
    },
    close(closeOptions) {
      closing ??= closeAll(closeOptions);
      return closing;
    },
  };
}
