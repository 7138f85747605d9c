import { sandboxReceivers, startBankSandbox } from "@receipts/bank-sandbox";
import {
  type BankEnvironment,
  bankSettings,
  type ReceiptIdentifiers,
  readIdentifiers,
} from "@receipts/banks";
import { loadBankAdapter } from "@receipts/banks/adapters";
import { type BankCode, bankTitle, type SupportedBankCode, supportedBankCodes } from "@receipts/contracts";

/** A receipt at the sandbox, with everything that the payer gets. */
export interface OrderedReceipt {
  readonly bank: BankCode;
  /** References that find it: that of the link, and the one that the document prints. */
  readonly references: readonly string[];
  readonly link: string;
  readonly sms: string;
  /** The document shows no reference that finds it: its code does. */
  readonly isOnlyInCode: boolean;
  readonly document: ReceiptLook;
}

/** A page, a PDF, or values that the bank's own page would show. */
export type ReceiptLook =
  | { readonly kind: "html"; readonly html: string }
  | { readonly kind: "pdf"; readonly bytes: Uint8Array };

/** The banks take turns. */
export async function orderReceipts(count: number): Promise<readonly OrderedReceipt[]> {
  const sandbox = await startBankSandbox({ port: 0 });
  try {
    const receipts: OrderedReceipt[] = [];
    for (let index = 0; index < count; index += 1) {
      const bank = supportedBankCodes[index % supportedBankCodes.length];
      if (bank !== undefined) receipts.push(await placeOrder(sandbox.url, bank, index));
    }
    return receipts;
  } finally {
    await sandbox.close();
  }
}

async function placeOrder(url: string, bank: SupportedBankCode, index: number): Promise<OrderedReceipt> {
  const receiver = sandboxReceivers[bank];
  const response = await fetch(`${url}/payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      bank,
      amount: `${100 + ((index * 7_919) % 90_000)}.${10 + (index % 90)}`,
      receiverAccount: receiver.accountNumber,
      receiverName: receiver.accountName,
      paidAt: new Date(
        Date.UTC(2026, index % 10, 1 + (index % 28), 5 + (index % 12), index % 60),
      ).toISOString(),
    }),
  });
  const handout: Readonly<Record<string, string>> = await response.json();
  const env = Object.fromEntries(
    bankSettings(bank)
      .filter(({ name }) => name.endsWith("_BASE_URL"))
      .map(({ name }) => [name, url]),
  );
  const { referenceNumber = "", receiptUrl = "", smsText = "", shareUrl, transactionId } = handout;
  const identifiers = {
    reference: referenceNumber,
    suffix: handout["suffix"] ?? null,
    phone: handout["phone"] ?? null,
  };
  const shared = readIdentifiers(bank)?.({ reference: shareUrl });
  const byShare = shared?.kind === "valid" ? shared.identifiers : identifiers;
  // Some banks have two documents of one receipt.
  const { look, printed } = await documentOf(bank, index % 2 === 0 ? identifiers : byShare, env);
  const references = [referenceNumber, printed, byShare.reference];
  return {
    bank,
    // The bank's own id finds no receipt if the handout names it apart.
    references: references.filter((reference) => reference !== "" && reference !== transactionId),
    link: shareUrl ?? receiptUrl,
    sms: smsText,
    isOnlyInCode: transactionId !== undefined,
    document: look,
  };
}

async function documentOf(
  bank: BankCode,
  identifiers: ReceiptIdentifiers,
  env: BankEnvironment,
): Promise<{ look: ReceiptLook; printed: string }> {
  const adapter = await loadBankAdapter(bank, env, { warn: () => undefined });
  const fetched = await adapter.fetchReceipt(identifiers, AbortSignal.timeout(10_000));
  if (fetched.kind === "not_found") throw new Error(`${bank} has no receipt ${identifiers.reference}`);
  const { body } = fetched.document;
  const outcome = await adapter.parseReceipt(fetched.document, identifiers);
  const printed = outcome.kind === "receipt" ? outcome.receipt.referenceNumber : "";
  return { look: lookOf(bank, body), printed };
}

function lookOf(bank: BankCode, body: Uint8Array): ReceiptLook {
  const text = Buffer.from(body).toString("utf8");
  if (text.startsWith("%PDF")) return { kind: "pdf", bytes: body };
  if (!text.startsWith("{")) return { kind: "html", html: text };
  const values = leavesOf(JSON.parse(text));
  const pdf = values.find(([, value]) => value.startsWith("JVBERi"))?.[1];
  if (pdf !== undefined) return { kind: "pdf", bytes: Buffer.from(pdf, "base64") };
  return { kind: "html", html: screenOf(bankTitle(bank), values) };
}

type Value = readonly [label: string, value: string];

function leavesOf(json: unknown, name = ""): readonly Value[] {
  if (typeof json === "object" && json !== null)
    return Object.entries(json).flatMap(([key, value]) => leavesOf(value, /^\d+$/.test(key) ? name : key));
  return [[name, String(json)]];
}

/** Like the app of a bank that returns JSON: its name, then the values with a label each. */
function screenOf(title: string, values: readonly Value[]): string {
  const shown = values.filter(([, value]) => value !== "---" && value.length <= 60 && !value.includes("://"));
  const rows = shown
    .slice(0, 45)
    .map(([key, value]) => `<tr><td>${labelOf(key)}</td><td>${escaped(value)}</td></tr>`);
  const style = "body{font-family:sans-serif;margin:1.5em}td{padding:5px 8px;border-bottom:1px solid #ddd}";
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${style}</style><h2>${escaped(title)}</h2><table>${rows.join("")}</table>`;
}

/** `transactionReference` and `trn_ref` → `Transaction Reference`, `Trn Ref`. */
function labelOf(key: string): string {
  const words = key.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return escaped(words.replace(/^./, (letter) => letter.toUpperCase()));
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
