import { system, useChaosSystem } from "./chaos-system.ts";
import { crash } from "./crash.ts";
import { startEventConsumer } from "./event-consumer.ts";
import { surprises } from "./load.ts";
import { expectNothingLost } from "./nothing-lost.ts";

useChaosSystem();

describe("kill -9 under load, several times", () => {
  it("of a verifier loses nothing and is invisible to callers", async () => {
    const load = system.startLoad(await system.account());
    await crash(system.verifiers[0], load);
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });

  it("of one of two gateways loses no accepted request, and a repeated call creates no second one", async () => {
    const account = await system.account();
    const load = system.startLoad(account);
    const consumer = startEventConsumer(system.balancer, account);
    await crash(system.gateways[0], load);
    // Calls to the killed gateway break off; their callers repeat them.
    expect(surprises({ ...load, cut: [] }, [200, 202])).toEqual([]);
    await expectNothingLost(system, [load]);
    // A reader of the events has seen each request once, in order, without holes.
    const events = await consumer.finish();
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ subject }) => subject).toSorted()).toEqual([...load.accepted.values()].toSorted());
  });

  it("of a webhook dispatcher loses no webhook, and none gets a second delivery id", async () => {
    const load = system.startLoad(await system.account());
    await crash(system.dispatchers[0], load);
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});
