import { randomUUID } from "node:crypto";
import type { Log } from "@receipts/service-kit";
import type { Admin, Consumer, EachBatchPayload } from "kafkajs";
import { createKafkaClient } from "./kafka-client.ts";
import type { KafkaConnection } from "./kafka-settings.ts";

export interface KeptMessage {
  readonly topic: string;
  readonly value: string;
  /** When it was written, by its writer's clock. */
  readonly at: Date;
}

export interface KeptMessagesOptions {
  readonly connection: KafkaConnection;
  readonly log: Log;
  readonly topics: readonly string[];
  readonly since: Date;
}

interface Span {
  readonly start: bigint;
  readonly end: bigint;
}

/**
 * Shows what topics have kept since a moment, worked on or not, up to their ends at the time of the call. Nobody's place
 * moves: it reads as a group of its own, which is gone afterwards.
 */
export async function readKeptMessages(
  options: KeptMessagesOptions,
  show: (message: KeptMessage) => void,
): Promise<void> {
  const client = createKafkaClient(options);
  const admin = client.admin();
  await admin.connect();
  try {
    const spans = await spansOf(admin, options);
    if (spans.size === 0) return;
    const groupId = `kept-messages.${randomUUID()}`;
    const consumer = client.consumer({ groupId });
    await consumer.connect();
    try {
      await readSpans(consumer, spans, show);
    } finally {
      await consumer.disconnect();
      await admin.deleteGroups([groupId]);
    }
  } finally {
    await admin.disconnect();
  }
}

const placeOf = (topic: string, partition: number | string) => `${topic} ${partition}`;

/** Those with something in them, by topic and partition. */
async function spansOf(
  admin: Admin,
  { topics, since }: KeptMessagesOptions,
): Promise<ReadonlyMap<string, Span>> {
  const existing = new Set(await admin.listTopics());
  const spans = new Map<string, Span>();
  for (const topic of topics.filter((name) => existing.has(name))) {
    const ends = new Map((await admin.fetchTopicOffsets(topic)).map((each) => [each.partition, each.offset]));
    for (const { partition, offset } of await admin.fetchTopicOffsetsByTimestamp(topic, since.getTime())) {
      const span = { start: BigInt(offset), end: BigInt(ends.get(partition) ?? 0) };
      if (span.start < span.end) spans.set(placeOf(topic, partition), span);
    }
  }
  return spans;
}

async function readSpans(
  consumer: Consumer,
  spans: ReadonlyMap<string, Span>,
  show: (message: KeptMessage) => void,
): Promise<void> {
  const unread = new Map(spans);
  const finished = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) finished.reject(payload.error);
  });
  const places = [...spans].map(([place, span]) => ({ ...topicAndPartition(place), span }));
  await consumer.subscribe({ topics: [...new Set(places.map(({ topic }) => topic))], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch, heartbeat }: EachBatchPayload) => {
      const place = placeOf(batch.topic, batch.partition);
      const span = unread.get(place);
      if (span === undefined) return;
      for (const message of batch.messages) {
        const offset = BigInt(message.offset);
        // What was fetched before the place was set.
        if (offset < span.start || offset >= span.end) continue;
        const at = new Date(Number(message.timestamp));
        show({ topic: batch.topic, value: message.value?.toString() ?? "", at });
      }
      const lastOffset = BigInt(batch.lastOffset());
      if (lastOffset + 1n >= span.end) unread.delete(place);
      if (unread.size === 0) finished.resolve();
      await heartbeat();
    },
  });
  for (const { topic, partition, span } of places) {
    consumer.seek({ topic, partition, offset: span.start.toString() });
  }
  await finished.promise;
}

function topicAndPartition(place: string): { topic: string; partition: number } {
  const [topic = "", partition] = place.split(" ");
  return { topic, partition: Number(partition) };
}
