import type { Admin } from "kafkajs";
import { groupIdOf } from "./kafka-subscription.ts";

/** Messages behind what the group has committed; where it has committed nothing, all that is kept. */
export async function lagOf(admin: Admin, topic: string, group: string): Promise<number> {
  const ends = await endOffsets(admin, topic);
  if (ends.length === 0) return 0;
  const groupId = groupIdOf(topic, group);
  const [progress] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const committed = new Map(progress?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  let lag = 0;
  for (const { partition, low, high } of ends) {
    // -1: never committed. Below `low`: retention has taken what was not read.
    const position = Math.max(committed.get(partition) ?? -1, Number(low));
    lag += Math.max(0, Number(high) - position);
  }
  return lag;
}

async function endOffsets(admin: Admin, topic: string) {
  try {
    return await admin.fetchTopicOffsets(topic);
  } catch (error) {
    if (isUnknownTopic(error)) return [];
    throw error;
  }
}

/** The broker's code 3, however deep kafkajs has wrapped it. */
export function isUnknownTopic(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("type" in error && error.type === "UNKNOWN_TOPIC_OR_PARTITION") return true;
  return error.cause !== error && isUnknownTopic(error.cause);
}
