import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { useSandbox } from "../../test/use-sandbox.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

/** Real receipts stay outside the repository; without them one comparison is skipped. */
const receiptsDir =
  process.env["RECEIPTS_DIR"] ?? join(import.meta.dirname, "../../../../../shared/receipts");

const { get, order } = useSandbox({
  bank: "cbe",
  amount: "45000.75",
  receiverAccount: "1000555566667",
  receiverName: "Zufan Hardware",
  senderName: "Yared Mikias",
  paidAt: "2026-10-05T12:07:44+03:00",
});

async function linesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.split("\n");
}

async function receiptLines(path: string): Promise<string[]> {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  return linesOf(new Uint8Array(await response.arrayBuffer()));
}

const bankLabels = [
  "Country:",
  "City:",
  "Address:",
  "Postal code:",
  "SWIFT Code::",
  "Email:",
  "Tel:",
  "Fax:",
  "Tin:",
  "VAT Receipt No:",
  "VAT Registration No:",
  "VAT Registration Date:",
];
const customerLabels = [
  "Customer Name:",
  "Region:",
  "City:",
  "Sub City:",
  "Wereda/Kebele:",
  "VAT Registration No:",
  "VAT Registration Date:",
  "TIN (TAX ID):",
  "Branch:",
];
const paymentLabels = [
  "Payer",
  "Account",
  "Receiver",
  "Account",
  "Payment Date & Time",
  "Reference No. (VAT Invoice No)",
  "Reason / Type of service",
  "Transferred Amount",
  "Commission or Service Charge",
  "15% VAT on Commission",
  "Total amount debited from customers account",
  "Amount in Word",
];

/** The lines that are labels or headings; payment rows are cut to their label. */
function skeletonOf(lines: readonly string[]): string[] {
  const start = lines.indexOf("Payment / Transaction Information");
  const before = lines.slice(0, start).filter((line) => /:$|Information$|^Commercial|Receipt$/.test(line));
  const rows = lines
    .slice(start + 1)
    .map((line) => paymentLabels.find((label) => line.startsWith(`${label} `)));
  return [...before, ...rows.filter((label) => label !== undefined), lines.at(-2) ?? ""];
}

const amountAfter = (lines: readonly string[], label: string) =>
  Number(/([\d,.]+) ETB$/.exec(lines.find((line) => line.startsWith(label)) ?? "")?.[1]?.replaceAll(",", ""));

describe("a cbe receipt as PDF", () => {
  it("has its text in the bank's order: each block of labels, then the block of their values", async () => {
    const lines = await receiptLines("/?id=FT26278K3WQ858471203");
    expect(lines.slice(0, 3)).toEqual([
      "Commercial Bank of Ethiopia",
      "VAT Invoice / Customer Receipt",
      "Company Address & Other Information",
    ]);
    expect(lines.slice(3, 15)).toEqual(bankLabels);
    expect(lines[15]).toBe("Ethiopia");
    expect(lines[24]).toBe("FT26278K3WQ8");
    expect(lines[27]).toBe("Customer Information");
    expect(lines.slice(28, 37)).toEqual(customerLabels);
    expect(lines[45]).toBe("Payment / Transaction Information");
    const rows = lines.slice(46, 58);
    expect(rows.map((row, index) => row.startsWith(`${paymentLabels[index]} `))).toEqual(
      rows.map(() => true),
    );
    expect(lines.slice(58)).toEqual([
      "The Bank you can always rely on.",
      "© 2026 Commercial Bank of Ethiopia. All rights reserved.",
    ]);
  });

  const real = join(receiptsDir, "cbe/legacy-2025.pdf");
  (existsSync(real) ? it : it.skip)("has the skeleton of a real one", async () => {
    const ours = await receiptLines("/?id=FT26278K3WQ858471203");
    expect(skeletonOf(ours)).toEqual(skeletonOf(await linesOf(readFileSync(real))));
  });

  it("has the requested digits on the payer's account, and the sandbox's receiver", async () => {
    const lines = await receiptLines("/?id=FT26278K3WQ858471203");
    expect(lines.filter((line) => line.startsWith("Account "))).toEqual([
      "Account 1****1203",
      `Account 1****${sandboxReceivers.cbe.accountNumber.slice(-4)}`,
    ]);
    expect(lines).toContain(`Receiver ${sandboxReceivers.cbe.accountName}`);
    expect(lines.find((line) => line.startsWith("Payment Date"))).toMatch(
      /^Payment Date & Time 10\/5\/2026, \d{1,2}:\d\d:00 [AP]M$/,
    );
  });

  it("adds up", async () => {
    const lines = await receiptLines("/?id=FT26278K3WQ858471203");
    const parts = ["Transferred Amount", "Commission or", "15% VAT"].map((label) =>
      amountAfter(lines, label),
    );
    expect(Math.min(...parts)).toBeGreaterThan(0);
    expect(amountAfter(lines, "Total amount")).toBeCloseTo(
      parts.reduce((left, right) => left + right),
      5,
    );
  });

  it.each(["/BranchReceipt/FT26278K3WQ8&58471203", "/BranchReceipt/FT26278K3WQ8%2658471203"])(
    "is the same at %s except for the title",
    async (path) => {
      const [plain, branch] = [await receiptLines("/?id=FT26278K3WQ858471203"), await receiptLines(path)];
      expect(branch[1]).toBe("VAT Invoice/Customer Receipt - Branch Receipt");
      expect(branch.toSpliced(1, 1)).toEqual(plain.toSpliced(1, 1));
    },
  );

  it.each([
    "/?id=",
    "/?id=FT26278K3WQ8",
    "/?id=FT26278K3WQ8&58471203",
    "/?id=TT26278K3WQ858471203",
    "/?id=FT26278K3WNF58471203",
    "/BranchReceipt/FT26278K3WQ858471203",
  ])("responds to %s with 404 and the bank's sentence", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain("You Are Not Allowed to See This Data, Please Check your Link");
  });
});

const headers = {
  "X-App-ID": "d1292e42-7400-49de-a2d3-9731caa4c819",
  "X-App-Version": "0a01980b-9859-1369-8198-59f403820000",
};
const detailOf = (token: string, sent: Record<string, string> = headers) =>
  get(`/api/v1/transactions/public/transaction-detail/${token}`, sent);
const jsonOf = async (token: string) => (await (await detailOf(token)).json()) as Record<string, string>;

it("responds with 404 and the bank's older JSON to a reversed cbe payment", async () => {
  const response = await get(`/?id=FT26278K3WRV58471203`);
  expect([response.status, await response.json()]).toEqual([
    404,
    { status: "failed", message: "Please Check Your Link " },
  ]);
});

describe("a cbe receipt as JSON", () => {
  it("has every key of the bank's response", async () => {
    expect(Object.keys(await jsonOf("v2-hfHCqT7mWd2sLx9KbZ41"))).toEqual([
      ..."id transactionType debitAccountNo currencyMktDr debitCurrency debitAmount debitValueDate".split(
        " ",
      ),
      ..."debitTheirRef creditTheirRef creditAccountNo creditCurrency creditValueDate processingDate".split(
        " ",
      ),
      ..."paymentDetails chargeComDisplay commissionCode commissionTypes chargeCode positionType".split(" "),
      ..."taxTypes amountDebitedWithCurrency amountCreditedWithCurrency".split(" "),
      ..."totalChargeAmountWithCurrency totalTaxAmountWithCurrency amountDebited amountCredited".split(" "),
      ..."totalChargeAmount totalTaxAmount totRecComm totRecCommLcl totRecChg totRecChgLcl".split(" "),
      ..."rateFixing authDate roundType currNo dateTimes creditAccountHolder debitAccountHolder".split(" "),
      ..."encodedReceipt isPlatformTransaction channel platformTransactionType isOtherBank".split(" "),
      ..."description serviceChargeValue vatValue drCharge chargeDescription status".split(" "),
    ]);
  });

  it("has the same day in its id, its time and its value dates", async () => {
    const detail = await jsonOf("v2-hfHCqT7mWd2sLx9KbZ41");
    const paidAt = new Date(detail["dateTimes"]?.[0] ?? "");
    const dayOfYear = 1 + (Date.parse(paidAt.toISOString().slice(0, 10)) - Date.UTC(2026, 0, 1)) / 86_400_000;
    expect(detail["dateTimes"]?.[0]).toMatch(/^2026-0[3-9]-\d\dT\d\d:\d\d:00Z$/);
    expect(detail["id"]).toMatch(new RegExp(`^FT26${String(dayOfYear).padStart(3, "0")}[A-Z0-9]{4}\\d$`));
    expect(detail["processingDate"]).toBe(paidAt.toISOString().slice(0, 10).replaceAll("-", ""));
  });

  it("masks accounts with eight stars, links to itself and adds up", async () => {
    const detail = await jsonOf("v2-hfHCqT7mWd2sLx9KbZ41");
    expect(detail).toMatchObject({
      debitAccountNo: expect.stringMatching(/^1\*{8}\d{4}$/),
      creditAccountNo: `1********${sandboxReceivers.cbe.accountNumber.slice(-4)}`,
      encodedReceipt: "https://mbreciept.cbe.com.et/v2-hfHCqT7mWd2sLx9KbZ41",
      status: "COMPLETED",
    });
    const charges = ["serviceChargeValue", "vatValue", "drCharge"].map((key) =>
      Number(detail[key]?.slice(4)),
    );
    const total = charges.reduce((left, right) => left + right, Number(detail["amountCredited"]));
    expect(Number(detail["amountDebited"])).toBeCloseTo(total, 5);
  });

  it("shows the same payment as the PDF of its id", async () => {
    const detail = await jsonOf("v2-hfHCqT7mWd2sLx9KbZ41");
    const lines = await receiptLines(`/?id=${detail["id"]}00001111`);
    expect(amountAfter(lines, "Transferred Amount")).toBe(Number(detail["amountCredited"]));
    expect(amountAfter(lines, "Total amount")).toBe(Number(detail["amountDebited"]));
    expect(lines).toContain(`Payer ${detail["debitAccountHolder"]}`);
  });

  it("has the status REVERSED for a reversed payment", async () => {
    expect((await jsonOf("v2-hfHCqT7mWd2sLx9KbZRV"))["status"]).toBe("REVERSED");
  });

  it.each([{}, { "X-App-ID": headers["X-App-ID"] }, { ...headers, "X-App-Version": "1" }])(
    "rejects a caller without the page's two headers",
    async (sent: Record<string, string>) => {
      const response = await detailOf("v2-hfHCqT7mWd2sLx9KbZ41", sent);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("Missing Headers");
    },
  );

  it.each(["v2-short", "FT26278K3WQ8", "V2-hfHCqT7mWd2sLx9KbZ41", "v2-hfHCqT7mWd2sLx9KbZNF"])(
    "responds to %s with the bank's alert",
    async (token) => {
      const response = await detailOf(token);
      expect(response.status).toBe(500);
      expect(response.headers.get("content-type")).toContain("application/problem+json");
      expect(await response.json()).toMatchObject({
        status: 500,
        detail: "Security Alert: Invalid or tampered legacy token!",
      });
    },
  );
});

describe("an ordered cbe payment", () => {
  it("is on its PDF, only for the digits of either party", async () => {
    const { referenceNumber, suffix } = await order();
    expect(referenceNumber).toMatch(/^FT26278[A-Z0-9]{4}\d$/);
    for (const digits of [suffix, "55566667"]) {
      expect(await receiptLines(`/?id=${referenceNumber}${digits}`)).toEqual(
        expect.arrayContaining([
          "Payer Yared Mikias",
          `Account 1****${suffix?.slice(-4)}`,
          "Receiver Zufan Hardware",
          "Account 1****6667",
          "Payment Date & Time 10/5/2026, 12:07:00 PM",
          "Transferred Amount 45,000.75 ETB",
        ]),
      );
    }
    expect((await get(`/?id=${referenceNumber}00000000`)).status).toBe(404);
  });

  it("is in the JSON of its share link", async () => {
    const { referenceNumber, shareUrl = "" } = await order();
    expect(await jsonOf(shareUrl.replace("https://mbreciept.cbe.com.et/", ""))).toMatchObject({
      id: referenceNumber,
      amountCredited: "45000.75",
      creditAccountNo: "1********6667",
      dateTimes: ["2026-10-05T09:07:00Z"],
      encodedReceipt: shareUrl,
    });
  });

  it("is in the payer's SMS, whose link ends in the payer's digits", async () => {
    const { referenceNumber, suffix, receiptUrl, smsText } = await order();
    expect(receiptUrl).toBe(`https://apps.cbe.com.et:100/?id=${referenceNumber}${suffix}`);
    expect(smsText).toContain(
      "You have transfered ETB 45,000.75 to Zufan Hardware on 05/10/2026 at 12:07:44",
    );
    expect(smsText?.endsWith(` ${receiptUrl}`)).toBe(true);
  });

  it("has the bank's own account for a payer at another bank, and is found by the receiver's digits", async () => {
    const { referenceNumber, suffix, shareUrl = "", smsText } = await order({ type: "from-another-bank" });
    expect(suffix).toBe("55566667");
    const lines = await receiptLines(`/?id=${referenceNumber}${suffix}`);
    const start = lines.indexOf("Payment / Transaction Information");
    expect(lines.slice(start + 1, start + 8)).toEqual([
      ...["Payer Inter Bank Account to Account rece", "Account E****0733"],
      ...["Receiver Zufan Hardware", "Account 1****6667"],
      "Payment Date & Time 10/5/2026, 12:07:00 PM",
      `Reference No. (VAT Invoice No) ${referenceNumber}`,
      // There is no reason.
      "Reason / Type of service",
    ]);
    expect(lines.join()).not.toContain("Yared");
    expect(amountAfter(lines, "Total amount")).toBe(45_000.75);
    expect(smsText).toContain(
      `Dear Zufan your Account 1*********6667 has been Credited with ETB 45,000.75 from Inter Bank Account to Account rece, on 05/10/2026 at 12:07:44 with Ref No ${referenceNumber}.`,
    );
    expect(await jsonOf(shareUrl.replace("https://mbreciept.cbe.com.et/", ""))).toMatchObject({
      debitAccountHolder: "Inter Bank Account to Account rece",
      debitAccountNo: "E********0733",
      isOtherBank: true,
    });
  });

  it("has the bank's own account for a receiver at another bank", async () => {
    const other = { receiverBank: "Dashen Bank", receiverAccount: "0044112233" };
    const { referenceNumber, suffix } = await order(other);
    const lines = await receiptLines(`/?id=${referenceNumber}${suffix}`);
    expect(lines).toEqual(
      expect.arrayContaining(["Payer Yared Mikias", "Receiver FT SUSPNESE ACCOUNT", "Account E****0744"]),
    );
    expect(lines.join()).not.toContain("Zufan");
  });

  const rowsOf2024 = [
    ...["Payer", "Account", "Receiver", "Account", "Payment Date", "Reference No.", "Reason"],
    ...["Transferred Amount", "Amount in Word"],
  ];

  it('has another template in 2024: only a date, no charges, and one more "Account"', async () => {
    const fields = { type: "template-2024", paidAt: "2024-05-21T09:07:44Z" };
    const { referenceNumber, suffix } = await order(fields);
    const lines = await receiptLines(`/?id=${referenceNumber}${suffix}`);
    expect(lines.slice(0, 3)).toEqual([
      "Commercial Bank of Ethiopia",
      "Customer Receipt",
      "Company Information",
    ]);
    expect(lines).toContain("Account Type:");
    const rows = lines.slice(lines.indexOf("Payment Information") + 1, -2);
    expect(rows.map((row, index) => row.startsWith(`${rowsOf2024[index]} `))).toEqual(
      rowsOf2024.map(() => true),
    );
    expect(rows).toEqual(
      expect.arrayContaining(["Payment Date Tue May 21 2024", "Transferred Amount 45,000.75 ETB"]),
    );
  });

  it("has that template in the first half of 2024 without an order, also on branch links", async () => {
    expect(await receiptLines("/?id=FT24142K3WQ858471203")).toContain("Payment Information");
    expect((await receiptLines("/BranchReceipt/FT24142K3WQ8&58471203"))[1]).toBe("Customer Receipt");
    expect(await receiptLines("/?id=FT24366K3WQ858471203")).toContain("Payment / Transaction Information");
  });
});
