export {
  type ConsumeLog,
  type ConsumeOptions,
  consume,
  type MessageContext,
} from "./consume.ts";
export {
  deadLetterGroupHeader,
  deadLetterReasonHeader,
  deadLetterTopicOf,
  originalTopicHeader,
} from "./dead-letter.ts";
export {
  type ConsumeOutcome,
  type Disposition,
  dispositionOf,
  MessageNotStarted,
  MessageUndeliverable,
} from "./disposition.ts";
export { createLagReporter, type WatchedGroup } from "./lag-reporter.ts";
export {
  createMemoryMessageBus,
  type MemoryMessageBus,
  type MemoryMessageBusOptions,
} from "./memory/memory-message-bus.ts";
export {
  BusUnavailable,
  type CloseOptions,
  defaultDrainMs,
  type IncomingMessage,
  type MessageBus,
  type MessageHandler,
  type OutgoingMessage,
  type Subscription,
  type SubscriptionOptions,
} from "./message-bus.ts";
export { defaultRetryDelayMs, type RetryDelayMs } from "./retry-delay.ts";
export { type StartedConsumer, startConsuming } from "./start-consuming.ts";
export {
  type DecodedMessage,
  decodeMessage,
  defineTopic,
  type Envelope,
  encodeMessage,
  type MessageDraft,
  requestIdHeader,
  type Topic,
  type TopicContract,
  traceparentHeader,
} from "./topic.ts";
export { withTopicPrefix } from "./topic-prefix.ts";
export { verificationFinished, verificationRequested, workTopicNames } from "./topics.ts";
