export { consume } from "./consume.ts";
export { deadLetterReasonHeader, deadLetterTopicOf } from "./dead-letter.ts";
export { MessageNotStarted, MessageUndeliverable } from "./disposition.ts";
export { createLagReporter } from "./lag-reporter.ts";
export { createMemoryMessageBus, type MemoryMessageBus } from "./memory/memory-message-bus.ts";
export {
  BusUnavailable,
  type IncomingMessage,
  type MessageBus,
  type OutgoingMessage,
} from "./message-bus.ts";
export { requireTopics } from "./require-topics.ts";
export { type StartedConsumer, startConsuming } from "./start-consuming.ts";
export { decodeMessage, encodeMessage, requestIdHeader } from "./topic.ts";
export { withTopicPrefix } from "./topic-prefix.ts";
export { verificationFinished, verificationRequested } from "./topics.ts";
