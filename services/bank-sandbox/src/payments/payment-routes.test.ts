import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import request from "supertest";
import { createSandboxApp } from "../sandbox-app.ts";

const valid = { bank: "telebirr", amount: "10.00", receiverAccount: "0900127436", receiverName: "Kiosk" };

describe("POST /payments", () => {
  const app = createSandboxApp({ now: () => new Date("2026-08-15T06:00:00Z") });

  it("dates a payment now if the order has no time", async () => {
    const { body } = await request(app).post("/payments").send(valid).expect(201);
    expect(body.referenceNumber).toMatch(/^DHF/);
  });

  it("gives every payment a new reference", async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => request(app).post("/payments").send(valid)),
    );
    expect(new Set(responses.map(({ body }) => body.referenceNumber)).size).toBe(30);
  });

  it.each([
    ["amount", { amount: "0" }],
    ["amount", { amount: "-5" }],
    ["amount", { amount: "1.234" }],
    ["amount", { amount: 0.1 + 0.2 }],
    ["amount", { amount: undefined }],
    ["receiverAccount", { receiverAccount: "12345" }],
    ["receiverAccount", { receiverAccount: "1000412270936" }],
    ["receiverAccount", { bank: "cbe", receiverAccount: "0900127436" }],
    ["receiverAccount", { bank: "boa", receiverAccount: "1*****58" }],
    ["receiverName", { receiverName: " " }],
    ["receiverName", { bank: "cbe", receiverAccount: "1000412270936", receiverName: "ሰላም" }],
    ["receiverBank", { bank: "boa", receiverAccount: "104273658", receiverBank: "Zemen" }],
    ["receiverAccount", { bank: "mpesa", receiverAccount: "407215" }],
    ["receiverAccount", { bank: "mpesa", type: "merchant", receiverAccount: "0711002233" }],
    ["receiverName", { bank: "mpesa", receiverName: "ሰላም" }],
    ["senderName", { bank: "cbebirr", senderName: "ሰላም" }],
    ["receiverAccount", { bank: "cbebirr", receiverAccount: "1000412270936" }],
    ["receiverAccount", { bank: "dashen", receiverAccount: "5*47" }],
    ["receiverAccount", { bank: "awash", type: "send-money", receiverAccount: "01320478129600" }],
    ["receiverAccount", { bank: "awash", type: "merchant-payment" }],
    ["receiverBank", { bank: "awash", type: "send-money", receiverBank: "Zemen" }],
    ["receiverBank", { bank: "siinqee", receiverAccount: "1014472903658", receiverBank: "Zemen" }],
    ["receiverAccount", { bank: "siinqee", receiverAccount: "1014" }],
    ["receiverAccount", { bank: "kaafiebirr", receiverAccount: "1014472903658" }],
    ["receiverBank", { bank: "kaafiebirr", receiverBank: "Zemen" }],
    ["receiverAccount", { bank: "telebirr", type: "merchant" }],
    ["type", { bank: "telebirr", type: "bill" }],
    ["type", { bank: "telebirr", type: "merchant", receiverBank: "Zemen", receiverAccount: "1000412270936" }],
    ["receiverAccount", { bank: "boa", type: "bill", receiverAccount: "123" }],
    ["receiverAccount", { bank: "cbe", receiverBank: "Zemen", receiverAccount: "1*****58" }],
    ["type", { bank: "cbe", type: "template-2024", receiverBank: "Zemen" }],
    ["type", { bank: "dashen", type: "merchant" }],
    ["type", { bank: "awash", type: "merchant" }],
    ["type", { bank: "mpesa", type: "merchant", receiverBank: "Zemen" }],
    ["paidAt", { bank: "mpesa", paidAt: "2005-01-01T00:00:00Z" }],
    ["paidAt", { bank: "awash", paidAt: "2010-01-01T00:00:00Z" }],
    ["paidAt", { paidAt: "yesterday" }],
    ["paidAt", { paidAt: "2019-01-01T00:00:00Z" }],
  ])("rejects a bad %s: %j", async (field, change) => {
    const { body } = await request(app)
      .post("/payments")
      .send({ ...valid, ...change })
      .expect(422);
    expect(body.error.code).toBe("invalid_payload");
    expect(body.error.details).toEqual([{ field, message: expect.any(String) }]);
  });

  it.each(["zemen", "nobank"])("rejects the bank %s", async (bank) => {
    const { body } = await request(app)
      .post("/payments")
      .send({ ...valid, bank })
      .expect(422);
    expect(body.error).toEqual({
      code: "unsupported_bank",
      details: [{ field: "bank", message: expect.stringContaining("telebirr") }],
    });
  });

  it("rejects a body that is missing or not JSON", async () => {
    await request(app).post("/payments").expect(422);
    await request(app).post("/payments").type("json").send("{").expect(400);
  });

  it("drops the oldest payment when it is full", async () => {
    const small = createSandboxApp({ paymentsLimit: 2 });
    const made: { referenceNumber: string; receiverName: string }[] = [];
    for (const receiverName of ["First Kiosk", "Second Kiosk", "Third Kiosk"]) {
      const { body } = await request(small)
        .post("/payments")
        .send({ ...valid, receiverName });
      made.push({ referenceNumber: body.referenceNumber, receiverName });
    }
    const remembered = [];
    for (const { referenceNumber, receiverName } of made) {
      const page = await request(small).get(`/receipt/${referenceNumber}`);
      if (page.text.includes(receiverName)) remembered.push(receiverName);
    }
    expect(remembered).toEqual(["Second Kiosk", "Third Kiosk"]);
  });

  it("keeps payments over a restart when it has a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bank-sandbox-"));
    try {
      const options = { paymentsFile: join(folder, "payments.jsonl") };
      const { body } = await request(createSandboxApp(options)).post("/payments").send(valid);
      const before = await request(createSandboxApp()).get(`/receipt/${body.referenceNumber}`);
      const after = await request(createSandboxApp(options)).get(`/receipt/${body.referenceNumber}`);
      expect(before.text).not.toContain("Kiosk");
      expect(after.text).toContain("Kiosk");
      expect(after.text).toContain(" 10.00 Birr");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
