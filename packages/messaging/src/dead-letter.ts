import type { IncomingMessage, OutgoingMessage } from "./message-bus.ts";

export const deadLetterReasonHeader = "x-dead-letter-reason";
export const originalTopicHeader = "x-original-topic";
export const deadLetterGroupHeader = "x-dead-letter-group";

/** Its committed offsets record which dead letters an operator has replayed or discarded. */
export const replayGroup = "dead-letter-replay";

/** Read by operators. A replay publishes its messages again on the topic in `x-original-topic`. */
export function deadLetterTopicOf(topic: string): string {
  return `${topic}.dead-letter`;
}

/** Only with a cut value: the bytes of the whole. It is not replayed. */
export const deadLetterCutHeader = "x-dead-letter-cut";

/** A larger message is none of ours. With the headers of a dead letter the bus would take it no more. */
const MOST_BYTES = 800_000;
const SHOWN_CHARACTERS = 10_000;

/**
 * Keeps key, value and headers, so that a replay publishes the same message. Of a message that is too large it keeps the
 * start: a dead letter that cannot be published would hold up its partition for ever.
 */
export function toDeadLetter(message: IncomingMessage, group: string, reason: string): OutgoingMessage {
  const { key, value, headers } = message;
  const told = {
    [deadLetterReasonHeader]: reason,
    [originalTopicHeader]: message.topic,
    [deadLetterGroupHeader]: group,
  };
  const topic = deadLetterTopicOf(message.topic);
  const bytes = [key, value, ...Object.entries(headers).flat()].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
  if (bytes <= MOST_BYTES) return { topic, key, value, headers: { ...headers, ...told } };
  const start = (text: string) => text.slice(0, SHOWN_CHARACTERS);
  return {
    topic,
    key: start(key),
    value: start(value),
    headers: { ...told, [deadLetterCutHeader]: String(bytes) },
  };
}
