import { randomUUID } from "node:crypto";
import type { Admin, Consumer, EachBatchPayload, Kafka, KafkaMessage } from "kafkajs";

/** Range of offsets of one partition. */
export interface Span {
  readonly topic: string;
  readonly partition: number;
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
}

export type ShowMessage = (message: KafkaMessage, topic: string) => void;

/** Shows each message of the spans once. Reads as a temporary group, so no other group's offsets change. */
export async function readSpans(
  { kafka, admin, name }: { readonly kafka: Kafka; readonly admin: Admin; readonly name: string },
  spans: readonly Span[],
  show: ShowMessage,
): Promise<void> {
  if (spans.length === 0) return;
  const groupId = `${name}.${randomUUID()}`;
  const consumer = kafka.consumer({ groupId });
  await consumer.connect();
  try {
    await readToEnds(consumer, spans, show);
  } finally {
    await consumer.disconnect();
    await admin.deleteGroups([groupId]);
  }
}

async function readToEnds(consumer: Consumer, spans: readonly Span[], show: ShowMessage): Promise<void> {
  const unread = new Map(spans.map((span) => [partitionKey(span), span]));
  const finished = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    if (!payload.restart) finished.reject(payload.error);
  });
  await consumer.subscribe({ topics: [...new Set(spans.map(({ topic }) => topic))], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch, heartbeat }: EachBatchPayload) => {
      const span = unread.get(partitionKey(batch));
      if (span === undefined) return;
      for (const message of batch.messages) {
        const offset = BigInt(message.offset);
        // Messages fetched before the seek are outside the span.
        if (offset >= span.start && offset < span.end) show(message, batch.topic);
      }
      if (BigInt(batch.lastOffset()) + 1n >= span.end) unread.delete(partitionKey(batch));
      if (unread.size === 0) finished.resolve();
      await heartbeat();
    },
  });
  for (const { topic, partition, start } of spans) {
    consumer.seek({ topic, partition, offset: start.toString() });
  }
  await finished.promise;
}

function partitionKey({ topic, partition }: Pick<Span, "topic" | "partition">): string {
  return `${topic} ${partition}`;
}
