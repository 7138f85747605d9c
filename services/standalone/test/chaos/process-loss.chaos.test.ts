import { system, useChaosSystem } from "./chaos-system.ts";
import { crash } from "./crash.ts";
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
    const load = system.startLoad(await system.account());
    await crash(system.gateways[0], load);
    // Calls to the killed gateway break off; their callers repeat them.
    expect(surprises({ ...load, cut: [] }, [200, 202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });

  it("of a webhook dispatcher loses no webhook, and none gets a second delivery id", async () => {
    const load = system.startLoad(await system.account());
    await crash(system.dispatchers[0], load);
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});
