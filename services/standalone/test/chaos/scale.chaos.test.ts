import { until } from "@receipts/testing";
import type { ChaosProcess } from "./chaos-process.ts";
import { system, useChaosSystem } from "./chaos-system.ts";
import { surprises } from "./load.ts";
import { untilResponses } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";
import { endPod, podEndOf } from "./pod-end.ts";
import { untilBothAreBalanced } from "./replace.ts";

const verifierEnd = podEndOf("verifier");
const gatewayEnd = podEndOf("gateway");

const env = { SHUTDOWN_TIMEOUT_MS: String(verifierEnd.shutdownTimeoutMs) };
useChaosSystem({ env });

describe("a bank's verifiers as the chart runs them, under load", () => {
  it("scale from 1 to 4 and back: all work, no call fails, nothing is lost or done twice", async () => {
    const [first, second] = system.verifiers as [ChaosProcess, ChaosProcess];
    await removePod(second);
    const load = system.startLoad(await system.account());
    await untilResponses(load, 0.2);

    const added = [second, system.addVerifier(), system.addVerifier()];
    await Promise.all(added.map((each) => each.start()));
    const all = [first, ...added].map((each) => ({ each, before: finishedCount(each) }));
    const isAtWork = () => all.every(({ each, before }) => finishedCount(each) > before);
    await until(isAtWork, { what: "work for all four" });
    await untilResponses(load, 0.4);

    // A Deployment ends them all at once.
    await Promise.all(added.map(removePod));
    await untilResponses(load, 0.4);
    await load.stop();
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });

  it("are replaced one by one, and the gateways too: no call fails, nothing is lost or done twice", async () => {
    const load = system.startLoad(await system.account());
    await untilResponses(load, 0.1);
    for (const old of system.verifiers) {
      await system.addVerifier().start();
      await removePod(old);
      await untilResponses(load, 0.2);
    }
    for (const [nth, gateway] of system.gateways.entries()) {
      // Removed from its Service at once; SIGTERM follows `preStopSeconds` later.
      system.balancer.takeOut(nth);
      expect(await endPod(gateway, gatewayEnd)).toBe(0);
      await gateway.start();
      system.balancer.putBack(nth);
      await untilBothAreBalanced(system);
      await untilResponses(load, 0.2);
    }
    await load.stop();
    expect(surprises(load, [202])).toEqual([]);
    expect(load.refused()).toBe(0);
    await expectNothingLost(system, [load]);
  });
});

/** Returns how many requests the verifier's log reports as finished. */
function finishedCount(verifier: ChaosProcess): number {
  return verifier.log().split('"verification.finished"').length - 1;
}

async function removePod(verifier: ChaosProcess): Promise<void> {
  expect({ name: verifier.name, exitCode: await endPod(verifier, verifierEnd) }).toEqual({
    name: verifier.name,
    exitCode: 0,
  });
}
