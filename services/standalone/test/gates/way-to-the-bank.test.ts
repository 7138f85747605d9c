import { Client } from "undici";
import { aReceipt, openSystem, type System } from "../system.ts";

const mostFunctions = 8;
const stackTraceLimit = Error.stackTraceLimit;

let system: System;
beforeAll(async () => {
  system = await openSystem({ verifiers: ["telebirr", "boa"] });
});
afterAll(() => system.stop());

/** The functions of ours that a request came through until undici has it, from the last to the first. */
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

/** Each is a promise for a receipt, and a place for whoever reads how it is asked. */
it.each([
  ["telebirr", () => aReceipt()],
  ["boa", () => ({ bank: "boa", reference: "FT26279TESTA", suffix: "58203" })],
])("from its message to the wire of %s a request passes eight functions", async (bank, receipt) => {
  const account = await system.account();
  const way = await wayOf(() => system.verify(account, receipt(), { waitMs: 10_000 }));
  const files = way.map((line) => /([\w-]+)\.ts/.exec(line)?.[1]);
  expect(files).toEqual([
    "bank-connections",
    "bank-http-client",
    `${bank}-receipt-client`,
    "query-bank",
    "verify-receipt",
    "verify-receipt",
    "verification-requested-consumer",
    "consume",
  ]);
  expect(files.length).toBeLessThanOrEqual(mostFunctions);
});
