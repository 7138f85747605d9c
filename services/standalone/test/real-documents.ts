import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { extractText, getDocumentProxy } from "unpdf";

/** Real documents of the banks; they are kept beside the repository and never in it. */
const folder =
  process.env["RECEIPTS_DIR"] ?? fileURLToPath(new URL("../../../../shared/receipts", import.meta.url));
export const hasRealDocuments = existsSync(folder);

export const realDocument = (name: string): Buffer => readFileSync(path.join(folder, name));

/** What the papers print, read by other means than the services': no value of theirs stands in the repository. */
export async function readPrinted() {
  const pdf = await getDocumentProxy(new Uint8Array(realDocument("cbe/legacy-2025.pdf")));
  const { text } = await extractText(pdf, { mergePages: true });
  return {
    telebirr: printedByTelebirr(realDocument("telebirr/person-to-person.html").toString()),
    cbePdf: printedInPdf(text),
    cbeJson: printedInDetail(JSON.parse(realDocument("cbe/v2-transaction-detail.json").toString())),
    boa: printedOnSlip(JSON.parse(realDocument("boa/bill-payment.json").toString()).body[0]),
  };
}

function printedByTelebirr(page: string) {
  const invoice =
    /<td[^>]*> ?(\w{10})<\/td>\s*<td[^>]*> ?(\d\d)-(\d\d)-(\d{4}) ([\d:]{8})<\/td>\s*<td[^>]*> ?([\d.,]+) Birr</;
  const [, referenceNumber = "", day, month, year, time, amount] = invoice.exec(page) ?? [];
  return {
    referenceNumber,
    amount: numberOf(amount),
    timestamp: inAddis(`${year}-${month}-${day} ${time}`),
    receiverName: /Credited Party name\s*<\/td>\s*<td[^>]*>\s*([^<]*?)\s*</.exec(page)?.[1],
  };
}

function printedInPdf(text: string) {
  const row = (label: string) =>
    text
      .split("\n")
      .find((line) => line.startsWith(label))
      ?.slice(label.length);
  const [, receiverAccount = ""] = Array.from(text.matchAll(/^Account (\S+)$/gm), ([, account]) => account);
  return {
    referenceNumber: row("Reference No. (VAT Invoice No) ") ?? "",
    amount: numberOf(row("Transferred Amount ")?.replace(" ETB", "")),
    // Month first, as Date reads it.
    timestamp: inAddis(row("Payment Date & Time ")),
    senderName: row("Payer "),
    receiverName: row("Receiver "),
    receiverAccount,
  };
}

function printedInDetail(detail: Record<string, string> & { readonly dateTimes: readonly string[] }) {
  return {
    token: new URL(detail["encodedReceipt"] ?? "").pathname.slice(1),
    referenceNumber: detail["id"],
    amount: numberOf(detail["amountCredited"]),
    timestamp: new Date(detail.dateTimes[0] ?? "").toISOString(),
    senderName: detail["debitAccountHolder"],
    receiverName: detail["creditAccountHolder"],
    receiverAccount: detail["creditAccountNo"] ?? "",
  };
}

function printedOnSlip(slip: Record<string, string>) {
  const [day, month, year, time] = slip["Transaction Date"]?.split(/[/ ]/) ?? [];
  return {
    referenceNumber: slip["Transaction Reference"] ?? "",
    sourceAccount: slip["Source Account"] ?? "",
    amount: numberOf(slip["Transferred Amount"]),
    timestamp: inAddis(`20${year}-${month}-${day} ${time}`),
    senderName: slip["Payer's Name"],
  };
}

function numberOf(text = ""): number {
  return Number(text.replaceAll(",", ""));
}

function inAddis(text = ""): string {
  return new Date(`${text} GMT+0300`).toISOString();
}
