import { createLog, exitWithFault, readConfiguration } from "@receipts/service-kit";
import { makeTopics } from "./ensure-topics.ts";
import { kafkaConnection, kafkaSettings, kafkaTopicSettings } from "./kafka-settings.ts";
import { planTopics } from "./topic-plan.ts";

try {
  const config = readConfiguration({ ...kafkaSettings, ...kafkaTopicSettings }, process.env);
  const production = process.env["NODE_ENV"] === "production";
  const log = createLog({ service: "topics", level: "warn" });
  const plans = planTopics(config, { production, prefix: config.KAFKA_TOPIC_PREFIX });
  const { made, grown } = await makeTopics(plans, { connection: kafkaConnection(config), log });
  for (const topic of made) process.stdout.write(`made ${topic}\n`);
  for (const topic of grown)
    process.stdout.write(`grown ${topic} to ${config.KAFKA_PARTITIONS} partitions\n`);
  if (made.length + grown.length === 0) process.stdout.write("The topics are there\n");
} catch (error) {
  exitWithFault(error);
}
