import { pause } from "@receipts/service-kit";
import type { Admin } from "kafkajs";
import { hasErrorType, leaderMoved } from "./broker-errors.ts";
import { groupIdOf } from "./kafka-subscription.ts";
import type { Span } from "./read-spans.ts";

/** Messages after the group's committed offsets; all retained messages if it has committed none. */
export async function lagOf(admin: Admin, topic: string, group: string): Promise<number> {
  return countOf(await unreadOf(admin, topic, group));
}

/** Offset ranges of those messages, without empty partitions. */
export async function unreadOf(admin: Admin, topic: string, group: string): Promise<Span[]> {
  const ends = await endOffsets(admin, topic);
  if (ends.length === 0) return [];
  const groupId = groupIdOf(topic, group);
  const [progress] = await committedOffsets(admin, groupId, topic);
  const committed = new Map(progress?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  return ends.flatMap(({ partition, ...bounds }) => {
    const [low, end] = [BigInt(bounds.low), BigInt(bounds.high)];
    // -1: never committed. Below `low`: retention has deleted unread messages.
    const position = committed.get(partition) ?? -1n;
    const start = position > low ? position : low;
    return start < end ? [{ topic, partition, start, end }] : [];
  });
}

/** An upper bound: compaction leaves gaps. */
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

/** A new coordinator loads committed offsets first. */
const loadingErrors = ["GROUP_LOAD_IN_PROGRESS", ...leaderMoved];
const loadingAttempts = 10;
const loadingPauseMs = 100;

/** Retries for a second while a new leader or coordinator is loading; kafkajs's admin does not retry these. */
async function retryWhileLoading<T>(query: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await query();
    } catch (error) {
      if (attempt >= loadingAttempts || !hasErrorType(error, loadingErrors)) throw error;
      await pause(loadingPauseMs);
    }
  }
}
