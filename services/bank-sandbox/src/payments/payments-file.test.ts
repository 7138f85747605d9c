import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Payment } from "./payment.ts";
import { openPaymentsFile } from "./payments-file.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bank-sandbox-"));
  file = join(folder, "deeper", "payments.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

const paymentOf = (reference: string): Payment => ({
  reference,
  type: "merchant",
  status: "completed",
  amount: 123_456_789_012_34n,
  charges: { service: 100n, vat: 15n, levy: 0n },
  paidAt: new Date("2026-10-05T09:07:44.123Z"),
  sender: { name: "Lensa", account: "251900000001" },
  receiver: { name: "Obsa", account: "251900000002", bankName: "A Bank" },
});

describe("the payments file", () => {
  it("returns the stored payments in order", async () => {
    const opened = openPaymentsFile(file, 10);
    const filed = ["A1", "A2"].map((reference) => ({
      bank: "telebirr" as const,
      payment: paymentOf(reference),
    }));
    await Promise.all(filed.map(opened.append));
    expect(openPaymentsFile(file, 10).payments).toEqual(filed);
  });

  it("drops a line torn by a crash, and accepts new ones after it", async () => {
    const payment = paymentOf("A1");
    await openPaymentsFile(file, 10).append({ bank: "cbe", payment });
    appendFileSync(file, '{"bank":"cbe","paym');
    await openPaymentsFile(file, 10).append({ bank: "boa", payment });
    expect(openPaymentsFile(file, 10).payments.map(({ bank }) => bank)).toEqual(["cbe", "boa"]);
  });

  it("keeps only the newest when it is opened", async () => {
    const opened = openPaymentsFile(file, 2);
    for (const reference of ["A1", "A2", "A3"]) {
      await opened.append({ bank: "cbe", payment: paymentOf(reference) });
    }
    expect(openPaymentsFile(file, 2).payments.map(({ payment }) => payment.reference)).toEqual(["A2", "A3"]);
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
  });
});
