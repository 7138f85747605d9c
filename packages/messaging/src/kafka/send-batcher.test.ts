import type { TopicMessages } from "kafkajs";
import { BusUnavailable } from "../message-bus.ts";
import { createSendBatcher } from "./send-batcher.ts";

const message = (topic: string, value = "v") => ({ topic, key: "k", value });
const countOf = (batch: readonly TopicMessages[]) => batch.flatMap(({ messages }) => messages).length;

function open(send: (batch: TopicMessages[]) => Promise<void>, isOutage = false) {
  return createSendBatcher({ send, isOutage: () => isOutage });
}

describe("the send collector", () => {
  it("sends what many callers publish at a time in one request", async () => {
    const batches: TopicMessages[][] = [];
    const collector = open(async (batch) => void batches.push(batch));
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => collector.publish([message(`t${index % 2}`)])),
    );
    expect(batches).toHaveLength(1);
    expect(batches[0]?.map(({ topic, messages }) => [topic, messages.length])).toEqual([
      ["t0", 50],
      ["t1", 50],
    ]);
  });

  /** Two under way at a time would share sequence numbers, and the broker drops the second in silence. */
  it("has one request under way at a time, and keeps the order", async () => {
    const sent: string[] = [];
    let underWay = 0;
    let most = 0;
    const collector = open(async (batch) => {
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      for (const { messages } of batch)
        for (const { value } of messages) sent.push(String(value).slice(0, 3));
      underWay -= 1;
    });
    const values = Array.from({ length: 40 }, (_, index) => String(index).padStart(3, "0"));
    await collector.publish(values.map((value) => message("t", value + "x".repeat(100_000))));
    expect(most).toBe(1);
    expect(sent).toEqual(values);
  });

  it("keeps every request below what a broker takes", async () => {
    const sizes: number[] = [];
    const collector = open(async (batch) => void sizes.push(countOf(batch)));
    await collector.publish(Array.from({ length: 30 }, () => message("t", "x".repeat(100_000))));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
    const tooLarge = collector.publish([message("t", "x".repeat(1_000_000))]);
    await expect(tooLarge).rejects.toBeInstanceOf(RangeError);
  });

  it("does not fail one topic for another that the broker refuses, and soon refuses that one itself", async () => {
    let requests = 0;
    const collector = open(async (batch) => {
      requests += 1;
      if (batch.some(({ topic }) => topic === "missing")) throw new Error("no such topic");
    });
    const [good, bad] = await Promise.allSettled([
      collector.publish([message("good")]),
      collector.publish([message("missing")]),
    ]);
    expect(good.status).toBe("fulfilled");
    expect(bad).toMatchObject({ status: "rejected", reason: { name: "BusUnavailable" } });
    expect(requests).toBe(3);
    await expect(collector.publish([message("missing")])).rejects.toBeInstanceOf(BusUnavailable);
    expect(requests).toBe(3);
  });

  it("fails all of a batch at once when the broker cannot be reached", async () => {
    let requests = 0;
    const collector = open(async () => {
      requests += 1;
      throw new Error("gone");
    }, true);
    const results = await Promise.allSettled([
      collector.publish([message("a")]),
      collector.publish([message("b")]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(requests).toBe(1);
  });

  it("refuses more when 64 MiB wait, and takes more once they are gone", async () => {
    const gate = Promise.withResolvers<void>();
    const collector = open(() => gate.promise);
    const large = Array.from({ length: 80 }, () => message("t", "x".repeat(880_000)));
    const waiting = collector.publish(large);
    await expect(collector.publish([message("t")])).rejects.toBeInstanceOf(BusUnavailable);
    gate.resolve();
    await waiting;
    await collector.publish([message("t")]);
    await collector.idle();
  });

  it("rejects what waits when it is told that the broker is away", async () => {
    const gate = Promise.withResolvers<void>();
    const collector = open(() => gate.promise);
    const publishing = collector.publish(Array.from({ length: 3 }, () => message("t", "x".repeat(800_000))));
    collector.rejectWaiting(new BusUnavailable("away"));
    await expect(publishing).rejects.toBeInstanceOf(BusUnavailable);
    gate.resolve();
    await collector.idle();
  });
});
