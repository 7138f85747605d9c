import type { TopicMessages } from "kafkajs";
import { BusUnavailable } from "../message-bus.ts";
import { createSendBatcher } from "./send-batcher.ts";

const message = (topic: string, value = "v") => ({ topic, key: "k", value });
const countOf = (batch: readonly TopicMessages[]) => batch.flatMap(({ messages }) => messages).length;

function open(send: (batch: TopicMessages[]) => Promise<void>, isOutage = false) {
  return createSendBatcher({ send, isOutage: () => isOutage });
}

describe("the send batcher", () => {
  it("sends concurrent messages of many callers in one request", async () => {
    const batches: TopicMessages[][] = [];
    const batcher = open(async (batch) => void batches.push(batch));
    await Promise.all(Array.from({ length: 100 }, (_, index) => batcher.publish([message(`t${index % 2}`)])));
    expect(batches).toHaveLength(1);
    expect(batches[0]?.map(({ topic, messages }) => [topic, messages.length])).toEqual([
      ["t0", 50],
      ["t1", 50],
    ]);
  });

  /** Two concurrent requests would share sequence numbers, and the broker silently drops the second. */
  it("sends one request at a time, in order", async () => {
    const sent: string[] = [];
    let inFlight = 0;
    let max = 0;
    const batcher = open(async (batch) => {
      max = Math.max(max, ++inFlight);
      await new Promise(setImmediate);
      for (const { messages } of batch)
        for (const { value } of messages) sent.push(String(value).slice(0, 3));
      inFlight -= 1;
    });
    const values = Array.from({ length: 40 }, (_, index) => String(index).padStart(3, "0"));
    await batcher.publish(values.map((value) => message("t", value + "x".repeat(100_000))));
    expect(max).toBe(1);
    expect(sent).toEqual(values);
  });

  it("keeps every request below the broker's size limit", async () => {
    const sizes: number[] = [];
    const batcher = open(async (batch) => void sizes.push(countOf(batch)));
    await batcher.publish(Array.from({ length: 30 }, () => message("t", "x".repeat(100_000))));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8);
    const tooLarge = batcher.publish([message("t", "x".repeat(1_000_000))]);
    await expect(tooLarge).rejects.toBeInstanceOf(RangeError);
  });

  it("does not fail one topic for another that the broker refuses, and then refuses that one itself", async () => {
    let requests = 0;
    const batcher = open(async (batch) => {
      requests += 1;
      if (batch.some(({ topic }) => topic === "missing")) throw new Error("no such topic");
    });
    const [good, bad] = await Promise.allSettled([
      batcher.publish([message("good")]),
      batcher.publish([message("missing")]),
    ]);
    expect(good.status).toBe("fulfilled");
    expect(bad).toMatchObject({ status: "rejected", reason: { name: "BusUnavailable" } });
    expect(requests).toBe(3);
    await expect(batcher.publish([message("missing")])).rejects.toBeInstanceOf(BusUnavailable);
    expect(requests).toBe(3);
  });

  it("fails all of a batch at once when the broker cannot be reached", async () => {
    let requests = 0;
    const batcher = open(async () => {
      requests += 1;
      throw new Error("gone");
    }, true);
    const results = await Promise.allSettled([
      batcher.publish([message("a")]),
      batcher.publish([message("b")]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(requests).toBe(1);
  });

  it("refuses messages while 64 MiB wait, and accepts them again afterwards", async () => {
    const gate = Promise.withResolvers<void>();
    const batcher = open(() => gate.promise);
    const large = Array.from({ length: 80 }, () => message("t", "x".repeat(880_000)));
    const waiting = batcher.publish(large);
    await expect(batcher.publish([message("t")])).rejects.toBeInstanceOf(BusUnavailable);
    gate.resolve();
    await waiting;
    await batcher.publish([message("t")]);
    await batcher.idle();
  });

  it("rejects waiting messages in an outage", async () => {
    const gate = Promise.withResolvers<void>();
    const batcher = open(() => gate.promise);
    const publishing = batcher.publish(Array.from({ length: 3 }, () => message("t", "x".repeat(800_000))));
    batcher.rejectWaiting(new BusUnavailable("down"));
    await expect(publishing).rejects.toBeInstanceOf(BusUnavailable);
    gate.resolve();
    await batcher.idle();
  });
});
