import type { IncomingMessage } from "../message-bus.ts";

export interface KeptMessage extends Omit<IncomingMessage, "attempt"> {
  readonly offset: number;
}

/** One topic as one partition: numbered from 0, read by position, forgotten from the front. */
export interface TopicLog {
  append(message: Omit<KeptMessage, "offset">): void;
  at(offset: number): KeptMessage | undefined;
  firstOffset(): number;
  endOffset(): number;
  forgetBefore(offset: number): void;
}

export function createTopicLog(): TopicLog {
  let kept: KeptMessage[] = [];
  let keptFrom = 0;
  let first = 0;
  return {
    append: (message) => void kept.push({ ...message, offset: keptFrom + kept.length }),
    at: (offset) => (offset < first ? undefined : kept[offset - keptFrom]),
    firstOffset: () => first,
    endOffset: () => keptFrom + kept.length,
    forgetBefore(offset) {
      first = Math.max(first, offset);
      // Copied only once half is dead, so that forgetting costs a constant for each message.
      if ((first - keptFrom) * 2 < kept.length) return;
      kept = kept.slice(first - keptFrom);
      keptFrom = first;
    },
  };
}
