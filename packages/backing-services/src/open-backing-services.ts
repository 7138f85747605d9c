import type { FastStore } from "@receipts/fast-store";
import {
  createRedisFastStore,
  type RedisFastStoreOptions,
  type RedisServers,
  redisFastStoreOptions,
  redisSettingFault,
  redisSettings,
} from "@receipts/fast-store/redis";
import { type MessageBus, withTopicPrefix } from "@receipts/messaging";
import {
  createKafkaMessageBus,
  kafkaConnection,
  kafkaSettings,
  kafkaTopicSettings,
  planTopics,
} from "@receipts/messaging/kafka";
import { type Environment, type Log, readConfiguration, readTogether } from "@receipts/service-kit";
import { tracingSettings } from "@receipts/tracing";

/** Settings of every service that runs as its own process. */
export const backingSettings = {
  ...kafkaSettings,
  ...kafkaTopicSettings,
  ...redisSettings,
  ...tracingSettings,
};

export interface BackingServices extends AsyncDisposable {
  readonly bus: MessageBus;
  /** Opens the store on demand: even an idle connection wakes its process every second. */
  readonly openFastStore: () => Promise<FastStore>;
}

/** Throws `ConfigurationError`. */
export function readBackingConfig(env: Environment) {
  const config = readConfiguration(backingSettings, env);
  const { connection, redis } = readTogether({
    connection: () => kafkaConnection(config),
    redis: () => redisFastStoreOptions(config),
  });
  return {
    connection,
    topicPrefix: config.KAFKA_TOPIC_PREFIX,
    expectedTopics: planTopics(config, {
      production: env["NODE_ENV"] === "production",
      prefix: config.KAFKA_TOPIC_PREFIX,
    }),
    redis,
    tracing: config,
  };
}

/** Opens without waiting for Kafka, and waits only briefly for Redis: both may become available later. */
export function openBackingServices(config: ReturnType<typeof readBackingConfig>, log: Log): BackingServices {
  const closers = new AsyncDisposableStack();
  const { connection, expectedTopics, topicPrefix } = config;
  const kafka = closers.adopt(createKafkaMessageBus({ connection, expectedTopics, log }), (open) =>
    open.close(),
  );
  const openFastStore = async () =>
    closers.adopt(
      await createRedisFastStore({
        ...config.redis,
        onAvailabilityChange: createRedisReport(config.redis.servers, log),
        onListenerError: (error) => log.error("redis.listener_failed", { error }),
      }),
      (store) => store.close(),
    );
  return {
    bus: withTopicPrefix(kafka, topicPrefix),
    openFastStore,
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

/** One line for each change. */
export function createRedisReport(
  servers: RedisServers,
  log: Pick<Log, "info" | "warn" | "error">,
): NonNullable<RedisFastStoreOptions["onAvailabilityChange"]> {
  let atStart = true;
  return (available, cause) => {
    const reason = redisSettingFault(cause, { servers, atStart });
    if (available) {
      atStart = false;
      log.info("redis.available");
    } else if (reason === undefined) log.warn("redis.unavailable", { error: cause });
    else log.error("redis.not_connected", { reason });
  };
}
