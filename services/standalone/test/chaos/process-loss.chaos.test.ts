import type { ChaosProcess } from "./chaos-process.ts";
import { type ChaosSystem, chaosSeconds, loadPerSecond, openChaosSystem } from "./chaos-system.ts";
import { type Load, surprises } from "./load.ts";
import { untilAccepted } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";

const crashes = 5;
/** Of all the submissions, between one crash and the next. */
const perCrash = Math.floor((chaosSeconds * loadPerSecond) / (crashes + 1));

let system: ChaosSystem;

beforeEach(async () => {
  system = await openChaosSystem();
});
afterEach(() => system.close());

/** `kill -9` in the middle of the work, again and again, and a new start each time. */
async function crash(victim: ChaosProcess | undefined, load: Load): Promise<void> {
  for (let nth = 1; nth <= crashes; nth += 1) {
    await untilAccepted(load, perCrash);
    expect(await victim?.end("SIGKILL")).toBeNull();
    await victim?.start();
  }
  await untilAccepted(load, perCrash);
  await load.stop();
}

describe("kill -9 under load, five times", () => {
  it("of a verifier loses nothing, and callers do not notice", async () => {
    const load = system.startLoad(await system.account());
    await crash(system.verifiers[0], load);
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });

  it("of one of two gateways loses nothing that was accepted, and a call made again makes no second request", async () => {
    const load = system.startLoad(await system.account());
    await crash(system.gateways[0], load);
    // Its own callers are cut off; they call again.
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
