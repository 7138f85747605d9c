import { setTimeout as delay } from "node:timers/promises";
import type { Admin } from "kafkajs";
import { groupIdOf } from "./kafka-subscription.ts";
import type { Span } from "./read-spans.ts";

/** Messages behind what the group has committed; where it has committed nothing, all that is kept. */
export async function lagOf(admin: Admin, topic: string, group: string): Promise<number> {
  return countOf(await unreadOf(admin, topic, group));
}

/** Those same messages; partitions without any are left out. */
export async function unreadOf(admin: Admin, topic: string, group: string): Promise<Span[]> {
  const ends = await endOffsets(admin, topic);
  if (ends.length === 0) return [];
  const groupId = groupIdOf(topic, group);
  const [progress] = await committedOffsets(admin, groupId, topic);
  const committed = new Map(progress?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  return ends.flatMap(({ partition, ...bounds }) => {
    const [low, end] = [BigInt(bounds.low), BigInt(bounds.high)];
    // -1: never committed. Below `low`: retention has taken what was not read.
    const position = committed.get(partition) ?? -1n;
    const start = position > low ? position : low;
    return start < end ? [{ topic, partition, start, end }] : [];
  });
}

/** At most: compaction leaves gaps. */
export function countOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + Number(end - start), 0);
}

const triesWhileLoading = 10;
const loadingPauseMs = 100;

/** A coordinator that has just taken over first reads what was committed; kafkajs does not wait for that here. */
async function committedOffsets(admin: Admin, groupId: string, topic: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await admin.fetchOffsets({ groupId, topics: [topic] });
    } catch (error) {
      if (attempt >= triesWhileLoading || !hasType(error, "GROUP_LOAD_IN_PROGRESS")) throw error;
      await delay(loadingPauseMs);
    }
  }
}

async function endOffsets(admin: Admin, topic: string) {
  try {
    return await admin.fetchTopicOffsets(topic);
  } catch (error) {
    if (hasType(error, "UNKNOWN_TOPIC_OR_PARTITION")) return [];
    throw error;
  }
}

/** The broker's own word for the error, however deep kafkajs has wrapped it. */
function hasType(error: unknown, type: string): boolean {
  if (!(error instanceof Error)) return false;
  if ("type" in error && error.type === type) return true;
  return error.cause !== error && hasType(error.cause, type);
}
