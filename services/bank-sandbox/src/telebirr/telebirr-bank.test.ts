import { useSandbox } from "../../test/use-sandbox.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

const { get, order } = useSandbox({ bank: "telebirr" });

async function pageOf(reference: string): Promise<string> {
  const response = await get(`/receipt/${reference}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  return response.text();
}

/** Texts of the cells that hold only text, in page order, without comments. */
function cellsOf(page: string): string[] {
  const cells = page.replace(/<!--[\s\S]*?-->/g, "").matchAll(/<td[^>]*>([^<]*)<\/td>/g);
  return Array.from(cells, ([, text = ""]) => text.replaceAll("&nbsp;", "").trim());
}

function cellAfter(page: string, label: string): string | undefined {
  const cells = cellsOf(page);
  const index = cells.indexOf(label);
  return index === -1 ? undefined : cells[index + 1];
}

const birr = (text: string | undefined) => Number(text?.replace(" Birr", "").replaceAll(",", ""));

describe("a telebirr receipt", () => {
  it("has every label of the bank's page, in the bank's order", async () => {
    const cells = cellsOf(await pageOf("DJ57QK2M41"));
    const labels = [
      "የቴሌብር ክፍያ መረጃ/telebirr Transaction information",
      "የከፋይ ስም/Payer Name",
      "የከፋይ ቴሌብር ቁ./Payer telebirr no.",
      "የከፋይ አካውንት አይነት/Payer account type",
      "የከፋይ ቲን ቁ./ Payer TIN No",
      "የከፋይ ተ.እ.ታ.ቁ./VAT Reg. No",
      "የከፋይ ተ.እ.ታ.ቁ. ምዝገባ ቀን/VAT Reg. Date",
      "የገንዘብ ተቀባይ ስም/Credited Party name",
      "የገንዘብ ተቀባይ ቴሌብር ቁ./Credited party account no",
      "የክፍያው ሁኔታ/transaction status",
      "የክፍያ ዝርዝር/ Invoice details",
      "የክፍያ ቁጥር/Invoice No.",
      "የክፍያ ቀን/Payment date",
      "የተከፈለው መጠን/Settled Amount",
      "የማህተም ክፍያ/Stamp Duty",
      "ቅናሽ/Discount Amount",
      "የአገልግሎት ክፍያ/Service fee",
      "የአገልግሎት ክፍያ ተ.እ.ታ/Service fee VAT",
      "ጠቅላላ የተከፈለ/Total Paid Amount",
      "የገንዘቡ ልክ በፊደል/Total Amount in word",
      "የክፍያ ዘዴ/Payment Mode",
      "የክፍያ ምክንያት/Payment Reason",
      "የክፍያ መንገድ/Payment channel",
      "የደንበኛ መልዕክት/Customer Note",
    ];
    expect(cells.filter((text) => labels.includes(text))).toEqual(labels);
  });

  it("puts the invoice's three values in a row below their three labels", async () => {
    const cells = cellsOf(await pageOf("DJ57QK2M41"));
    const header = cells.indexOf("የክፍያ ቁጥር/Invoice No.");
    expect(cells.slice(header + 3, header + 6)).toEqual([
      "DJ57QK2M41",
      expect.stringMatching(/^05-10-2026 \d\d:\d\d:\d\d$/),
      expect.stringMatching(/^[\d,]+\.\d\d Birr$/),
    ]);
  });

  it("has the bank's traps: a commented tax row, a broken attribute, two spaces before the receiver", async () => {
    const page = await pageOf("DJ57QK2M41");
    expect(page).toMatch(/<!--[\s\S]*የኤክሳይዝ ታክስ\/Excise Tax[\s\S]*-->/);
    expect(page).toContain('"="">');
    expect(page).toContain(`>  ${sandboxReceivers.telebirr.accountName}<`);
    expect(page).toContain("<title>telebirr receipt </title>");
  });

  it("masks both phones, also the sandbox's receiver", async () => {
    const page = await pageOf("DJ57QK2M41");
    const receiverEnd = sandboxReceivers.telebirr.accountNumber.slice(-4);
    expect(cellAfter(page, "የከፋይ ቴሌብር ቁ./Payer telebirr no.")).toMatch(/^2519\*{4}\d{4}$/);
    expect(cellAfter(page, "የገንዘብ ተቀባይ ቴሌብር ቁ./Credited party account no")).toBe(`2519****${receiverEnd}`);
  });

  it.each([
    ["DJ57QK2M41", "Service fee"],
    ["CA1AAAAAA1", "service fee"],
    ["DLV0000000", "Service fee"],
    ["DB9ZZZZZZZ", "Service fee"],
  ])("%s adds up, with its fee labelled %s", async (reference, label) => {
    const page = await pageOf(reference);
    const cells = cellsOf(page);
    const settled = birr(cells[cells.indexOf("የተከፈለው መጠን/Settled Amount") + 3]);
    const fee = birr(cellAfter(page, `የአገልግሎት ክፍያ/${label}`));
    const vat = birr(cellAfter(page, `የአገልግሎት ክፍያ ተ.እ.ታ/${label} VAT`));
    expect(fee).toBeGreaterThan(0);
    expect(settled + fee + vat).toBeCloseTo(birr(cellAfter(page, "ጠቅላላ የተከፈለ/Total Paid Amount")), 5);
  });

  it("has the status Reversed for a reversed payment", async () => {
    expect(cellAfter(await pageOf("DJ57QK2M41"), "የክፍያው ሁኔታ/transaction status")).toBe("Completed");
    expect(cellAfter(await pageOf("DJ57QK2MRV"), "የክፍያው ሁኔታ/transaction status")).toBe("Reversed");
  });

  it.each(["DJ57QK2M4", "dj57qk2m41", "DZ57QK2M41", "DBV7QK2M41", "DJ57QK2MNF", "nothing"])(
    "responds to %s with the short page for an incorrect request",
    async (reference) => {
      const page = await pageOf(reference);
      expect(page).toMatch(/<div[^>]*>This request is not correct<\/div>/);
      expect(page).not.toContain("telebirr receipt");
    },
  );
});

describe("an ordered telebirr payment", () => {
  const fields = {
    amount: "1234.5",
    receiverAccount: "0911 00 22 33",
    receiverName: "Kiosk <One> & Sons",
    senderName: "Lensa Obsa",
    paidAt: "2026-03-01T22:30:15+00:00",
  };

  it("is on its receipt, in Addis Ababa's time", async () => {
    const { referenceNumber = "" } = await order(fields);
    expect(referenceNumber).toMatch(/^DC2[A-Z0-9]{6}\d$/);
    const page = await pageOf(referenceNumber);
    expect(cellsOf(page)).toEqual(
      expect.arrayContaining(["Lensa Obsa", "2519****2233", "02-03-2026 01:30:15", "1,234.50 Birr"]),
    );
    expect(page).toContain("Kiosk &lt;One&gt; &amp; Sons");
  });

  it("is in the payer's SMS, which contains the bank's own link", async () => {
    const { referenceNumber, receiptUrl, smsText } = await order(fields);
    expect(receiptUrl).toBe(`https://transactioninfo.ethiotelecom.et/receipt/${referenceNumber}`);
    expect(smsText).toContain("You have transferred ETB 1,234.50 to Kiosk <One> & Sons (2519****2233)");
    expect(smsText).toContain(`on 02/03/2026 01:30:15. Your transaction number is ${referenceNumber}.`);
    expect(smsText).toContain(`click this link: ${receiptUrl}.`);
  });

  it("has the account in a separate row when the money goes to a bank", async () => {
    const { referenceNumber = "", smsText } = await order({
      ...fields,
      receiverBank: "Commercial Bank of Ethiopia",
      receiverAccount: "1000999888777",
      receiverName: "Mr Jemal Abel",
    });
    const page = await pageOf(referenceNumber);
    expect(cellAfter(page, "የገንዘብ ተቀባይ ስም/Credited Party name")).toBe("Commercial Bank of Ethiopia");
    expect(cellAfter(page, "የገንዘብ ተቀባይ ቴሌብር ቁ./Credited party account no")).toMatch(/^\d{4}$/);
    expect(cellAfter(page, "የባንክ አካውንት ቁጥር/Bank account number")).toBe("1000999888777   Mr Jemal Abel");
    expect(cellAfter(page, "የክፍያ ምክንያት/Payment Reason")).toBe("Customer Transfer from Mobile Money to Bank");
    expect(smsText).toContain("to Commercial Bank of Ethiopia account number 1000999888777 on");
  });

  it("has the bank's own number of the transfer in the SMS, next to the wallet's", async () => {
    const { referenceNumber, smsText } = await order({
      ...fields,
      receiverBank: "Commercial Bank of Ethiopia",
      receiverAccount: "1000999888777",
    });
    expect(smsText).toMatch(
      new RegExp(`number is ${referenceNumber} and your bank transaction number is FT26061[A-Z0-9]{5}\\.`),
    );
  });

  it("has a merchant's unmasked short code on the receipt and in the SMS", async () => {
    const { referenceNumber = "", smsText } = await order({
      ...fields,
      type: "merchant",
      receiverAccount: "407215",
    });
    const page = await pageOf(referenceNumber);
    expect(cellAfter(page, "የገንዘብ ተቀባይ ቴሌብር ቁ./Credited party account no")).toBe("407215");
    expect(page).toContain(">  Kiosk &lt;One&gt; &amp; Sons<");
    expect(cellAfter(page, "የክፍያ ምክንያት/Payment Reason")).toBe("Buy Goods");
    expect(smsText).toContain(
      `You have paid ETB 1,234.50 for goods purchased from 407215 - Kiosk <One> & Sons on 02/03/2026 01:30:15. Your transaction number is ${referenceNumber}.`,
    );
  });

  it.each([
    ["merchant", "407215", "2025-07-31T20:59:59Z", ["150 Birr", "1,150 Birr"]],
    ["person-to-person", "0911002233", "2025-07-31T20:59:59Z", ["0.0 Birr", "1,150 Birr"]],
    ["merchant", "407215", "2025-08-01T09:00:00Z", [undefined, "1,150.00 Birr"]],
  ])(
    "has a VAT row on the page of July 2025: %s, paid to %s at %s",
    async (type, receiverAccount, paidAt, expected) => {
      const made = await order({ ...fields, amount: "1150", type, receiverAccount, paidAt });
      const page = await pageOf(made["referenceNumber"] ?? "");
      const cells = cellsOf(page);
      const settled = cells[cells.indexOf("የተከፈለው መጠን/Settled Amount") + 3];
      expect([cellAfter(page, "15% ተ.እ.ታ/VAT"), settled]).toEqual(expected);
    },
  );
});
