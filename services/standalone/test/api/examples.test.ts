import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type BankSamples, sampleReferences, sandboxReceivers } from "@receipts/bank-sandbox";
import { bankExamples } from "@receipts/banks";
import { type BankExample, type SupportedBankCode, supportedBankCodes } from "@receipts/contracts";
import { signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let examples: BankExample[];
useSystem({ env: { BANK_ATTEMPTS: "1" } });
beforeAll(async () => {
  account = await system.account();
  const response = await system.call("get", "/api/examples", account).expect(200);
  examples = response.body.data;
});

const samples: Readonly<Record<string, BankSamples>> = sampleReferences;

describe("the examples of a bank", () => {
  it.each(supportedBankCodes)("are the sandbox's own samples: %s", (bank) => {
    expect(bankExamples(bank)).toEqual(samples[bank]);
  });
});

describe("GET /api/examples", () => {
  it("lists every supported bank with every outcome", () => {
    expect(examples.map(({ bank }) => bank)).toEqual(supportedBankCodes);
    for (const { bank, sandbox, request } of examples) {
      expect(request).toEqual({
        method: "POST",
        url: "https://api.example.test/api/verify",
        body: { bank, ...samples[bank]?.success },
      });
      for (const { outcome, body } of sandbox) expect(body).toEqual({ bank, ...samples[bank]?.[outcome] });
      expect(sandbox.map(({ outcome }) => outcome).toSorted()).toEqual(
        Object.keys(samples[bank] ?? {}).toSorted(),
      );
    }
  });

  it("has list metadata like other lists", async () => {
    const { body } = await system.call("get", "/api/examples", account).expect(200);
    const { length } = supportedBankCodes;
    expect(body.meta).toMatchObject({ total: length, limit: length, offset: 0, hasMore: false });
  });

  it("predicts the decision on each sample with a saved receiver, and each sample is another payment", async () => {
    const decide = async (body: BankExample["sandbox"][number]["body"], bank: SupportedBankCode) => {
      const fresh = await system.account();
      const { accountNumber, accountName } = sandboxReceivers[bank];
      await (await signIn(system, fresh))("post", "/api/bank-accounts")
        .send({ bank, accountNumber, accountName })
        .expect(201);
      const response = await system.verify(fresh, body, { waitMs: 15_000 }).expect(200);
      return response.body.data[0];
    };
    // Run all banks at once, because of the slow samples.
    const ofBank = async (bank: SupportedBankCode) => {
      const sandbox = examples.find((example) => example.bank === bank)?.sandbox ?? [];
      const transactions: string[] = [];
      for (const { body, decision } of sandbox) {
        const result = await decide(body, bank);
        expect({ body, decision: result.decision }).toEqual({ body, decision });
        if (result.status === "success") transactions.push(`${bank} ${result.referenceNumber}`);
      }
      return transactions;
    };
    const transactions = (await Promise.all(supportedBankCodes.map(ofBank))).flat();
    expect(transactions.length).toBeGreaterThanOrEqual(2 * supportedBankCodes.length);
    expect(transactions.toSorted()).toEqual([...new Set(transactions)].toSorted());
  });

  it("has bodies that the service accepts unchanged", async () => {
    for (const { sandbox } of examples) {
      for (const { body } of sandbox) {
        const { status } = await system.verify(account, body);
        // 200 if the verdict is in the cache.
        expect([200, 202]).toContain(status);
      }
    }
  });

  it("has curl lines with correct quoting and a placeholder for the key", async () => {
    for (const { curl, request } of examples) {
      const { stdout } = await promisify(execFile)("/bin/sh", [
        "-c",
        curl.replace(/^curl/, "printf '%s\\n'"),
      ]);
      expect(stdout.trimEnd().split("\n")).toEqual([
        "-X",
        "POST",
        `${request.url}?waitMs=15000`,
        "-H",
        "x-api-key: YOUR_API_KEY",
        "-H",
        "content-type: application/json",
        "-d",
        JSON.stringify(request.body),
      ]);
    }
  });
});
