import { pause } from "@receipts/service-kit";
import kafkajs, { type Admin } from "kafkajs";
import { createKafkaClient, type KafkaClientOptions, withAdmin } from "./kafka-client.ts";
import { existingTopics, type TopicPlan } from "./topic-plan.ts";

/** DYNAMIC_TOPIC_CONFIG of Kafka's DescribeConfigs: set on the topic itself, not a broker default. */
const setOnTopic = 1;

export interface TopicChanges {
  readonly created: readonly string[];
  readonly grown: readonly string[];
}

/** Connects, creates and grows topics by the plans, and disconnects. */
export async function makeTopics(
  plans: readonly TopicPlan[],
  options: Pick<KafkaClientOptions, "connection" | "log">,
): Promise<TopicChanges> {
  return await withAdmin(createKafkaClient(options), (admin) => ensureTopics(admin, plans));
}

/**
 * Creates missing topics, adds missing partitions, and sets retention and in-sync replicas. Never removes partitions or
 * moves replicas: operators move data with Kafka's own tools.
 */
export async function ensureTopics(admin: Admin, plans: readonly TopicPlan[]): Promise<TopicChanges> {
  const found = await existingTopics(admin, plans);
  const missing = plans.filter(({ topic }) => !found.has(topic));
  const existing = plans.filter(({ topic }) => found.has(topic));
  const growing = existing.filter(
    ({ topic, partitions }) => (found.get(topic)?.partitions.length ?? partitions) < partitions,
  );
  if (missing.length > 0) {
    await admin.createTopics({
      // kafkajs's own wait fails at a broker that does not know the topic yet.
      waitForLeaders: false,
      topics: missing.map((plan) => ({
        topic: plan.topic,
        numPartitions: plan.partitions,
        replicationFactor: plan.replicationFactor,
        configEntries: configEntries(plan),
      })),
    });
  }
  if (missing.length > 0) await waitForLeaders(admin, missing);
  if (growing.length > 0) {
    await admin.createPartitions({
      topicPartitions: growing.map(({ topic, partitions: count }) => ({ topic, count })),
    });
  }
  await setConfiguration(admin, existing);
  return { created: missing.map(({ topic }) => topic), grown: growing.map(({ topic }) => topic) };
}

const leadersTimeoutMs = 15_000;
const pollEveryMs = 50;

/** A new topic accepts messages once each of its partitions has a leader. */
async function waitForLeaders(admin: Admin, plans: readonly TopicPlan[]): Promise<void> {
  const topics = plans.map(({ topic }) => topic);
  const deadline = performance.now() + leadersTimeoutMs;
  for (;;) {
    try {
      const { topics: found } = await admin.fetchTopicMetadata({ topics });
      if (found.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    if (performance.now() > deadline) throw new Error("a new topic has no leader");
    await pause(pollEveryMs);
  }
}

/** Kafka replaces a topic's whole configuration, so settings made by operators are sent too. */
async function setConfiguration(admin: Admin, plans: readonly TopicPlan[]): Promise<void> {
  if (plans.length === 0) return;
  const type = kafkajs.ConfigResourceTypes.TOPIC;
  const described = await admin.describeConfigs({
    includeSynonyms: false,
    resources: plans.map(({ topic }) => ({ type, name: topic })),
  });
  const changes = plans.flatMap((plan) => {
    const entries = described.resources.find(
      ({ resourceName }) => resourceName === plan.topic,
    )?.configEntries;
    const set = new Map(
      entries
        ?.filter(({ configSource }) => configSource === setOnTopic)
        .map(({ configName, configValue }) => [configName, configValue]),
    );
    const ours = configEntries(plan);
    if (ours.every(({ name, value }) => set.get(name) === value)) return [];
    for (const { name, value } of ours) set.set(name, value);
    return [{ type, name: plan.topic, configEntries: [...set].map(([name, value]) => ({ name, value })) }];
  });
  if (changes.length > 0) await admin.alterConfigs({ validateOnly: false, resources: changes });
}

function configEntries(plan: TopicPlan): { name: string; value: string }[] {
  return [
    { name: "retention.ms", value: String(plan.retentionMs) },
    { name: "min.insync.replicas", value: String(plan.minInsyncReplicas) },
  ];
}
