import type { IncomingMessage, OutgoingMessage } from "./message-bus.ts";

export const deadLetterReasonHeader = "x-dead-letter-reason";
export const originalTopicHeader = "x-original-topic";
export const deadLetterGroupHeader = "x-dead-letter-group";

/** Read by operators. A replay publishes its messages again on the topic in `x-original-topic`. */
export function deadLetterTopicOf(topic: string): string {
  return `${topic}.dead-letter`;
}

/** Keeps key, value and headers, so that a replay publishes the same message. */
export function toDeadLetter(message: IncomingMessage, group: string, reason: string): OutgoingMessage {
  return {
    topic: deadLetterTopicOf(message.topic),
    key: message.key,
    value: message.value,
    headers: {
      ...message.headers,
      [deadLetterReasonHeader]: reason,
      [originalTopicHeader]: message.topic,
      [deadLetterGroupHeader]: group,
    },
  };
}
