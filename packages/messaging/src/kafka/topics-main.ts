import { commonSettings, exitWithFault, readConfiguration, silentLog } from "@receipts/service-kit";
import { makeTopics } from "./ensure-topics.ts";
import { asKafkaFault } from "./kafka-fault.ts";
import { kafkaConnection, kafkaSettings, kafkaTopicSettings } from "./kafka-settings.ts";
import { planTopics } from "./topic-plan.ts";

try {
  const { NODE_ENV } = commonSettings;
  const config = readConfiguration({ ...kafkaSettings, ...kafkaTopicSettings, NODE_ENV }, process.env);
  const production = config.NODE_ENV === "production";
  const connection = kafkaConnection(config);
  const plans = planTopics(config, { production, prefix: config.KAFKA_TOPIC_PREFIX });
  const { created, grown } = await makeTopics(plans, { connection, log: silentLog }).catch(
    (error: unknown) => {
      throw asKafkaFault(error, connection);
    },
  );
  for (const topic of created) process.stdout.write(`created ${topic}\n`);
  for (const topic of grown)
    process.stdout.write(`grown ${topic} to ${config.KAFKA_PARTITIONS} partitions\n`);
  if (created.length + grown.length === 0) process.stdout.write("All topics exist\n");
} catch (error) {
  exitWithFault(error);
}
