export { makeTopics } from "./ensure-topics.ts";
export { createKafkaMessageBus, type KafkaMessageBusOptions } from "./kafka-message-bus.ts";
export {
  type KafkaConfig,
  type KafkaConnection,
  type KafkaTopicConfig,
  kafkaConnection,
  kafkaSettings,
  kafkaTopicSettings,
} from "./kafka-settings.ts";
export { type KeptMessage, readKeptMessages } from "./kept-messages.ts";
export { planTopics, type TopicPlan } from "./topic-plan.ts";
