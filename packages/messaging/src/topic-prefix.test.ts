import { until } from "./conformance/bus-under-test.ts";
import { createMemoryMessageBus } from "./memory/memory-message-bus.ts";
import { withTopicPrefix } from "./topic-prefix.ts";

describe("a bus with a prefix", () => {
  it("separates two installations on one cluster, without showing them the prefix", async () => {
    const cluster = createMemoryMessageBus({});
    const [one, other] = [withTopicPrefix(cluster, "one."), withTopicPrefix(cluster, "other.")];
    const seen: string[] = [];
    const listen = (bus: typeof one, name: string) =>
      bus.subscribe({ topic: "jobs", group: "workers", concurrency: 1 }, async (message) => {
        seen.push(`${name} ${message.topic} ${message.value}`);
      });
    await listen(one, "one");
    await listen(other, "other");
    await one.publish([{ topic: "jobs", key: "k", value: "for one" }]);
    await until(async () => seen.length > 0 && (await one.lag("jobs", "workers")) === 0);
    expect(seen).toEqual(["one jobs for one"]);
    expect(await cluster.lag("one.jobs", "one.workers")).toBe(0);
    await cluster.close();
  });
});
