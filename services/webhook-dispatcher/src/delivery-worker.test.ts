import { createServiceMetrics } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import type { LeasedDelivery } from "./delivery-repository.ts";
import { createDeliverySlots } from "./delivery-slots.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import { createTargetBreakers } from "./target-breakers.ts";

const aDelivery = (id: string) =>
  ({ id, userId: "usr_1", host: "slow.example", target: "usr_1 slow.example" }) as LeasedDelivery;

/** A worker whose first poll leases these deliveries, to a host with a cap of 1. */
function startWorker(
  deliveries: readonly LeasedDelivery[],
  { pollTakesMs = 0, maxWaitMs = 5_000, dueInMs = undefined as number | undefined } = {},
) {
  let due = deliveries;
  let nowMs = 0;
  const started: { readonly id: string; readonly end: () => void }[] = [];
  const released: string[] = [];
  let polls = 0;
  const stop = new AbortController();
  const worker = createDeliveryWorker({
    deliveries: {
      leaseDue: async () => {
        const taken = due;
        due = [];
        polls += 1;
        nowMs += pollTakesMs;
        const deferrals = { schedule: 0, breaker: 0, host_cap: 0, account_cap: 0, rate: 0, disabled: 0 };
        const rest = { headIsFull: false, hasMoreTargets: false, rateWaitMs: undefined, polledAt: "" };
        return { deliveries: taken, deferrals, ...rest };
      },
      nextDueInMs: async () => dueInMs,
      release: async ({ id }) => void released.push(id),
    },
    deliver: async ({ id }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      started.push({ id, end: resolve });
      await promise;
      return { responded: true, totalMs: 6_000 };
    },
    slots: createDeliverySlots({ slots: 10, perAccount: 10, perHost: 1, maxWaitMs }),
    limit: 10,
    breakers: createTargetBreakers({ now: () => nowMs }),
    now: () => nowMs,
    maxLeaseAgeMs: maxWaitMs,
    drainMs: 0,
    log: testLog,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  const whole = worker.run(stop.signal);
  return {
    started,
    released,
    polls: () => polls,
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

describe("a delivery that waits for a slot at a slow host", () => {
  /** Else a sibling leases it meanwhile, and the receiver gets it from both, signed with an old time. */
  it("is released when its lease would expire before the attempt can end", async () => {
    const worker = startWorker(["whd_1", "whd_2", "whd_3"].map(aDelivery));
    await until(() => worker.started.length === 1);
    worker.pass(6_000);
    worker.started[0]?.end();
    await until(() => worker.released.length === 2);
    expect(worker.started.map(({ id }) => id)).toEqual(["whd_1"]);
    expect(worker.released).toEqual(["whd_2", "whd_3"]);
    await worker.stop();
  });

  it("is released while the attempt before it still hangs, without a poll", async () => {
    const worker = startWorker(["whd_1", "whd_2", "whd_3"].map(aDelivery), { maxWaitMs: 20 });
    await until(() => worker.released.length === 2);
    expect(worker.started.map(({ id }) => id)).toEqual(["whd_1"]);
    expect(worker.released).toEqual(["whd_2", "whd_3"]);
    worker.started[0]?.end();
    await worker.stop();
  });

  it("is attempted when enough time is left", async () => {
    const worker = startWorker(["whd_1", "whd_2"].map(aDelivery));
    await until(() => worker.started.length === 1);
    worker.pass(4_000);
    worker.started[0]?.end();
    await until(() => worker.started.length === 2);
    worker.started[1]?.end();
    expect(worker.released).toEqual([]);
    await worker.stop();
  });

  /** A process frozen during its poll resumes with leases that siblings have taken since. */
  it("is not attempted when the poll itself took too long", async () => {
    const worker = startWorker(["whd_1"].map(aDelivery), { pollTakesMs: 40_000 });
    await until(() => worker.released.length === 1);
    expect(worker.started).toEqual([]);
    await worker.stop();
  });
});

describe("while a sibling holds a pending delivery", () => {
  /** Releases send no notification: a second after a sibling stops, its attempts must be in flight again. */
  it("never sleeps longer than half a second", async () => {
    const armed = jest.spyOn(globalThis, "setTimeout");
    const worker = startWorker([], { dueInMs: Number.POSITIVE_INFINITY });
    await until(() => worker.polls() > 2);
    const longest = Math.max(...armed.mock.calls.map(([, ms]) => Number(ms)));
    expect(longest).toBeLessThanOrEqual(500);
    armed.mockRestore();
    await worker.stop();
  });
});
