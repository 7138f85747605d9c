import { createServiceMetrics } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import type { LeasedDelivery } from "./delivery-repository.ts";
import { createDeliverySlots } from "./delivery-slots.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import { createTargetBreakers } from "./target-breakers.ts";

const aDelivery = (id: string) => ({ id, userId: "usr_1", host: "slow.example" }) as LeasedDelivery;

/** A worker that is handed these deliveries in one look, to a host that takes one at a time. */
function startWorker(
  deliveries: readonly LeasedDelivery[],
  { lookTakesMs = 0, mostWaitMs = 5_000, dueInMs = undefined as number | undefined } = {},
) {
  let due = deliveries;
  let nowMs = 0;
  const begun: { readonly id: string; readonly end: () => void }[] = [];
  const released: string[] = [];
  let looks = 0;
  const stop = new AbortController();
  const worker = createDeliveryWorker({
    deliveries: {
      leaseDue: async () => {
        const taken = due;
        due = [];
        looks += 1;
        nowMs += lookTakesMs;
        const deferrals = { schedule: 0, breaker: 0, host_cap: 0, account_cap: 0 };
        return { deliveries: taken, deferrals, headIsFull: false, hasMoreTargets: false, polledAt: "" };
      },
      nextDueInMs: async () => dueInMs,
      release: async ({ id }) => void released.push(id),
    },
    deliver: async ({ id }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push({ id, end: resolve });
      await promise;
      return { answered: true, totalMs: 6_000 };
    },
    slots: createDeliverySlots({ slots: 10, perAccount: 10, perHost: 1, mostWaitMs }),
    limit: 10,
    breakers: createTargetBreakers({ now: () => nowMs }),
    now: () => nowMs,
    mostWaitMs,
    drainMs: 0,
    log: testLog,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  const whole = worker.run(stop.signal);
  return {
    begun,
    released,
    looks: () => looks,
    pass: (ms: number) => {
      nowMs += ms;
    },
    stop: async () => {
      stop.abort();
      worker.wake();
      await whole;
    },
  };
}

describe("a delivery that waits for its turn at a slow host", () => {
  /** Else a sibling takes it meanwhile, and the receiver gets it from both, signed at a time long gone. */
  it("is given back when its lease would run out before the attempt can end", async () => {
    const worker = startWorker(["whd_1", "whd_2", "whd_3"].map(aDelivery));
    await until(() => worker.begun.length === 1);
    worker.pass(6_000);
    worker.begun[0]?.end();
    await until(() => worker.released.length === 2);
    expect(worker.begun.map(({ id }) => id)).toEqual(["whd_1"]);
    expect(worker.released).toEqual(["whd_2", "whd_3"]);
    await worker.stop();
  });

  it("is given back while the attempt before it still hangs, without anybody looking", async () => {
    const worker = startWorker(["whd_1", "whd_2", "whd_3"].map(aDelivery), { mostWaitMs: 20 });
    await until(() => worker.released.length === 2);
    expect(worker.begun.map(({ id }) => id)).toEqual(["whd_1"]);
    expect(worker.released).toEqual(["whd_2", "whd_3"]);
    worker.begun[0]?.end();
    await worker.stop();
  });

  it("is attempted when there is time enough", async () => {
    const worker = startWorker(["whd_1", "whd_2"].map(aDelivery));
    await until(() => worker.begun.length === 1);
    worker.pass(4_000);
    worker.begun[0]?.end();
    await until(() => worker.begun.length === 2);
    worker.begun[1]?.end();
    expect(worker.released).toEqual([]);
    await worker.stop();
  });

  /** A process that was frozen in the middle of its look wakes up with leases that others have had since. */
  it("is not attempted at all when the look itself took too long", async () => {
    const worker = startWorker(["whd_1"].map(aDelivery), { lookTakesMs: 40_000 });
    await until(() => worker.released.length === 1);
    expect(worker.begun).toEqual([]);
    await worker.stop();
  });
});

describe("while something is pending that a sibling holds", () => {
  /** Nobody tells of what is given back: a second after a sibling has gone, its attempts must be under way again. */
  it("never rests for longer than half a second", async () => {
    const armed = jest.spyOn(globalThis, "setTimeout");
    const worker = startWorker([], { dueInMs: Number.POSITIVE_INFINITY });
    await until(() => worker.looks() > 2);
    const longest = Math.max(...armed.mock.calls.map(([, ms]) => Number(ms)));
    expect(longest).toBeLessThanOrEqual(500);
    armed.mockRestore();
    await worker.stop();
  });
});
