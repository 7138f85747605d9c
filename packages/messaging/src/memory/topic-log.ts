import type { IncomingMessage } from "../message-bus.ts";

export interface StoredMessage extends Omit<IncomingMessage, "attempt"> {
  readonly offset: number;
}

/** One topic as one partition: numbered from 0, read by offset, trimmed from the front. */
export interface TopicLog {
  append(message: Omit<StoredMessage, "offset">): void;
  at(offset: number): StoredMessage | undefined;
  firstOffset(): number;
  endOffset(): number;
  trimBefore(offset: number): void;
}

export function createTopicLog(): TopicLog {
  let messages: StoredMessage[] = [];
  let baseOffset = 0;
  let first = 0;
  return {
    append: (message) => void messages.push({ ...message, offset: baseOffset + messages.length }),
    at: (offset) => (offset < first ? undefined : messages[offset - baseOffset]),
    firstOffset: () => first,
    endOffset: () => baseOffset + messages.length,
    trimBefore(offset) {
      first = Math.max(first, offset);
      // Copied only when half is trimmed, so that trimming has a constant cost per message.
      if ((first - baseOffset) * 2 < messages.length) return;
      messages = messages.slice(first - baseOffset);
      baseOffset = first;
    },
  };
}
