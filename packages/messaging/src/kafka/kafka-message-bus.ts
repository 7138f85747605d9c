import { type Log, withTimeout } from "@receipts/service-kit";
import type { ISocketFactory } from "kafkajs";
import { BusUnavailable, type CloseOptions, type MessageBus } from "../message-bus.ts";
import { defaultRetryDelayMs, type RetryDelayMs } from "../retry-delay.ts";
import { isOutage } from "./broker-errors.ts";
import { createBrokerWatch } from "./broker-watch.ts";
import { createKafkaClient } from "./kafka-client.ts";
import { lagOf } from "./kafka-lag.ts";
import { createKafkaProducer } from "./kafka-producer.ts";
import type { KafkaConnection } from "./kafka-settings.ts";
import { type KafkaSubscription, subscribeToKafka } from "./kafka-subscription.ts";
import { createSendBatcher } from "./send-batcher.ts";
import { type TopicPlan, topicFaults } from "./topic-plan.ts";

export interface KafkaMessageBusOptions {
  readonly connection: KafkaConnection;
  readonly log: Log;
  /** What the topics should be like; a warning is logged once where the cluster promises less. */
  readonly expectedTopics?: readonly TopicPlan[];
  readonly retryDelayMs?: RetryDelayMs;
  /** For tests that cut the network. */
  readonly socketFactory?: ISocketFactory;
}

/**
 * Some 6 s: a member that comes back within its session keeps its place in the group. One that gives up earlier
 * joins as a stranger, and the group waits for the one that it was until the session has run out.
 */
const consumerConnectRetries = 9;
/** A broker that hangs must not keep us from ending. */
const endTimeoutMs = 3_000;

/** Opens without waiting for the brokers; topics are made by `npm run topics`, never by using them. */
export function createKafkaMessageBus(options: KafkaMessageBusOptions): MessageBus {
  const { log, retryDelayMs = defaultRetryDelayMs, expectedTopics = [] } = options;
  const kafka = createKafkaClient(options);
  const consumers = createKafkaClient({ ...options, connectRetries: consumerConnectRetries });
  const subscriptions = new Set<KafkaSubscription>();
  const producer = createKafkaProducer(kafka);
  const collector = createSendBatcher({ send, isOutage });
  const watch = createBrokerWatch({
    kafka,
    onAway(error) {
      log.warn("kafka.away", { error });
      collector.rejectWaiting(new BusUnavailable("the broker is away", { cause: error }));
    },
    onBack: () => log.info("kafka.back"),
  });
  let closing: Promise<void> | undefined;
  let closed = false;

  async function send(batch: Parameters<typeof producer.send>[0]): Promise<void> {
    try {
      await producer.send(batch);
    } catch (error) {
      if (isOutage(error)) watch.reportAway(error);
      throw error;
    }
  }

  function mustBeOpen(): void {
    if (closed) throw new BusUnavailable("the bus is closed");
  }

  async function warnOfWeakTopics(): Promise<void> {
    const faults = await watch.ask((admin) => topicFaults(admin, expectedTopics));
    for (const fault of faults) log.warn("kafka.topic_differs", { ...fault });
  }

  async function closeAll(closeOptions?: CloseOptions): Promise<void> {
    await Promise.all([...subscriptions].map((subscription) => subscription.close(closeOptions)));
    closed = true;
    const ended = collector.idle().then(() => Promise.all([producer.close(), watch.close()]));
    await withTimeout(ended, endTimeoutMs, "end").catch(() => undefined);
  }

  if (expectedTopics.length > 0) {
    warnOfWeakTopics().catch((error: unknown) => log.warn("kafka.topics_not_checked", { error }));
  }

  return {
    durable: true,
    async publish(messages) {
      mustBeOpen();
      if (!watch.isAvailable()) throw new BusUnavailable("the broker is away");
      await collector.publish(messages);
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
    async lag(topic, group) {
      mustBeOpen();
      try {
        return await watch.ask((admin) => lagOf(admin, topic, group));
      } catch (error) {
        throw new BusUnavailable("the broker does not say", { cause: error });
      }
    },
    close(closeOptions) {
      closing ??= closeAll(closeOptions);
      return closing;
    },
  };
}
