import kafkajs, { type Admin } from "kafkajs";
import { isStaleMetadata } from "./broker-errors.ts";
import { lagOf } from "./kafka-lag.ts";

test("the lag of a topic waits for a leader that has not heard yet that it leads", async () => {
  const admin = brokerThatSays(["NOT_LEADER_FOR_PARTITION", "LEADER_NOT_AVAILABLE"]);
  expect(await lagOf(admin, "verification.requests", "verifier")).toBe(7);
});

test("the lag of a topic that is not there is nothing", async () => {
  const admin = brokerThatSays(["UNKNOWN_TOPIC_OR_PARTITION"]);
  expect(await lagOf(admin, "verification.requests", "verifier")).toBe(0);
});

test("a partition whose leader stays elsewhere is an error that tells to look again who leads", async () => {
  const admin = brokerThatSays(Array.from({ length: 50 }, () => "NOT_LEADER_FOR_PARTITION"));
  const error = await lagOf(admin, "verification.requests", "verifier").catch((caught) => caught);
  expect(isStaleMetadata(error)).toBe(true);
});

/** What kafkajs's admin does with a broker that refuses some times; then ten messages, of which three were read. */
function brokerThatSays(refusals: string[]): Admin {
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
