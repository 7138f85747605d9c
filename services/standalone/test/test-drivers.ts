import { randomBytes } from "node:crypto";
import { createMemoryFastStore, type FastStore, FastStoreUnavailable } from "@receipts/fast-store";
import { createRedisFastStore, redisFastStoreOptions, redisSettings } from "@receipts/fast-store/redis";
import {
  BusUnavailable,
  createMemoryMessageBus,
  type MessageBus,
  withTopicPrefix,
} from "@receipts/messaging";
import {
  createKafkaMessageBus,
  kafkaConnection,
  kafkaSettings,
  kafkaTopicSettings,
  makeTopics,
  planTopics,
} from "@receipts/messaging/kafka";
import { readConfiguration } from "@receipts/service-kit";
import { testLog } from "@receipts/testing/suite-log";

/** The bus and the fast store of a system under test; each can be made unavailable. */
export interface TestDrivers {
  readonly bus: MessageBus & Switch;
  readonly fastStore: FastStore & Switch;
  close(): Promise<void>;
}

export interface Switch {
  setAvailable(available: boolean): void;
}

/** `TEST_DRIVERS=real` (set by `npm run test:stack`) runs the whole suite on Kafka and Redis. */
export const onRealStack = process.env["TEST_DRIVERS"] === "real";

export async function openTestDrivers(): Promise<TestDrivers> {
  return onRealStack ? await openRealDrivers() : openMemoryDrivers();
}

function openMemoryDrivers(): TestDrivers {
  const bus = createMemoryMessageBus({});
  const fastStore = createMemoryFastStore({});
  return {
    bus,
    fastStore,
    close: async () => {
      await bus.close();
      await fastStore.close();
    },
  };
}

/** Each system has its own topics, groups and keys on the shared servers. */
async function openRealDrivers(): Promise<TestDrivers> {
  const prefix = `test-${randomBytes(6).toString("hex")}`;
  const kafka = readConfiguration({ ...kafkaSettings, ...kafkaTopicSettings }, process.env);
  const connection = kafkaConnection(kafka);
  const plans = planTopics({ ...kafka, KAFKA_PARTITIONS: 2 }, { production: false, prefix: `${prefix}.` });
  await makeTopics(plans, { connection, log: testLog });
  const redis = redisFastStoreOptions(readConfiguration(redisSettings, process.env));
  const bus = withTopicPrefix(createKafkaMessageBus({ connection, log: testLog }), `${prefix}.`);
  const fastStore = await createRedisFastStore({ ...redis, keyPrefix: prefix });
  return {
    bus: switchableBus(bus),
    fastStore: switchableStore(fastStore),
    close: async () => {
      await bus.close({ drainMs: 1_000 });
      await fastStore.close();
    },
  };
}

function createSwitch(fault: () => Error) {
  let available = true;
  return {
    isOn: () => available,
    setAvailable: (now: boolean) => {
      available = now;
    },
    /** Fails as a call on a broken connection does while the switch is off. */
    through: async <T>(call: () => Promise<T>): Promise<T> => {
      if (!available) throw fault();
      return await call();
    },
  };
}

function switchableBus(bus: MessageBus): MessageBus & Switch {
  const { isOn, setAvailable, through } = createSwitch(() => new BusUnavailable("switched off by the test"));
  return {
    ...bus,
    publish: (messages) => through(() => bus.publish(messages)),
    isAvailable: () => isOn() && bus.isAvailable(),
    setAvailable,
  };
}

function switchableStore(store: FastStore): FastStore & Switch {
  const { isOn, setAvailable, through } = createSwitch(
    () => new FastStoreUnavailable("switched off by the test"),
  );
  return {
    ...store,
    get: (key) => through(() => store.get(key)),
    set: (key, value, ttlMs) => through(() => store.set(key, value, ttlMs)),
    delete: (key) => through(() => store.delete(key)),
    publish: (channel, message) => through(() => store.publish(channel, message)),
    subscribe: (channel, listener) => through(() => store.subscribe(channel, listener)),
    rateLimiter: (options) => {
      const limiter = store.rateLimiter(options);
      return { consume: (key) => through(() => limiter.consume(key)) };
    },
    isAvailable: () => isOn() && store.isAvailable(),
    setAvailable,
  };
}
