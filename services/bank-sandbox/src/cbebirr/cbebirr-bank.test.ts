import { extractText, getDocumentProxy } from "unpdf";
import { useSandbox } from "../../test/use-sandbox.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

const { get, order } = useSandbox({
  ...{ bank: "cbebirr", amount: "5100", receiverAccount: "0911002233", receiverName: "Feven Market" },
  ...{ senderName: "Abel Girma", paidAt: "2026-05-21T06:04:50Z" },
});

const getReceipt = (reference: string, phone: string) => get(`/aureceipt?TID=${reference}&PH=${phone}`);

async function linesOf(reference: string, phone = "251912345678"): Promise<string[]> {
  const response = await getReceipt(reference, phone);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text.split("\n");
}

const from = (lines: readonly string[], label: string) => lines.slice(lines.indexOf(label));
const amount = expect.stringMatching(/^\d+\.\d\d$/);

describe("a cbebirr receipt", () => {
  it("begins like the bank's, with the customer's name between its labels", async () => {
    const lines = await linesOf("DJ541QK2M41");
    expect(lines.slice(0, 4)).toEqual([
      ...["Commercial Bank of Ethiopia", "CBEBirr", "VAT Invoice/ Customer Receipt"],
      "Company Address & Other Information",
    ]);
    const customer = from(lines, "Customer Information");
    expect(customer.slice(1, 10)).toEqual([
      ...["Customer Name:", "Region:", "City:", "Sub city:", expect.stringMatching(/^\w+ \w+ \w+$/)],
      ...["Wereda/kebele:", "VAT Registration No:", "VAT Registration Date:", "TIN (TAX ID):"],
    ]);
  });

  it("has the bank's information rows, each value below its label", async () => {
    const lines = await linesOf("DJ541QK2M41");
    const { accountName, accountNumber } = sandboxReceivers.cbebirr;
    expect(from(lines, "Transaction Information").slice(1, 13)).toEqual([
      ...["Debit Account", expect.stringMatching(/^251912345678 - \w+ \w+ \w+$/)],
      ...["Credit Account", `${accountNumber} - ${accountName}`],
      ...["Receiver Name", accountName],
      ...["Order ID", expect.stringMatching(/^FT26278[A-Z0-9]{5}$/)],
      ...["Transaction Status", "Completed", "Reference", expect.stringMatching(/^\d{12}$/)],
    ]);
  });

  it.each(["DJ541QK2M41", "DJ57QK2M41"])(
    "joins the values of %s, and has numbers before their labels",
    async (reference) => {
      const details = from(await linesOf(reference), "Transaction Details");
      expect(details.slice(1)).toEqual([
        "Receipt Number Transaction Date Amount",
        expect.stringMatching(new RegExp(`^${reference}2026-10-05 \\d\\d:\\d\\d\\d+\\.\\d\\d$`)),
        ...[amount, amount, amount, amount],
        ...["Paid amount", "Service Charge", "VAT", "Total Paid Amount"],
        ...["Total Amount in word", "Payment Reason", "Payment Channel"],
        ...[expect.stringMatching(/ birr and .* cents$/), "SendMoney by Customer to Customer", "USSD"],
        ...["Branch:", "Tip", "The Bank you can always rely on!"],
      ]);
      const [paid = 0, ...rest] = details.slice(3, 7).map(Number);
      expect(details[2]?.endsWith(`:${details[2].slice(-paid.toFixed(2).length - 2)}`)).toBe(true);
      expect(rest[2]).toBeCloseTo(paid + (rest[0] ?? 0) + (rest[1] ?? 0), 5);
    },
  );

  it("has the status Reversed for a reversed payment", async () => {
    expect(from(await linesOf("DJ541QK2MRV"), "Transaction Status")[1]).toBe("Reversed");
  });

  it.each(["251987654321", "0987654321", "%2B251987654321", "+251987654321"])(
    "belongs to the requesting wallet, here as %s",
    async (phone) => {
      expect(from(await linesOf("DJ541QK2M41", phone), "Debit Account")[1]).toMatch(/^251987654321 - /);
    },
  );

  it.each([
    ["DJ541QK2MNF", "251912345678"],
    ["DJ541QK2M4111", "251912345678"],
    ["DJ541QK2M", "251912345678"],
    ["dj541qk2m41", "251912345678"],
    ["DZ541QK2M41", "251912345678"],
    ["DJ541QK2M41", ""],
    ["DJ541QK2M41", "12345"],
  ])("responds to %s of %j with the empty report page", async (reference, phone) => {
    const response = await getReceipt(reference, phone);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toContain("<title>Auto Receipt</title>");
  });
});

describe("an ordered cbebirr payment", () => {
  it("is on its receipt, for the payer's phone alone", async () => {
    const { referenceNumber = "", phone = "" } = await order({});
    expect(referenceNumber).toMatch(/^DEL[A-Z0-9]{7}\d$/);
    const lines = await linesOf(referenceNumber, phone);
    expect(lines).toContain(`${phone} - Abel Girma`);
    expect(lines).toContain("251911002233 - Feven Market");
    expect(lines).toContain(`${referenceNumber}2026-05-21 09:045100.00`);
    for (const other of ["251912345678", "251911002233"]) {
      expect(await (await getReceipt(referenceNumber, other)).text()).toContain("Auto Receipt");
    }
  });

  it("is in the payer's SMS, whose link has the payer's phone", async () => {
    const { referenceNumber, phone, receiptUrl, smsText } = await order({});
    expect(receiptUrl).toBe(`https://cbepay1.cbe.com.et/aureceipt?TID=${referenceNumber}&PH=${phone}`);
    expect(smsText).toContain(
      "Dear abel, you have successfully transferred 5,100.00Br. to 251911002233-FEVEN MARKET on 21-05-2026 09:04:50.",
    );
    expect(smsText).toMatch(new RegExp(`\\.Txn ID ${referenceNumber},FT26141[A-Z0-9]{5}\\.Your`));
    expect(smsText?.endsWith(` For invoice ${receiptUrl}`)).toBe(true);
  });

  it("may go to an account at a bank", async () => {
    const fields = { receiverBank: "Commercial Bank of Ethiopia", receiverAccount: "1000999888777" };
    const { referenceNumber = "", phone } = await order(fields);
    expect(await linesOf(referenceNumber, phone)).toContain("1000999888777 - Feven Market");
  });
});

describe("other kinds of cbebirr payment", () => {
  it("has no debit account when the money comes from a bank, and is found by the receiver's phone", async () => {
    const { referenceNumber = "", phone = "" } = await order({ type: "from-bank" });
    expect(phone).toBe("251911002233");
    const lines = await linesOf(referenceNumber, phone);
    expect(from(lines, "Debit Account").slice(0, 3)).toEqual([
      ...["Debit Account", "Credit Account", "251911002233 - Feven Market"],
    ]);
    expect(lines).toContain("TransferFromBankToMM by Customer to Customer");
  });

  it("has no credit account when it is paid to an organization", async () => {
    const { referenceNumber = "", phone = "" } = await order({ type: "to-organization" });
    const lines = await linesOf(referenceNumber, phone);
    expect(from(lines, "Credit Account").slice(0, 4)).toEqual([
      ...["Credit Account", "Org Account", "Receiver Name", "Feven Market"],
    ]);
  });
});
