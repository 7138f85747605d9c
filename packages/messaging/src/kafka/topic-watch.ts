import type { Log } from "@receipts/service-kit";
import type { Admin } from "kafkajs";
import { type TopicPlan, topicDifferences } from "./topic-plan.ts";

/** Topics rarely vanish; missing ones are looked for at each probe. */
const LOOK_EVERY_MS = 60_000;

/** Notices topics that do not exist: nothing creates them implicitly, so their messages would wait for ever. */
export function createTopicWatch({
  expected,
  log,
}: {
  readonly expected: readonly TopicPlan[];
  readonly log: Log;
}) {
  let missing: readonly string[] = [];
  let lookAt = 0;

  async function findMissing(admin: Admin): Promise<void> {
    const existing = new Set(await admin.listTopics());
    lookAt = performance.now() + LOOK_EVERY_MS;
    const before = missing;
    missing = expected.map(({ topic }) => topic).filter((topic) => !existing.has(topic));
    if (missing.length > before.length) log.warn("kafka.topics_missing", { topics: missing });
    else if (missing.length === 0 && before.length > 0) log.info("kafka.topics_found", { topics: before });
  }

  return {
    missing: () => missing,
    /** A probe of the broker. */
    async inspect(admin: Admin): Promise<void> {
      const isDue = missing.length > 0 || performance.now() >= lookAt;
      if (expected.length > 0 && isDue) await findMissing(admin);
      else await admin.describeCluster();
    },
    /** At the start: the log also tells where the cluster falls short of the plans. */
    async compare(admin: Admin): Promise<void> {
      await findMissing(admin);
      for (const difference of await topicDifferences(admin, expected))
        if (difference.fault !== "missing") log.warn("kafka.topic_differs", { ...difference });
    },
  };
}
