import { flushRedis } from "./chaos-stack.ts";
import { system, useChaosSystem } from "./chaos-system.ts";
import { type Load, type LoadResponse, surprises } from "./load.ts";
import { untilResponses } from "./load-progress.ts";
import { memoryOf } from "./memory.ts";
import { expectNothingLost } from "./nothing-lost.ts";

const publishTimeoutMs = 1_000;
/** Allows for two cores that also run the load, the servers and every service. */
const schedulingMs = 1_500;

useChaosSystem({ env: { PUBLISH_TIMEOUT_MS: String(publishTimeoutMs) } });

const withStatus = (responses: readonly LoadResponse[], status: number) =>
  responses.filter((response) => response.status === status);

describe("a Kafka outage under load", () => {
  it("causes 503 with a status URL in time, keeps memory bounded, and only delays processing", async () => {
    const account = await system.account();
    const load = system.startLoad(account);
    await untilResponses(load, 0.5);
    const memory = memoryOf(system.gateways);
    await system.stack.kafka.stop();
    const beforeOutage = load.responses.length;
    await untilResponses(load, 1);
    const duringOutage = load.responses.slice(beforeOutage);
    expect(memory.grownBytes()).toBeLessThan(150 * 1024 ** 2);
    const accepted503 = withStatus(duringOutage, 503);
    await expectWorkingStatusUrls(accepted503.slice(0, 20), account.apiKey);
    await system.stack.kafka.start();
    await untilResponses(load, 0.5);
    await load.stop();

    expect(accepted503.length).toBeGreaterThan(duringOutage.length / 2);
    expect(surprises(load, [202, 503])).toEqual([]);
    const all503 = withStatus(load.responses, 503);
    expect(
      all503.filter(({ errorCode, requestId }) => errorCode !== "queue_unavailable" || !requestId),
    ).toEqual([]);
    const slowest = load.responses.toSorted((a, b) => b.durationMs - a.durationMs)[0];
    expect(slowest?.durationMs).toBeLessThan(publishTimeoutMs + schedulingMs);
    await expectNothingLost(system, [load]);
    expect(memory.grownBytes()).toBeLessThan(150 * 1024 ** 2);
    await expectSameRequests(load, all503.slice(0, 20));
  });
});

async function expectWorkingStatusUrls(responses: readonly LoadResponse[], apiKey: string): Promise<void> {
  expect(responses.length).toBeGreaterThan(0);
  for (const { statusUrl, requestId } of responses) {
    const response = await fetch(statusUrl ?? "", { headers: { "x-api-key": apiKey } });
    const text = await response.text();
    expect({ status: response.status, text }).toEqual({
      status: 200,
      text: expect.stringContaining(requestId ?? ""),
    });
  }
}

/** After the outage, the same idempotency key identifies the same request. */
async function expectSameRequests(load: Load, responses: readonly LoadResponse[]): Promise<void> {
  for (const { idempotencyKey, requestId } of responses) {
    const again = await load.again(idempotencyKey);
    expect({ status: again.status, requestId: again.requestId }).toEqual({ status: 200, requestId });
  }
}

describe("a Redis outage under load, with loss of all data", () => {
  it("is invisible to callers", async () => {
    const load = system.startLoad(await system.account());
    await untilResponses(load, 0.3);
    await system.stack.redis.kill();
    await untilResponses(load, 0.3);
    await system.stack.redis.start();
    await flushRedis();
    await untilResponses(load, 0.2);
    await system.stack.redis.stop();
    await system.stack.redis.start();
    await untilResponses(load, 0.2);
    await load.stop();
    expect(surprises(load, [202])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});

describe("restarts of PostgreSQL under load", () => {
  it("cause at most 503 with Retry-After, and lose no accepted request", async () => {
    const load = system.startLoad(await system.account());
    for (let restart = 1; restart <= 3; restart += 1) {
      await untilResponses(load, 0.2);
      await system.stack.postgres.stop();
      await system.stack.postgres.start();
    }
    await untilResponses(load, 0.4);
    await load.stop();
    expect(surprises(load, [200, 202, 503])).toEqual([]);
    await expectNothingLost(system, [load]);
  });
});
