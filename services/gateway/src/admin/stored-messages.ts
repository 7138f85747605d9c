import { kafkaConnection, kafkaSettings, readKeptMessages } from "@receipts/messaging/kafka";
import { createLog, type Environment, readConfiguration } from "@receipts/service-kit";
import type { ReadStoredMessages } from "../restore/lost-messages.ts";

/** Reads from the services' Kafka. Its settings are read on the first use, since no other command needs them. */
export function createReadStoredMessages(env: Environment): ReadStoredMessages {
  return async ({ topics, since }, show) => {
    const config = readConfiguration(kafkaSettings, env);
    const prefix = config.KAFKA_TOPIC_PREFIX;
    const options = {
      connection: kafkaConnection(config),
      log: createLog({ service: "admin", level: "warn" }),
      topics: topics.map((topic) => `${prefix}${topic}`),
      since,
    };
    await readKeptMessages(options, (message) =>
      show({ ...message, topic: message.topic.slice(prefix.length) }),
    );
  };
}
