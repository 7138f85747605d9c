import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import type { PostOutcome } from "@receipts/webhooks";
import type { DeliveryOutcome } from "../src/delivery-outcome.ts";
import { createDeliveryRepository } from "../src/delivery-repository.ts";
import { ampleCapacity, anAccount, anEndpoint, insertDeliveries } from "./delivery-rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate webhook_deliveries, webhook_attempts"));

const timings = { dnsMs: null, connectMs: 1, firstByteMs: 2, totalMs: 3 };
const responded = (statusCode: number): PostOutcome => ({
  ...{ kind: "responded", statusCode, retryAfter: undefined, timings },
});
const failed = (errorClass: "timeout" | "internal"): PostOutcome => ({ kind: "failed", errorClass, timings });
const stateOf = (result: PostOutcome): DeliveryOutcome => {
  if (result.kind === "responded" && result.statusCode < 300) return { state: "delivered" };
  const gone = result.kind === "responded" && result.statusCode === 410;
  return gone ? { state: "given_up" } : { state: "pending", nextAttemptInMs: 60_000 };
};

const repository = () =>
  createDeliveryRepository({ database: database.pool, leaseMs: 60_000, firstDelayMs: 0 });

const url = "https://shop.test/hooks";

/** Failed every day since, today not yet. */
async function anEndpointThatFails(
  daysAgo: number | null,
  failedDays = daysAgo,
): Promise<{ id: string; userId: string }> {
  const userId = await anAccount(database.pool);
  const id = await anEndpoint(database.pool, { userId, url });
  await database.pool.query(
    `update webhook_endpoints
        set failing_since = now() - make_interval(days => $2), failed_days = coalesce($3, 0),
            failed_on = case when $2::int is not null then current_date - 1 end
      where id = $1`,
    [id, daysAgo, failedDays],
  );
  return { id, userId };
}

async function lease(endpoint: { id: string; userId: string }, count: number) {
  await insertDeliveries(database.pool, { userId: endpoint.userId, url, count, endpointId: endpoint.id });
  const deliveries = repository();
  return { deliveries, leased: (await deliveries.leaseDue(ampleCapacity())).deliveries };
}

/** Records these attempts in one statement. */
async function attempt(endpoint: { id: string; userId: string }, results: readonly PostOutcome[]) {
  const { deliveries, leased } = await lease(endpoint, results.length);
  await Promise.all(
    results.map((result, n) => {
      const delivery = leased[n];
      if (delivery === undefined) throw new Error("too few are due");
      return deliveries.complete(delivery, result, stateOf(result));
    }),
  );
}

async function healthOf(id: string) {
  const { rows } = await database.pool.query(
    `select enabled, disabled_reason as reason, disabled_at > now() - interval '1 minute' as "justDisabled",
            floor(extract(epoch from now() - failing_since) / 86400)::int as "failingDays", xmin::text as version
       from webhook_endpoints where id = $1`,
    [id],
  );
  return rows[0];
}

const healthy = { enabled: true, reason: null, justDisabled: null, failingDays: null };

describe("the health of an endpoint", () => {
  it.each([
    ["begins to fail at the first failed attempt", null, [failed("timeout")], { ...healthy, failingDays: 0 }],
    ["keeps failing since then", 4, [responded(500)], { ...healthy, failingDays: 4 }],
    ["is restored by a delivered attempt", 4, [responded(204)], healthy],
    ["is restored by it after 5 days too", 6, [responded(204)], healthy],
    [
      "ends after 5 days",
      5,
      [responded(500)],
      { enabled: false, reason: "failing", justDisabled: true, failingDays: 5 },
    ],
    [
      "ends at once after 410",
      null,
      [responded(410)],
      { enabled: false, reason: "gone", justDisabled: true, failingDays: 0 },
    ],
    [
      "counts as delivered last in a mixed batch",
      6,
      [responded(500), responded(200), responded(410)],
      healthy,
    ],
    ["is not touched by errors of our own", null, [failed("internal")], healthy],
  ])("%s", async (_case, daysAgo, results, expected) => {
    const endpoint = await anEndpointThatFails(daysAgo);
    await attempt(endpoint, results);
    expect(await healthOf(endpoint.id)).toMatchObject(expected);
  });

  it("does not end by two failures of a quiet endpoint that are days apart", async () => {
    const endpoint = await anEndpointThatFails(20, 1);
    await attempt(endpoint, [responded(500)]);
    expect(await healthOf(endpoint.id)).toMatchObject({ ...healthy, failingDays: 20 });
  });

  it("does not begin to fail by a sample, but ends by 410 to one", async () => {
    const endpoint = await anEndpointThatFails(null);
    const asSamples =
      "update webhook_deliveries set is_test = true, verification_id = null where endpoint_id = $1";
    for (const [status, expected] of [
      [500, healthy],
      [410, { enabled: false, reason: "gone" }],
    ] as const) {
      await insertDeliveries(database.pool, {
        userId: endpoint.userId,
        url,
        count: 1,
        endpointId: endpoint.id,
      });
      await database.pool.query(asSamples, [endpoint.id]);
      const deliveries = repository();
      const [sample] = (await deliveries.leaseDue(ampleCapacity())).deliveries;
      if (sample === undefined) throw new Error("nothing is due");
      await deliveries.complete(sample, responded(status), { state: "given_up" });
      expect(await healthOf(endpoint.id)).toMatchObject(expected);
    }
  });

  /** Else thousands of deliveries would rewrite and lock one row. */
  it("is not written while nothing changes", async () => {
    for (const [daysAgo, status] of [
      [null, 200],
      [2, 500],
    ] as const) {
      const endpoint = await anEndpointThatFails(daysAgo);
      await database.pool.query("update webhook_endpoints set failed_on = current_date where id = $1", [
        endpoint.id,
      ]);
      const { version } = await healthOf(endpoint.id);
      await attempt(endpoint, [responded(status), responded(status)]);
      expect((await healthOf(endpoint.id)).version).toBe(version);
    }
  });

  it("does not depend on attempts at its earlier URL, nor on ones that lost their lease", async () => {
    const moved = await anEndpointThatFails(null);
    const first = await lease(moved, 1);
    await database.pool.query("update webhook_endpoints set url = url || '/new' where id = $1", [moved.id]);
    const [late] = first.leased;
    if (late === undefined) throw new Error("nothing is due");
    expect(await first.deliveries.complete(late, responded(410), { state: "given_up" })).toBe(true);
    expect(await healthOf(moved.id)).toMatchObject(healthy);

    const fenced = await anEndpointThatFails(null);
    const { deliveries, leased } = await lease(fenced, 1);
    const [lost] = leased;
    if (lost === undefined) throw new Error("nothing is due");
    await database.pool.query("update webhook_deliveries set lease_token = gen_random_uuid() where id = $1", [
      lost.id,
    ]);
    expect(await deliveries.complete(lost, responded(410), { state: "given_up" })).toBe(false);
    expect(await healthOf(fenced.id)).toMatchObject(healthy);
  });
});
