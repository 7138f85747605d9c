import kafkajs, { type Admin, type ITopicMetadata } from "kafkajs";
import { deadLetterTopicOf } from "../dead-letter.ts";
import { workTopicNames } from "../topics.ts";
import type { KafkaTopicConfig } from "./kafka-settings.ts";

/** Planned properties of a topic. */
export interface TopicPlan {
  readonly topic: string;
  readonly partitions: number;
  readonly replicationFactor: number;
  readonly minInsyncReplicas: number;
  readonly retentionMs: number;
}

/** In production a message survives while one of three brokers is left; elsewhere there is only one broker. */
const copies = {
  production: { replicationFactor: 3, minInsyncReplicas: 2 },
  elsewhere: { replicationFactor: 1, minInsyncReplicas: 1 },
};

export function planTopics(
  config: KafkaTopicConfig,
  options: { readonly production: boolean; readonly prefix?: string },
): TopicPlan[] {
  const usual = options.production ? copies.production : copies.elsewhere;
  const shared = {
    replicationFactor: config.KAFKA_REPLICATION_FACTOR ?? usual.replicationFactor,
    minInsyncReplicas: config.KAFKA_MIN_INSYNC_REPLICAS ?? usual.minInsyncReplicas,
  };
  const { prefix = "" } = options;
  return workTopicNames()
    .map((name) => `${prefix}${name}`)
    .flatMap((topic) => [
      { topic, partitions: config.KAFKA_PARTITIONS, retentionMs: config.KAFKA_RETENTION_MS, ...shared },
      {
        topic: deadLetterTopicOf(topic),
        partitions: 1, // read by operators, one at a time
        retentionMs: config.KAFKA_DEAD_LETTER_RETENTION_MS,
        ...shared,
      },
    ]);
}

export interface TopicDifference {
  readonly topic: string;
  readonly fault: "missing" | "fewer partitions" | "fewer replicas" | "fewer in-sync replicas";
  readonly found?: number;
  readonly expected?: number;
}

/** Returns where the cluster falls short of the plans. */
export async function topicDifferences(
  admin: Admin,
  plans: readonly TopicPlan[],
): Promise<TopicDifference[]> {
  const found = await existingTopics(admin, plans);
  const minInsync = await minInsyncReplicas(admin, [...found.keys()]);
  return plans.flatMap((plan): TopicDifference[] => {
    const { topic } = plan;
    const metadata = found.get(topic);
    if (metadata === undefined) return [{ topic, fault: "missing" }];
    const measures = [
      ["fewer partitions", metadata.partitions.length, plan.partitions],
      ["fewer replicas", fewestReplicas(metadata), plan.replicationFactor],
      ["fewer in-sync replicas", minInsync.get(topic) ?? plan.minInsyncReplicas, plan.minInsyncReplicas],
    ] as const;
    return measures.flatMap(([fault, is, expected]) =>
      is < expected ? [{ topic, fault, found: is, expected }] : [],
    );
  });
}

export async function existingTopics(
  admin: Admin,
  plans: readonly TopicPlan[],
): Promise<ReadonlyMap<string, ITopicMetadata>> {
  const names = new Set(await admin.listTopics());
  const topics = plans.map(({ topic }) => topic).filter((topic) => names.has(topic));
  if (topics.length === 0) return new Map();
  const metadata = await admin.fetchTopicMetadata({ topics });
  return new Map(metadata.topics.map((topic) => [topic.name, topic]));
}

function fewestReplicas({ partitions }: ITopicMetadata): number {
  return Math.min(...partitions.map(({ replicas }) => replicas.length));
}

async function minInsyncReplicas(admin: Admin, topics: readonly string[]): Promise<Map<string, number>> {
  if (topics.length === 0) return new Map();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: ["min.insync.replicas"],
    })),
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [resourceName, Number(configEntries[0]?.configValue)]),
  );
}
