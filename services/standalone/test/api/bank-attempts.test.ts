import { sampleReferences } from "@receipts/bank-sandbox";
import { startLocalServer } from "@receipts/testing";
import { aReference, openSystem, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
useSystem({ verifiers: ["telebirr"] });
beforeAll(async () => {
  account = await system.account();
});

const verify = async (reference: string, headers = {}) => {
  const sent = system.verify(account, { bank: "telebirr", reference }, { waitMs: 15_000, headers });
  return (await sent.expect(200)).body.requestId as string;
};
const attemptsOf = async (requestId: string) => {
  const sent = system.call("get", `/api/verify/${requestId}/attempts`, account);
  return (await sent.expect(200)).body.data;
};

describe("the attempts at a bank", () => {
  it("are listed with their time and outcome", async () => {
    const before = await system.sql<{ now: Date }>("select now_ms() as now");
    const listed = await attemptsOf(await verify(aReference()));
    const after = await system.sql<{ now: Date }>("select now_ms() as now");
    expect(listed).toMatchObject({ isParked: false, answeredFrom: "bank" });
    expect(listed.attempts).toEqual([
      {
        startedAt: expect.any(String),
        durationMs: expect.any(Number),
        outcome: "document",
        about: "receipt",
      },
    ]);
    const startedAt = Date.parse(listed.attempts[0].startedAt);
    // Computed from the time of the record, in whole milliseconds.
    expect(startedAt).toBeGreaterThanOrEqual(Number(before[0]?.now) - 2);
    expect(startedAt).toBeLessThanOrEqual(Number(after[0]?.now));
  });

  it.each([
    ["DJ57QK2MNF", ["not_found"]],
    ["DJ57QK2MDN", ["unavailable", "unavailable", "unavailable"]],
    ["DJ57QK2MGB", ["unreadable"]],
  ])("explain the verdict of %s", async (reference, outcomes) => {
    const { attempts, answeredFrom } = await attemptsOf(await verify(reference));
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(outcomes);
    expect(answeredFrom).toBe("bank");
  });

  it("are empty for a cached verdict", async () => {
    const reference = aReference();
    await verify(reference);
    expect(await attemptsOf(await verify(reference))).toMatchObject({ answeredFrom: "cache", attempts: [] });
  });

  it("are those at the bank if the cache was bypassed", async () => {
    const reference = aReference();
    await verify(reference);
    const listed = await attemptsOf(await verify(reference, { "cache-control": "no-cache" }));
    expect(listed).toMatchObject({ answeredFrom: "bank", attempts: [{ outcome: "document" }] });
  });

  it("of another account are reported like those of an unknown request", async () => {
    const requestId = await verify(aReference());
    const other = await system.account();
    const ask = (id: string) => system.call("get", `/api/verify/${id}/attempts`, other).expect(404);
    const [theirs, none] = [await ask(requestId), await ask("ver_00000000000000000000000000")];
    expect({ ...theirs.body, meta: none.body.meta }).toEqual(none.body);
  });
});

it("lists the attempts of a request that is parked during a bank outage", async () => {
  const parked = await openSystem({
    verifiers: ["telebirr"],
    env: { BREAKER_VOLUME: "2", BREAKER_RESET_MS: "60000" },
  });
  try {
    const who = await parked.account();
    const verifyThere = (reference: string) =>
      parked.verify(who, { bank: "telebirr", reference }, { waitMs: 3_000 });
    await verifyThere("DJ57QK2MDN");
    const { body } = await verifyThere("DJ57QK3MDN");
    const listed = await parked.call("get", `/api/verify/${body.requestId}/attempts`, who).expect(200);
    expect(listed.body.data).toMatchObject({ isParked: true, answeredFrom: null });
  } finally {
    await parked.stop();
  }
});

/** The bank's host sometimes responds to a valid token with this: a "not found" would accuse a payer who has paid. */
describe("a temporary 400 of cbe's", () => {
  const { reference } = sampleReferences.cbe.reversed;
  const token = reference.replace(/RV$/, "RX");
  const problem = JSON.stringify({ status: 400, detail: `transaction not found with id: ${token}` });

  /** Responds with 400 for the first `failures` calls, then forwards to the sandbox. */
  async function openFlakyHost(failures: number) {
    let queries = 0;
    let sandboxUrl = "";
    const server = await startLocalServer(async (request, response) => {
      queries += 1;
      if (queries <= failures) {
        response.writeHead(400, { "content-type": "application/problem+json" }).end(problem);
        return;
      }
      const headers = { "x-app-id": "", "x-app-version": "" };
      for (const name of ["x-app-id", "x-app-version"] as const)
        headers[name] = String(request.headers[name]);
      const upstream = await fetch(`${sandboxUrl}${request.url}`, { headers });
      response.writeHead(upstream.status, { "content-type": "application/json" }).end(await upstream.text());
    });
    const host = await openSystem({
      verifiers: ["cbe"],
      env: { BANK_CBE_BASE_URL: server.url, BANK_ATTEMPTS: "3" },
    });
    sandboxUrl = host.sandboxUrl;
    const merchant = await host.account();
    return {
      queries: () => queries,
      verify: async () =>
        (await host.verify(merchant, { bank: "cbe", reference: token }, { waitMs: 15_000 })).body.data[0],
      [Symbol.asyncDispose]: async () => {
        await host.stop();
        await server.close();
      },
    };
  }

  it("is retried, and the receipt is verified", async () => {
    await using host = await openFlakyHost(2);
    expect(await host.verify()).toMatchObject({ status: "success", verified: true });
    expect(host.queries()).toBe(3);
  });

  it("that stays ends without a verdict, never as 'not found'", async () => {
    await using host = await openFlakyHost(100);
    expect(await host.verify()).toMatchObject({ status: "failed", failureReason: "bank_unavailable" });
    expect(host.queries()).toBe(3);
  });
});
