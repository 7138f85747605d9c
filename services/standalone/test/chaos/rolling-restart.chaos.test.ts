import { until } from "@receipts/testing";
import { type ChaosSystem, openChaosSystem } from "./chaos-system.ts";
import { surprises } from "./load.ts";
import { untilAnswered } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";

let system: ChaosSystem;

beforeEach(async () => {
  system = await openChaosSystem();
});
afterEach(() => system.close());

describe("a rolling restart of every process under load", () => {
  it("fails no call and loses no request; every process drains and exits with 0", async () => {
    const load = system.startLoad(await system.account());
    await untilAnswered(load, 0.1);
    const { gateways, verifiers, otherVerifier, dispatchers } = system;
    for (const each of [...gateways, ...verifiers, otherVerifier, ...dispatchers]) {
      const answered = load.answers.length;
      expect({ name: each.name, exitCode: await each.end("SIGTERM") }).toEqual({
        name: each.name,
        exitCode: 0,
      });
      await each.start();
      await until(() => system.balancer.readyCount() === gateways.length, {
        timeoutMs: 60_000,
        what: "both gateways in the balancer",
      });
      await until(() => load.answers.length > answered + 50, {
        timeoutMs: 60_000,
        what: "answers after the restart",
      });
    }
    await load.stop();
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});
