import type { Subscription } from "./message-bus.ts";
import { startConsuming } from "./start-consuming.ts";

function aSubscription() {
  const closed: unknown[] = [];
  const subscription: Subscription = { close: async (options) => void closed.push(options) };
  return { subscription, closed };
}

describe("startConsuming", () => {
  it("leaves the joined group on close", async () => {
    const { subscription, closed } = aSubscription();
    const consumer = await startConsuming(Promise.resolve(subscription), () => {});
    await consumer.close({ drainMs: 5 });
    expect(closed).toEqual([{ drainMs: 5 }]);
  });

  it("does not wait for an unavailable bus, and leaves at once if it joins after the close", async () => {
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

  it("reports a failed subscription", async () => {
    const faults: unknown[] = [];
    await startConsuming(Promise.reject(new Error("no such topic")), (error) => faults.push(error));
    expect(faults).toEqual([new Error("no such topic")]);
  });
});
