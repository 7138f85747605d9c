import { type Log, pause } from "@receipts/service-kit";
import type { Kafka } from "kafkajs";
import {
  deadLetterGroupHeader,
  deadLetterReasonHeader,
  deadLetterTopicOf,
  originalTopicHeader,
} from "../dead-letter.ts";
import type { IncomingMessage, MessageBus, MessageHandler, OutgoingMessage } from "../message-bus.ts";
import { requestIdHeader } from "../topic.ts";
import { toHeaders } from "./in-flight-window.ts";
import { withAdmin } from "./kafka-client.ts";
import { countOf, unreadOf } from "./kafka-lag.ts";
import { readSpans } from "./read-spans.ts";

const concurrency = 64;
/** Remembers how far dead letters have been put back. */
const replayGroup = "dead-letter-replay";
const askEveryMs = 100;

export interface DeadLetterSummary {
  readonly requestId: string | undefined;
  readonly reason: string | undefined;
  readonly group: string | undefined;
  readonly originalTopic: string | undefined;
}

/** Of the topic that the letters came from, or their own. */
export function deadLetterTopicFor(topic: string): string {
  return topic.endsWith(deadLetterTopicOf("")) ? topic : deadLetterTopicOf(topic);
}

/** Ids and reasons, never what is in the message. */
export function summaryOf({ headers }: Pick<IncomingMessage, "headers">): DeadLetterSummary {
  return {
    requestId: headers[requestIdHeader],
    reason: headers[deadLetterReasonHeader],
    group: headers[deadLetterGroupHeader],
    originalTopic: headers[originalTopicHeader],
  };
}

/** The message as it was before it died, for the topic that it died on; undefined when that is not in it. */
export function revived({ key, value, headers }: IncomingMessage): OutgoingMessage | undefined {
  const {
    [originalTopicHeader]: topic,
    [deadLetterReasonHeader]: _reason,
    [deadLetterGroupHeader]: _group,
    ...original
  } = headers;
  return topic === undefined ? undefined : { topic, key, value, headers: original };
}

/**
 * Puts every dead letter that is there now, and was not put back before, on its topic again. Each place is committed
 * only once the message is taken, so that a replay that is stopped goes on where it was; every group of the topic
 * sees the message again.
 */
export async function replayDeadLetters(bus: MessageBus, topic: string, log: Log): Promise<number> {
  let replayed = 0;
  await readToEnd(bus, deadLetterTopicFor(topic), replayGroup, async (letter) => {
    const message = revived(letter);
    if (message === undefined) {
      log.warn("dead_letter.has_no_origin", { ...summaryOf(letter) });
      return;
    }
    await bus.publish([message]);
    replayed += 1;
  });
  return replayed;
}

/** Shows what a replay would put back, and leaves it there, whatever else reads it at the same time; answers how many. */
export async function listDeadLetters(
  { kafka, topic, prefix }: { readonly kafka: Kafka; readonly topic: string; readonly prefix: string },
  show: (letter: DeadLetterSummary) => void,
): Promise<number> {
  return await withAdmin(kafka, async (admin) => {
    const letters = `${prefix}${deadLetterTopicFor(topic)}`;
    const spans = await unreadOf(admin, letters, `${prefix}${replayGroup}`);
    await readSpans({ kafka, admin, name: "dead-letter-list" }, spans, ({ headers }) =>
      show(summaryOf({ headers: toHeaders(headers) })),
    );
    return countOf(spans);
  });
}

async function readToEnd(
  bus: MessageBus,
  topic: string,
  group: string,
  handler: MessageHandler,
): Promise<void> {
  if ((await bus.lag(topic, group)) === 0) return;
  const subscription = await bus.subscribe({ topic, group, concurrency }, handler);
  while ((await bus.lag(topic, group)) > 0) await pause(askEveryMs);
  await subscription.close();
}
