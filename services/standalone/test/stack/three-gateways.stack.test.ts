import { until } from "@receipts/testing";
import supertest from "supertest";
import { sessionCookie } from "../signed-in.ts";
import { expectTenCallersToSpendAll } from "../ten-callers.ts";
import { openProcessFleet, type ProcessFleet } from "./process-fleet.ts";

let fleet: ProcessFleet;
beforeAll(async () => {
  fleet = await openProcessFleet({ gateways: 3, env: { BANK_ATTEMPTS: "1" } });
});
afterAll(() => fleet[Symbol.asyncDispose]());

const use = async (key: string, url: string) => {
  const response = await fetch(`${url}/api/credits/balance`, { headers: { "x-api-key": key } });
  await response.arrayBuffer();
  return response.status;
};

describe("three gateway processes", () => {
  /** A leaked key is revoked in a hurry: no process may still accept it from its cache. */
  it("each refuse a revoked key within a second, even while it is in use", async () => {
    const cookie = await sessionCookie(fleet, await fleet.account());
    const [first = ""] = fleet.gatewayUrls;
    const created = await supertest(first)
      .post("/api/api-keys")
      .set("cookie", cookie)
      .send({ name: "leaked", permissions: { verification: ["read"] } })
      .expect(201);
    const { key, apiKey } = created.body.data;
    for (const url of fleet.gatewayUrls) expect(await use(key, url)).toBe(200);
    const revoked = supertest(first).delete(`/api/api-keys/${apiKey.id}`).set("cookie", cookie).expect(204);
    await revoked;
    await Promise.all(
      fleet.gatewayUrls.map((url) =>
        until(async () => (await use(key, url)) === 401, { what: `the refusal by ${url}` }),
      ),
    );
    for (const url of fleet.gatewayUrls) expect(await use(key, url)).toBe(401);
  });

  /** Credits are money: one admission too many is a loss, one too few an outage. A refund may be spent again. */
  it("let ten callers spend exactly the balance and refunds, and the ledger always matches the balance", async () => {
    const credits = 150;
    const account = await fleet.account({ credits });
    const { gatewayUrls: urls, database } = fleet;
    await expectTenCallersToSpendAll({ urls, pool: database.pool, account, credits });
  });
});
