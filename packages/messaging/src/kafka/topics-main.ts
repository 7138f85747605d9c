import { ConfigurationError, createLog, readConfiguration } from "@receipts/service-kit";
import { ensureTopics } from "./ensure-topics.ts";
import { createKafkaClient } from "./kafka-client.ts";
import { kafkaConnection, kafkaSettings, kafkaTopicSettings } from "./kafka-settings.ts";
import { planTopics } from "./topic-plan.ts";

try {
  const config = readConfiguration({ ...kafkaSettings, ...kafkaTopicSettings }, process.env);
  const production = process.env["NODE_ENV"] === "production";
  const log = createLog({ service: "topics", level: "warn" });
  const admin = createKafkaClient({ connection: kafkaConnection(config), log }).admin();
  await admin.connect();
  try {
    const { made, grown } = await ensureTopics(admin, planTopics(config, { production }));
    for (const topic of made) process.stdout.write(`made ${topic}\n`);
    for (const topic of grown)
      process.stdout.write(`grown ${topic} to ${config.KAFKA_PARTITIONS} partitions\n`);
    if (made.length + grown.length === 0) process.stdout.write("The topics are there\n");
  } finally {
    await admin.disconnect();
  }
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
