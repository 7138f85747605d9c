import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import kafkajs, { type Admin } from "kafkajs";
import { requireTopics } from "../src/index.ts";
import { ensureTopics } from "../src/kafka/ensure-topics.ts";
import { createKafkaMessageBus } from "../src/kafka/kafka-message-bus.ts";
import { type TopicPlan, topicDifferences } from "../src/kafka/topic-plan.ts";
import { adminUnderTest, connectionUnderTest } from "./kafka-under-test.ts";

const planFor = (partitions: number): TopicPlan => ({
  topic: `plan.${randomUUID()}`,
  partitions,
  replicationFactor: 1,
  minInsyncReplicas: 1,
  retentionMs: 86_400_000,
});

const type = kafkajs.ConfigResourceTypes.TOPIC;

async function configOf(admin: Admin, topic: string, names: string[]): Promise<Record<string, string>> {
  const resources = [{ type, name: topic, configNames: names }];
  const [resource] = (await admin.describeConfigs({ includeSynonyms: false, resources })).resources;
  return Object.fromEntries(
    resource?.configEntries.map(({ configName, configValue }) => [configName, configValue]) ?? [],
  );
}

/** Brokers show a change later than the controller accepts it. */
async function untilShown(admin: Admin, topic: string, expected: Record<string, string>): Promise<void> {
  await until(async () => isDeepStrictEqual(await configOf(admin, topic, Object.keys(expected)), expected));
}

describe("npm run topics", () => {
  it("creates missing topics, and changes nothing the second time", async () => {
    const plan = planFor(3);
    await adminUnderTest(async (admin) => {
      expect(await ensureTopics(admin, [plan])).toEqual({ created: [plan.topic], grown: [] });
      expect(await ensureTopics(admin, [plan])).toEqual({ created: [], grown: [] });
      expect(await topicDifferences(admin, [plan])).toEqual([]);
    });
  });

  it("adds partitions when the setting is higher, and never removes any", async () => {
    const plan = planFor(2);
    await adminUnderTest(async (admin) => {
      await ensureTopics(admin, [plan]);
      expect(await ensureTopics(admin, [{ ...plan, partitions: 5 }])).toEqual({
        created: [],
        grown: [plan.topic],
      });
      expect(await ensureTopics(admin, [{ ...plan, partitions: 1 }])).toEqual({ created: [], grown: [] });
      // New partitions refuse readers until each has a leader.
      await until(async () => (await admin.fetchTopicOffsets(plan.topic).catch(() => [])).length === 5);
    });
  });

  it("changes the retention, and keeps other settings made by operators", async () => {
    const plan = planFor(1);
    await adminUnderTest(async (admin) => {
      await ensureTopics(admin, [plan]);
      const theirs = { name: "segment.ms", value: "3600000" };
      const ours = { name: "retention.ms", value: String(plan.retentionMs) };
      const resources = [{ type, name: plan.topic, configEntries: [theirs, ours] }];
      await admin.alterConfigs({ validateOnly: false, resources });
      await untilShown(admin, plan.topic, { "segment.ms": "3600000" });
      await ensureTopics(admin, [{ ...plan, retentionMs: 7_200_000 }]);
      await untilShown(admin, plan.topic, { "retention.ms": "7200000", "segment.ms": "3600000" });
    });
  });
});

describe("the check of the topics at start", () => {
  it("names missing and weaker topics", async () => {
    const [weak, missing] = [planFor(1), planFor(1)];
    await adminUnderTest(async (admin) => {
      await ensureTopics(admin, [weak]);
      const wanted = { ...weak, partitions: 6, replicationFactor: 3, minInsyncReplicas: 2 };
      const { topic } = weak;
      expect(await topicDifferences(admin, [wanted, missing])).toEqual([
        { topic, fault: "fewer partitions", found: 1, expected: 6 },
        { topic, fault: "fewer replicas", found: 1, expected: 3 },
        { topic, fault: "fewer in-sync replicas", found: 1, expected: 2 },
        { topic: missing.topic, fault: "missing" },
      ]);
    });
  });
});

describe("a bus whose topics are missing", () => {
  it("names them until they are created, and those that were deleted", async () => {
    const [first, second] = [planFor(1), planFor(1)];
    await adminUnderTest(async (admin) => {
      await ensureTopics(admin, [first]);
      await using bus = openBus([first, second]);
      await until(() => isDeepStrictEqual(bus.missingTopics(), [second.topic]));
      await expect(requireTopics(bus, [second.topic])).rejects.toThrow(second.topic);
      await requireTopics(bus, [first.topic]);
      expect(bus.isAvailable()).toBe(true);
      await ensureTopics(admin, [second]);
      await until(() => bus.missingTopics().length === 0);
      await requireTopics(bus, [first.topic, second.topic]);
      await admin.deleteTopics({ topics: [first.topic] });
      await using later = openBus([first, second]);
      await until(() => isDeepStrictEqual(later.missingTopics(), [first.topic]));
    });
  });
});

function openBus(expectedTopics: readonly TopicPlan[]) {
  const bus = createKafkaMessageBus({ connection: connectionUnderTest(), log: testLog, expectedTopics });
  return { ...bus, [Symbol.asyncDispose]: () => bus.close() };
}
