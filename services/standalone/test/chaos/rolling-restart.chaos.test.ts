import { system, useChaosSystem } from "./chaos-system.ts";
import { surprises } from "./load.ts";
import { untilResponses } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";
import { replaceUnderLoad } from "./replace.ts";

useChaosSystem();

describe("a rolling restart of every process under load", () => {
  it("fails no call, loses no request, and every process drains and exits with 0", async () => {
    const load = system.startLoad(await system.account());
    await untilResponses(load, 0.1);
    const { gateways, verifiers, otherVerifier, dispatchers } = system;
    await replaceUnderLoad(system, load, [...gateways, ...verifiers, otherVerifier, ...dispatchers]);
    await load.stop();
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});
