import { setTimeout as delay } from "node:timers/promises";
import type { Admin } from "kafkajs";
import { groupIdOf } from "./kafka-subscription.ts";

/** Messages behind what the group has committed; where it has committed nothing, all that is kept. */
export async function lagOf(admin: Admin, topic: string, group: string): Promise<number> {
  const ends = await endOffsets(admin, topic);
  if (ends.length === 0) return 0;
  const groupId = groupIdOf(topic, group);
  const [progress] = await committedOffsets(admin, groupId, topic);
  const committed = new Map(progress?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  let lag = 0;
  for (const { partition, low, high } of ends) {
    // -1: never committed. Below `low`: retention has taken what was not read.
    const position = Math.max(committed.get(partition) ?? -1, Number(low));
    lag += Math.max(0, Number(high) - position);
  }
  return lag;
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
