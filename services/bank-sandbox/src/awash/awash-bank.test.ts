import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import request from "supertest";
import { createSandboxApp } from "../sandbox-app.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";
import { newAwashToken, readAwashToken } from "./awash-token.ts";

/** Real receipts stay outside the repository; without them one comparison is skipped. */
const receiptsDir =
  process.env["RECEIPTS_DIR"] ?? join(import.meta.dirname, "../../../../../shared/receipts");

const app = createSandboxApp();

async function pageOf(token: string): Promise<string> {
  const { headers, text } = await request(app).get(`/-${token}`).expect(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  return text;
}

type Row = [label: string, value: string];

/** Rows of three cells, the middle one a colon. */
function rowsOf(page: string): Row[] {
  const rows = Array.from(page.matchAll(/<tr>([\s\S]*?)<\/tr>/g), ([, row = ""]) =>
    Array.from(row.matchAll(/<td>(?:<tt><span>)?([^<]*)/g), ([, text = ""]) => text.trim()),
  );
  return rows.flatMap(([label = "", colon, value]) =>
    colon === ":" && value !== undefined ? [[label, value] as Row] : [],
  );
}

const companyLabels = ["Company Name", "TIN No", "VAT Reg No", "VAT Reg Date", "PO Box", "Tel"];
const customerLabels = [
  ...["Customer Name", "Account No", "City", "VAT Reg No", "VAT Reg Date", "TIN (TAX ID)", "Branch"],
];

const order = async (fields: Record<string, unknown>) =>
  (
    await request(app)
      .post("/payments")
      .send({
        ...{
          bank: "awash",
          amount: "18600",
          receiverAccount: "01320999888777",
          receiverName: "Feven Market",
        },
        ...{ senderName: "Abel Girma", paidAt: "2026-07-09T11:23:45Z", ...fields },
      })
      .expect(201)
  ).body;

const eachType = [
  {
    fields: { type: "ips-bank-transfer", receiverBank: "Zemen Bank" },
    title: "Transaction Successful",
    rows: [
      ["Transaction Time", "2026-07-09 02:23:45 PM"],
      ["Transaction Type", "IPS Bank Transfer"],
      ["Amount", "18600 ETB"],
      ["VAT", "1.68 ETB"],
      ["Sender Name", "Abel Girma"],
      ["Sender Account", expect.stringMatching(/^0132\d\*{7}\d{3}$/)],
      ["Beneficiary name", "Feven Market"],
      ["Beneficiary Account", "01320999888777"],
      ["Beneficiary Bank", "Zemen Bank"],
      ["Reason", "Payment"],
    ],
  },
  {
    fields: { type: "send-to-bank" },
    title: "Transaction Successful",
    rows: [
      ["Transaction Date", "2026-07-09 14:23:45"],
      ["Transaction Type", "Send To Bank"],
      ["Amount", "18,600 ETB"],
      ["Charge", "11.20 ETB"],
      ["VAT", "1.68 ETB"],
      ["Sender Name", "Abel Girma"],
      ["Sender Account", expect.stringMatching(/^0132\d\*{7}\d{3}$/)],
      ["Receiver Name", "Feven Market"],
      ["Receiver Account", "01320******8777/BANK"],
      ["Reason", "-"],
    ],
  },
  {
    fields: { type: "merchant-payment", receiverAccount: "407215" },
    title: "Transaction Successful",
    rows: [
      ["Transaction Date", "2026-07-09 14:23:45"],
      ["Transaction type", "Merchant Payment"],
      ["Amount", "18,600.00 ETB"],
      ["Charge", "11.20 ETB"],
      ["VAT", "1.68 ETB"],
      ["Sender Name", "Abel Girma"],
      ["Merchant", "Feven Market"],
      ["Till Number", "407215"],
      ["Reason", "Goods"],
    ],
  },
  {
    fields: { type: "send-money", receiverAccount: "0911002233" },
    title: "Transaction successful",
    rows: [
      ["Transaction Date", "2026-07-09 14:23:45"],
      ["Transaction type", "Send Money"],
      ["Amount", "18600 ETB"],
      ["Recipient", "251911002233/WALLET"],
    ],
  },
  {
    fields: { type: "telebirr-transfer", receiverAccount: "0911002233" },
    title: "Telebirr Transfer",
    rows: [
      ["Transaction Date", "2026-07-09"],
      ["Transaction Type", "Telebirr Transfer"],
      ["Phone Number", "251911002233"],
      ["Customer Name", "Feven Market"],
      ["Source Account", expect.stringMatching(/^0132\d\*{6}\d{4}\/BANK$/)],
      ["Amount", "18,600.00"],
      ["Charge", "11.20"],
      ["VAT", "1.68"],
      ["Reason", "A"],
    ],
  },
  {
    fields: { type: "older-page" },
    title: "Transaction successful",
    rows: [
      ["Transaction Time", "07/09/2026 02:23:45 PM"],
      ["Amount", "18,600.00"],
      ["Charge", "11.20"],
      ["VAT", "1.68"],
      ["Sender Name", "Abel Girma"],
      ["Sender Account", expect.stringMatching(/^0132\d\*{7}\d{3}$/)],
      ["Beneficiary name", "Feven Market"],
      ["Reason", "-"],
    ],
  },
];

describe("an awash receipt", () => {
  it.each(eachType)(
    "of $fields.type has its own labels, formats and title",
    async ({ fields, title, rows }) => {
      const { referenceNumber, transactionId } = await order(fields);
      const page = await pageOf(referenceNumber);
      expect(page).toContain(`<title>${title}</title>`);
      expect(page).toContain(`text: "https://awashpay.awashbank.com:8225/-${referenceNumber}"`);
      const header = fields.type === "older-page" ? [] : [...companyLabels, ...customerLabels];
      const shown = rowsOf(page);
      expect(shown.slice(0, header.length).map(([label]) => label)).toEqual(header);
      expect(shown.slice(header.length)).toEqual([...rows, ["Transaction ID", transactionId]]);
    },
  );

  const real = (type: string) => join(receiptsDir, `awash/${type}.html`);
  const titleOf = (page: string) => /<title>(.*)<\/title>/.exec(page)?.[1];
  (existsSync(real("send-money")) ? it : it.skip).each([
    ["ips-bank-transfer", "01320999888777"],
    ["send-money", "0911002233"],
    ["telebirr-transfer", "0911002233"],
  ])("of %s has the title and labels of a real one, in the same order", async (type, receiverAccount) => {
    const { referenceNumber } = await order({ type, receiverAccount });
    const [ours, theirs] = [await pageOf(referenceNumber), readFileSync(real(type), "utf8")];
    expect(titleOf(ours)).toBe(titleOf(theirs));
    expect(rowsOf(ours).map(([label]) => label)).toEqual(rowsOf(theirs).map(([label]) => label));
  });

  it("has the payer, not the wallet's holder, as customer of a Telebirr Transfer", async () => {
    const { referenceNumber } = await order({ type: "telebirr-transfer", receiverAccount: "0911002233" });
    const names = rowsOf(await pageOf(referenceNumber)).filter(([label]) => label === "Customer Name");
    expect(names.map(([, name]) => name)).toEqual(["Abel Girma", "Feven Market"]);
  });

  it("has every kind, chosen by the token", async () => {
    const tokens = Array.from({ length: 40 }, (_, index) => `2KIO3IANB3-5QT7${10 + index}`);
    const pages = await Promise.all(tokens.map(pageOf));
    const kinds = pages.map((page) => {
      const rows = rowsOf(page).map(([label, value]) => [label.toLowerCase(), value] as const);
      return new Map(rows).get("transaction type") ?? "none";
    });
    expect(new Set(kinds)).toEqual(
      new Set([
        "IPS Bank Transfer",
        "Send To Bank",
        "Merchant Payment",
        "Send Money",
        "Telebirr Transfer",
        "none",
      ]),
    );
  });

  it("is paid to the sandbox's receiver in the minute of the token", async () => {
    const page = await pageOf("2KIO3IANB3-5QT70R");
    const rows = new Map(rowsOf(page));
    expect(rows.get("Transaction Time")).toMatch(/^2026-10-05 12:13:\d\d PM$/);
    expect(rows.get("Transaction ID")).toBe("261005121344127");
    expect(rows.get("Beneficiary name")).toBe(sandboxReceivers.awash.accountName);
    expect(rows.get("Beneficiary Account")).toBe(sandboxReceivers.awash.accountNumber);
    expect(page.length).toBeGreaterThan(13_000);
    expect(page.length).toBeLessThan(15_000);
  });

  it.each([
    ...["2KIO3IANB3-5QT7NF", "2KIO3IANB3-5QT7RV", "2KIO3IANB3-5QT7", "2KIO3IANB3", "2kio3ianb3-5qt70r"],
    // The first half does not encode fifteen digits, or encodes an invalid month, day or hour.
    ...["0KIO3IANB3-5QT70R", "ZZZZZZZZZZ-5QT70R", "2KRTK8D8Z5-5QT70R"],
  ])("responds to %s with a short page 'Receipt not found'", async (token) => {
    const page = await pageOf(token);
    expect(page).toContain("Receipt not found");
    expect(page.length).toBeLessThan(200);
  });
});

describe("an awash token", () => {
  it("contains the minute that it was created for", () => {
    const anyTime = fc.date({
      min: new Date("2011-01-01"),
      max: new Date("2099-12-30"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyTime, (paidAt) => {
        const token = newAwashToken(paidAt) ?? "";
        expect(token).toMatch(/^[0-9A-Z]{10}-[0-9A-Z]{5}\d$/);
        expect(readAwashToken(token)?.minute.getTime()).toBe(Math.floor(paidAt.getTime() / 60_000) * 60_000);
      }),
    );
  });
});

describe("an ordered awash payment", () => {
  it("is in an SMS with its transaction id and its link", async () => {
    const { receiptUrl, referenceNumber, smsText, transactionId } = await order({});
    expect(transactionId).toMatch(/^2607091423\d{5}$/);
    expect(receiptUrl).toBe(`https://awashpay.awashbank.com:8225/-${referenceNumber}`);
    expect(smsText).toContain(
      `Dear Customer, ETB 18,600 has been credited to your account from Abel Girma on : 2026-07-09 14:23:45  with Txn ID: ${transactionId} .`,
    );
    expect(smsText).toContain(`Receipt  Link: ${receiptUrl}. Contact center  8980.`);
  });

  it.each([
    [{ receiverBank: "Zemen Bank" }, "IPS Bank Transfer"],
    [{ receiverAccount: "0911002233" }, "Send Money"],
    [{}, "Send To Bank"],
  ])("has the kind that matches its receiver: %j", async (fields, kind) => {
    expect(await pageOf((await order(fields)).referenceNumber)).toContain(`>${kind}<`);
  });
});

describe("a token of before 2026", () => {
  it("opens the older page of 2025, with its own link", async () => {
    const page = await pageOf("A1B2C3D4E5F6-1Q7C3H");
    expect(page).toContain(":8225/-A1B2C3D4E5F6-1Q7C3H");
    const rows = new Map(rowsOf(page));
    expect(rows.get("Transaction ID")).toMatch(/^25\d{13}$/);
    expect(rows.has("Transaction Type")).toBe(false);
  });
});
