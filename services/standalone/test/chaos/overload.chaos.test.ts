import { type ChaosSystem, openChaosSystem } from "./chaos-system.ts";
import { surprises } from "./load.ts";
import { untilAccepted, untilResponses } from "./load-progress.ts";
import { memoryOf } from "./memory.ts";
import { expectNothingLost } from "./nothing-lost.ts";
import { verdictTimes } from "./verdict-times.ts";

/** Slow enough that the verifiers' 16 slots, not this machine, limit the bank: 16 receipts a second. */
const slowBankMs = 1_000;
const bankPerSecond = 16;
/** Far below half of that, its fair share: its requests wait for a slot's turn, not for capacity. */
const smallPerSecond = 2;
const eightSlots = { VERIFIER_CONCURRENCY: "8" };

let system: ChaosSystem;
afterEach(() => system.close());

describe("an account that submits ten times what the bank can do", () => {
  it("slows another account's verdicts to about twice their time at most", async () => {
    system = await openChaosSystem({
      env: { ...eightSlots, QUEUE_CAPACITY: "4000", QUEUE_SHARE: "0.25" },
    });
    await system.control({ bank: "telebirr", latencyMs: slowBankMs });
    const small = system.startLoad(await system.account(), { perSecond: smallPerSecond });
    await untilAccepted(small, 20);
    const alone = new Set(small.accepted.values());
    const usual = await verdictTimes(system, [...alone]);
    const flood = system.startLoad(await system.account(), { perSecond: 10 * bankPerSecond });
    await untilResponses(flood, 0.5);
    const crowded = new Set(small.accepted.values());
    await untilAccepted(small, 20);
    const during = [...small.accepted.values()].filter((id) => !crowded.has(id));
    const whileFlooded = await verdictTimes(system, during);
    await Promise.all([small.stop(), flood.stop()]);
    await system.control({ bank: "telebirr", latencyMs: 10 });

    expect(whileFlooded.p95Ms).toBeLessThan(2 * usual.p95Ms + 500);
    expect(surprises(small, [202])).toEqual([]);
    expect(surprises(flood, [202, 429])).toEqual([]);
    await expectNothingLost(system, [small, flood]);
  });
});

describe("a load of three times what the bank can do", () => {
  it("is refused with Retry-After, memory stays bounded, and every accepted request ends", async () => {
    system = await openChaosSystem({ env: { ...eightSlots, QUEUE_CAPACITY: "200", QUEUE_SHARE: "0.5" } });
    await system.control({ bank: "telebirr", latencyMs: slowBankMs });
    const accounts = [await system.account(), await system.account(), await system.account()];
    const loads = accounts.map((account) => system.startLoad(account, { perSecond: bankPerSecond }));
    const [first] = loads;
    if (first === undefined) throw new Error("there is no load");
    await untilResponses(first, 0.1);
    const memory = memoryOf([...system.gateways, ...system.verifiers]);
    await untilResponses(first, 0.3);
    await Promise.all(loads.map((load) => load.stop()));
    expect(memory.grownBytes()).toBeLessThan(150 * 1024 ** 2);
    await system.control({ bank: "telebirr", latencyMs: 10 });

    expect(loads.flatMap((load) => surprises(load, [202, 429, 503]))).toEqual([]);
    const refused = loads.flatMap((load) => load.responses).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    // The queue is full from the first third on; later requests then wait no longer than earlier ones.
    const third = (nth: number) => loads.flatMap(({ accepted }) => thirdOf([...accepted.values()], nth));
    const before = await verdictTimes(system, third(1));
    const after = await verdictTimes(system, third(2));
    expect(after.p95Ms).toBeLessThan(1.5 * before.p95Ms);
    await expectNothingLost(system, loads);
  });
});

function thirdOf<T>(items: readonly T[], nth: number): readonly T[] {
  const at = (share: number) => Math.floor((items.length * share) / 3);
  return items.slice(at(nth), at(nth + 1));
}
