import kafkajs, { type Admin } from "kafkajs";
import { isStaleMetadata } from "./broker-errors.ts";
import { lagOf } from "./kafka-lag.ts";

test("lagOf retries while the leader is moving", async () => {
  const admin = brokerRefusing(["NOT_LEADER_FOR_PARTITION", "LEADER_NOT_AVAILABLE"]);
  expect(await lagOf(admin, "verification.requests", "verifier")).toBe(7);
});

test("lagOf returns 0 for an unknown topic", async () => {
  const admin = brokerRefusing(["UNKNOWN_TOPIC_OR_PARTITION"]);
  expect(await lagOf(admin, "verification.requests", "verifier")).toBe(0);
});

test("lagOf throws a stale-metadata error when the leader stays elsewhere", async () => {
  const admin = brokerRefusing(Array.from({ length: 50 }, () => "NOT_LEADER_FOR_PARTITION"));
  const error = await lagOf(admin, "verification.requests", "verifier").catch((caught) => caught);
  expect(isStaleMetadata(error)).toBe(true);
});

/** kafkajs's admin at a broker that refuses a few times, then reports ten messages, three of them read. */
function brokerRefusing(refusals: string[]): Admin {
  return {
    async fetchTopicOffsets() {
      const type = refusals.shift();
      if (type !== undefined) throw refusalOf(type);
      return [{ partition: 0, offset: "10", high: "10", low: "0" }];
    },
    async fetchOffsets({ topics }: { topics: string[] }) {
      return topics.map((topic) => ({ topic, partitions: [{ partition: 0, offset: "3", metadata: null }] }));
    },
  } as unknown as Admin;
}

function refusalOf(type: string) {
  return new kafkajs.KafkaJSProtocolError(Object.assign(new Error(type), { type, code: 6, retriable: true }));
}
