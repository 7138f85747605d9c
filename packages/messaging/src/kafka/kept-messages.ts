import type { Log } from "@receipts/service-kit";
import type { Admin } from "kafkajs";
import { createKafkaClient, withAdmin } from "./kafka-client.ts";
import { asKafkaFault } from "./kafka-fault.ts";
import type { KafkaConnection } from "./kafka-settings.ts";
import { readSpans, type Span } from "./read-spans.ts";

export interface KeptMessage {
  readonly topic: string;
  readonly value: string;
  /** Time of writing, by the writer's clock. */
  readonly at: Date;
}

export interface KeptMessagesOptions {
  readonly connection: KafkaConnection;
  readonly log: Log;
  readonly topics: readonly string[];
  readonly since: Date;
}

/** Shows all messages that topics have retained since a time, up to the topics' ends at the call. No offset changes. */
export async function readKeptMessages(
  options: KeptMessagesOptions,
  show: (message: KeptMessage) => void,
): Promise<void> {
  const kafka = createKafkaClient(options);
  await withAdmin(kafka, async (admin) => {
    const spans = await spansOf(admin, options);
    await readSpans({ kafka, admin, name: "kept-messages" }, spans, ({ value, timestamp }, topic) =>
      show({ topic, value: value?.toString() ?? "", at: new Date(Number(timestamp)) }),
    );
  }).catch((error: unknown) => {
    throw asKafkaFault(error, options.connection);
  });
}

/** Non-empty spans. */
async function spansOf(admin: Admin, { topics, since }: KeptMessagesOptions): Promise<Span[]> {
  const existing = new Set(await admin.listTopics());
  const spans: Span[] = [];
  for (const topic of topics.filter((name) => existing.has(name))) {
    const ends = new Map((await admin.fetchTopicOffsets(topic)).map((each) => [each.partition, each.offset]));
    for (const { partition, offset } of await admin.fetchTopicOffsetsByTimestamp(topic, since.getTime())) {
      const span = { topic, partition, start: BigInt(offset), end: BigInt(ends.get(partition) ?? 0) };
      if (span.start < span.end) spans.push(span);
    }
  }
  return spans;
}
