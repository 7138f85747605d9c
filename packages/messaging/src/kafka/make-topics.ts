import type { Log } from "@receipts/service-kit";
import { ensureTopics, type TopicChanges } from "./ensure-topics.ts";
import { createKafkaClient } from "./kafka-client.ts";
import type { KafkaConnection } from "./kafka-settings.ts";
import type { TopicPlan } from "./topic-plan.ts";

/** Connects, makes and grows what the plans say, and leaves. */
export async function makeTopics(
  plans: readonly TopicPlan[],
  options: { readonly connection: KafkaConnection; readonly log: Log },
): Promise<TopicChanges> {
  const admin = createKafkaClient(options).admin();
  await admin.connect();
  try {
    return await ensureTopics(admin, plans);
  } finally {
    await admin.disconnect();
  }
}
