import { sampleReferences } from "@receipts/bank-sandbox";
import { until } from "@receipts/testing";
import { system, useSystem } from "../system.ts";

useSystem({
  verifiers: ["boa"],
  env: { MAX_WAITERS: "1", MAX_STREAMS: "1" },
});

const slow = { bank: "boa", ...sampleReferences.boa.slow };

async function waiters(): Promise<number | undefined> {
  const gauge = await system.metrics.registry.getSingleMetric("verify_waiters")?.get();
  return gauge?.values[0]?.value;
}

/** A gateway must respond to every caller, so it limits the calls that it holds open. */
describe("a gateway at its limit of open calls", () => {
  it("responds at once with 202 to the next waiting call", async () => {
    const caller = await system.account();
    const first = system.verify(caller, slow, { waitMs: 15_000 });
    const responses: number[] = [];
    const waits = first.then(({ status }) => responses.push(status));
    await until(async () => (await waiters()) === 1);
    const second = await system.verify(caller, { ...slow, settlementAccount: "1" }, { waitMs: 15_000 });
    responses.push(second.status);
    await waits;
    expect(responses).toEqual([202, 200]);
  });

  it("refuses the next stream with 429 and Retry-After, and accepts it when another one ends", async () => {
    const caller = await system.account();
    const headers = { "cache-control": "no-cache" };
    const { body } = await system.verify(caller, slow, { headers }).expect(202);
    const open = () =>
      fetch(`${system.url}/api/verify/${body.requestId}/events`, { headers: { "x-api-key": caller.apiKey } });
    const first = await open();
    expect(first.status).toBe(200);
    const second = await open();
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
    await second.body?.cancel();
    await first.body?.cancel();
    await until(async () => {
      const again = await open();
      await again.body?.cancel();
      return again.status === 200;
    });
  });
});
