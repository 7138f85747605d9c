import type { Subscription } from "./message-bus.ts";
import { startConsuming } from "./start-consuming.ts";

function aSubscription() {
  const closed: unknown[] = [];
  const subscription: Subscription = { close: async (options) => void closed.push(options) };
  return { subscription, closed };
}

describe("a consumer that starts", () => {
  it("leaves the group that it has joined", async () => {
    const { subscription, closed } = aSubscription();
    const consumer = await startConsuming(Promise.resolve(subscription), () => {});
    await consumer.close({ drainMs: 5 });
    expect(closed).toEqual([{ drainMs: 5 }]);
  });

  it("does not wait for a bus that is away, and leaves at once when it joins after the end", async () => {
    const { subscription, closed } = aSubscription();
    const join = Promise.withResolvers<Subscription>();
    const consumer = await startConsuming(join.promise, () => {});
    await consumer.close({ drainMs: 0 });
    expect(closed).toEqual([]);
    join.resolve(subscription);
    await join.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(closed).toEqual([{ drainMs: 0 }]);
  });

  it("tells of a subscription that fails", async () => {
    const faults: unknown[] = [];
    await startConsuming(Promise.reject(new Error("no such topic")), (error) => faults.push(error));
    expect(faults).toEqual([new Error("no such topic")]);
  });
});
