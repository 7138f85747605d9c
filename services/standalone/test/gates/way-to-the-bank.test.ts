import { Client } from "undici";
import { aReceipt, openSystem, type System } from "../system.ts";

const mostFunctions = 8;
const stackTraceLimit = Error.stackTraceLimit;

let system: System;
beforeAll(async () => {
  system = await openSystem({ verifiers: ["telebirr", "boa"] });
});
afterAll(() => system.stop());

/** Returns our functions between a request and undici, from the last to the first. */
async function wayOf(ask: () => Promise<unknown>): Promise<readonly string[]> {
  const ways: string[][] = [];
  const { dispatch } = Client.prototype;
  Error.stackTraceLimit = 200;
  Client.prototype.dispatch = function (...args) {
    const lines = new Error("at the wire").stack?.split("\n") ?? [];
    ways.push(lines.filter((line) => /\/(?:packages|services)\/[^/]+\/src\//.test(line)));
    return dispatch.apply(this, args);
  };
  try {
    await ask();
  } finally {
    Client.prototype.dispatch = dispatch;
    Error.stackTraceLimit = stackTraceLimit;
  }
  expect(ways).toHaveLength(1);
  return ways.flat();
}

/** Each function is a promise per receipt, and one more place to read. */
it.each([
  ["telebirr", () => aReceipt()],
  ["boa", () => ({ bank: "boa", reference: "FT26279TESTA", suffix: "58203" })],
])("a request to %s passes eight functions from its message to the wire", async (bank, receipt) => {
  const account = await system.account();
  const way = await wayOf(() => system.verify(account, receipt(), { waitMs: 10_000 }));
  const files = way.map((line) => /([\w-]+)\.ts/.exec(line)?.[1]);
  expect(files).toEqual([
    "bank-connections",
    "bank-http-client",
    `${bank}-protocol`,
    "query-bank",
    "coalesced-query",
    "verify-receipt",
    "verification-requested-consumer",
    "consume",
  ]);
  expect(files.length).toBeLessThanOrEqual(mostFunctions);
});
