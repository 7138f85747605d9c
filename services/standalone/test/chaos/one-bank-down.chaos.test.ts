import { system, useChaosSystem } from "./chaos-system.ts";
import { surprises } from "./load.ts";
import { untilResponses } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";
import { verdictTimes } from "./verdict-times.ts";

useChaosSystem();

describe("an outage of one bank", () => {
  it("leaves other banks alone, and its own requests end later or are refunded", async () => {
    const account = await system.account();
    const healthy = system.startLoad(account, { bank: "telebirr", perSecond: 60 });
    const failing = system.startLoad(account, { bank: "siinqee", perSecond: 40 });
    await untilResponses(healthy, 0.3);
    const before = verdictTimes(system, [...healthy.accepted.values()]);
    const beforeOutage = new Set(healthy.accepted.values());
    await system.control({ bank: "siinqee", down: true });
    await untilResponses(healthy, 0.6);
    const during = [...healthy.accepted.values()].filter((id) => !beforeOutage.has(id));
    await system.control({ bank: "siinqee", down: false });
    await Promise.all([healthy.stop(), failing.stop()]);
    await expectNothingLost(system, [healthy, failing], { mayFail: true });

    const usual = await before;
    const whileDown = await verdictTimes(system, during);
    expect(whileDown.failed).toBe(0);
    expect(whileDown.p95Ms).toBeLessThan(3 * usual.p95Ms + 200);
    for (const load of [healthy, failing]) expect(surprises(load, [202])).toEqual([]);
  });
});
