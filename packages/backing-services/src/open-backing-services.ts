import type { FastStore } from "@receipts/fast-store";
import { createRedisFastStore, redisFastStoreOptions, redisSettings } from "@receipts/fast-store/redis";
import { type MessageBus, withTopicPrefix } from "@receipts/messaging";
import {
  createKafkaMessageBus,
  kafkaConnection,
  kafkaSettings,
  kafkaTopicSettings,
  planTopics,
} from "@receipts/messaging/kafka";
import { type Environment, type Log, readConfiguration } from "@receipts/service-kit";
import { tracingSettings } from "@receipts/tracing";

/** Settings of every process that runs by itself. */
export const backingSettings = {
  ...kafkaSettings,
  ...kafkaTopicSettings,
  ...redisSettings,
  ...tracingSettings,
};

export interface BackingServices extends AsyncDisposable {
  readonly bus: MessageBus;
  readonly fastStore: FastStore;
}

/** Throws `ConfigurationError`. */
export function readBackingConfig(env: Environment) {
  const config = readConfiguration(backingSettings, env);
  return {
    connection: kafkaConnection(config),
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    expectedTopics: planTopics(config, {
      production: env["NODE_ENV"] === "production",
      prefix: config.KAFKA_TOPIC_PREFIX,
    }),
    redis: redisFastStoreOptions(config),
    tracing: config,
  };
}

/** Opens without waiting for Kafka, and for Redis a moment at most: both may come later. */
export async function openBackingServices(
  config: ReturnType<typeof readBackingConfig>,
  log: Log,
): Promise<BackingServices> {
  await using opened = new AsyncDisposableStack();
  const fastStore = opened.adopt(
    await createRedisFastStore({
      ...config.redis,
      onAvailabilityChange: (available, cause) =>
        available ? log.info("redis.available") : log.warn("redis.away", { error: cause }),
      onListenerError: (error) => log.error("redis.listener_failed", { error }),
    }),
    (store) => store.close(),
  );
  const { connection, expectedTopics, topicPrefix } = config;
  const kafka = opened.adopt(createKafkaMessageBus({ connection, expectedTopics, log }), (open) =>
    open.close(),
  );
  const bus = withTopicPrefix(kafka, topicPrefix);
  const closers = opened.move();
  return { bus, fastStore, [Symbol.asyncDispose]: () => closers.disposeAsync() };
}
