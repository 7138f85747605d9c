import type { IncomingMessage, OutgoingMessage } from "./message-bus.ts";

export const deadLetterReasonHeader = "x-dead-letter-reason";
export const originalTopicHeader = "x-original-topic";
export const deadLetterGroupHeader = "x-dead-letter-group";

/** Read by people; the runbook's replay puts messages back on the topic in `x-original-topic`. */
export function deadLetterTopicOf(topic: string): string {
  return `${topic}.dead-letter`;
}

/** Key, value and headers stay as they were, so that a replay is the same message. */
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
