import { pause } from "@receipts/service-kit";
import type { Admin } from "kafkajs";
import { hasErrorType, leaderMoved } from "./broker-errors.ts";
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

async function committedOffsets(admin: Admin, groupId: string, topic: string) {
  return retryWhileLoading(() => admin.fetchOffsets({ groupId, topics: [topic] }));
}

async function endOffsets(admin: Admin, topic: string) {
  try {
    return await retryWhileLoading(() => admin.fetchTopicOffsets(topic));
  } catch (error) {
    if (hasErrorType(error, ["UNKNOWN_TOPIC_OR_PARTITION"])) return [];
    throw error;
  }
}

/** A coordinator that has just taken over first reads what was committed. */
const settling = ["GROUP_LOAD_IN_PROGRESS", ...leaderMoved];
const triesWhileSettling = 10;
const settlingPauseMs = 100;

/** Waits a second for a broker that has just taken something over; kafkajs's admin does not do that here. */
async function retryWhileLoading<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt >= triesWhileSettling || !hasErrorType(error, settling)) throw error;
      await pause(settlingPauseMs);
    }
  }
}
