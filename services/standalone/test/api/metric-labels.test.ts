import { randomBytes } from "node:crypto";
import { type LocalServer, startLocalServer, until } from "@receipts/testing";
import { aReference, system, type TestAccount, useSystem } from "../system.ts";

/** A label of theirs would add as many series. */
const MANY = 150;
/** Enough calls to cause every outcome once. */
const FEW = 40;
const AT_A_TIME = 25;

let receiver: LocalServer;
let received = 0;

useSystem();
beforeAll(async () => {
  // Every address of 127/8 is this machine: any number of hosts, without DNS.
  receiver = await startLocalServer((request, response) => {
    received += 1;
    request.resume();
    response.end();
  }, "0.0.0.0");
});
afterAll(() => receiver.close());

let driven = 0;

/** Makes calls with a new account, key, reference, host and ids. */
async function drive(): Promise<void> {
  driven += 1;
  const host = `127.${1 + (driven >> 16)}.${(driven >> 8) & 255}.${driven & 255}`;
  const account = await system.account();
  const ids = {
    "idempotency-key": randomBytes(12).toString("hex"),
    "x-request-id": randomBytes(12).toString("hex"),
  };
  const call = async (method: string, path: string, by: TestAccount | undefined, body?: object) => {
    const response = await fetch(`${system.url}${path}`, {
      method,
      headers: {
        ...ids,
        ...(by === undefined ? {} : { "x-api-key": by.apiKey }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { readonly requestId?: string };
  };
  const receipt = {
    bank: "telebirr",
    reference: aReference(),
    webhookUrl: `http://${host}:${receiver.port}/${driven}`,
  };
  const { requestId } = await call("POST", "/api/verify", account, receipt);
  if (requestId === undefined) throw new Error("not accepted");
  await call("GET", `/api/verify/${requestId}`, account);
  await call("GET", `/${randomBytes(6).toString("hex")}?q=${driven}`, undefined);
  await call("GET", "/api/verify/history", { ...account, apiKey: `rvk_${randomBytes(24).toString("hex")}` });
}

async function driveMany(count: number): Promise<void> {
  const before = received;
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await drive();
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  await until(() => received >= before + count, { what: "every webhook" });
}

async function series(): Promise<ReadonlySet<string>> {
  const text = await system.metrics.registry.metrics();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Set(lines.map((line) => line.slice(0, line.lastIndexOf(" "))));
}

/** A label with a value for each caller would eventually use all of Prometheus' memory. */
describe("the number of series", () => {
  it("does not grow with keys, accounts, hosts, references and other input of callers", async () => {
    await driveMany(FEW);
    const few = await series();
    await driveMany(MANY);
    const many = await series();
    const added = [...many].filter((each) => !few.has(each));
    // Series of rare events, such as a row that happens to wait during a poll.
    const rare =
      /^(?:bank_up|verification_oldest_waiting|statement_oldest_waiting|webhook_oldest_(?:due|pending)|outbox_oldest_due|kafka_consumer_lag)/;
    expect(added.filter((each) => !rare.test(each))).toEqual([]);
    // One process with every service in it; a separate service has a fraction of them.
    expect(many.size).toBeLessThan(3_000);
  });
});
