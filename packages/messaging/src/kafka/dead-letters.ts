import { type Log, pause } from "@receipts/service-kit";
import type { Kafka } from "kafkajs";
import {
  deadLetterCutHeader,
  deadLetterGroupHeader,
  deadLetterReasonHeader,
  deadLetterTopicOf,
  originalTopicHeader,
  replayGroup,
} from "../dead-letter.ts";
import type { IncomingMessage, MessageBus, MessageHandler, OutgoingMessage } from "../message-bus.ts";
import { requestIdHeader } from "../topic.ts";
import { toHeaders } from "./in-flight-window.ts";
import { withAdmin } from "./kafka-client.ts";
import { countOf, unreadOf } from "./kafka-lag.ts";
import { groupIdOf } from "./kafka-subscription.ts";
import { readSpans } from "./read-spans.ts";

const concurrency = 64;
const pollEveryMs = 100;

export interface DeadLetterSummary {
  readonly requestId: string | undefined;
  readonly reason: string | undefined;
  readonly group: string | undefined;
  readonly originalTopic: string | undefined;
}

/** Accepts the original topic or its dead-letter topic. */
export function deadLetterTopicFor(topic: string): string {
  return topic.endsWith(deadLetterTopicOf("")) ? topic : deadLetterTopicOf(topic);
}

/** Ids and reasons, never the message's content. */
export function summaryOf({ headers }: Pick<IncomingMessage, "headers">): DeadLetterSummary {
  return {
    requestId: headers[requestIdHeader],
    reason: headers[deadLetterReasonHeader],
    group: headers[deadLetterGroupHeader],
    originalTopic: headers[originalTopicHeader],
  };
}

/** Restores the original message; undefined if the dead letter has no original topic, or a part of it alone. */
export function originalOf({ key, value, headers }: IncomingMessage): OutgoingMessage | undefined {
  const {
    [originalTopicHeader]: topic,
    [deadLetterReasonHeader]: _reason,
    [deadLetterGroupHeader]: _group,
    ...original
  } = headers;
  return topic === undefined || deadLetterCutHeader in headers
    ? undefined
    : { topic, key, value, headers: original };
}

/**
 * Publishes every dead letter that has not been replayed on its original topic. Offsets are committed only after the
 * publish, so a stopped replay continues where it was. Every group of the topic gets the message again. Returns the
 * number replayed.
 */
export async function replayDeadLetters(bus: MessageBus, topic: string, log: Log): Promise<number> {
  let replayed = 0;
  await readToEnd(bus, deadLetterTopicFor(topic), replayGroup, async (deadLetter) => {
    const message = originalOf(deadLetter);
    if (message === undefined) {
      log.warn("dead_letter.not_replayed", { ...summaryOf(deadLetter) });
      return;
    }
    await bus.publish([message]);
    replayed += 1;
  });
  return replayed;
}

/** Gives up every dead letter that has not been replayed: no replay publishes it later. Returns their number. */
export async function discardDeadLetters(bus: MessageBus, topic: string): Promise<number> {
  let discarded = 0;
  await readToEnd(bus, deadLetterTopicFor(topic), replayGroup, async () => {
    discarded += 1;
  });
  return discarded;
}

/**
 * Deletes the letters that were replayed or discarded. Kafka forgets the offsets of a group without members after a week,
 * and a letter that it keeps for a month would come back.
 */
export async function deleteFinished({
  kafka,
  topic,
  prefix,
}: {
  readonly kafka: Kafka;
  readonly topic: string;
  readonly prefix: string;
}): Promise<void> {
  const deadLetterTopic = `${prefix}${deadLetterTopicFor(topic)}`;
  await withAdmin(kafka, async (admin) => {
    const groupId = groupIdOf(deadLetterTopic, `${prefix}${replayGroup}`);
    const [progress] = await admin.fetchOffsets({ groupId, topics: [deadLetterTopic] });
    const partitions = (progress?.partitions ?? []).filter(({ offset }) => BigInt(offset) > 0n);
    if (partitions.length > 0) await admin.deleteTopicRecords({ topic: deadLetterTopic, partitions });
  });
}

/** Shows the dead letters that a replay would publish, without changing anything. Returns their number. */
export async function listDeadLetters(
  { kafka, topic, prefix }: { readonly kafka: Kafka; readonly topic: string; readonly prefix: string },
  show: (deadLetter: DeadLetterSummary) => void,
): Promise<number> {
  return await withAdmin(kafka, async (admin) => {
    const deadLetterTopic = `${prefix}${deadLetterTopicFor(topic)}`;
    const spans = await unreadOf(admin, deadLetterTopic, `${prefix}${replayGroup}`);
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
  while ((await bus.lag(topic, group)) > 0) await pause(pollEveryMs);
  await subscription.close();
}
