import type { BankCode } from "@receipts/contracts";
import type { SandboxPayment } from "./system.ts";

/** A payment ordered in the sandbox, and what its document prints. */
export interface PrintedReceipt {
  readonly order: {
    readonly bank: BankCode;
    readonly receiverAccount: string;
    readonly receiverName: string;
    readonly receiverBank?: string;
    readonly type?: string;
    readonly senderName?: string;
    readonly paidAt?: string;
  };
  /** Values that the document prints; names only if they differ from the order. */
  readonly printed: {
    readonly senderName?: string | null;
    readonly receiverName?: string | null;
    readonly receiverAccount: string | null;
    readonly receiverBank?: BankCode | null;
  };
  /** Present if the document does not print the second of the payment. */
  readonly time?: { readonly timestamp: string; readonly timestampPrecision?: "minute" | "day" };
  /** The bank's own payment id; some receipts are found by another reference. */
  readonly id: RegExp;
  /** Default: the sandbox's reference, suffix and phone. */
  readonly submittedAs?: (payment: SandboxPayment) => {
    readonly reference: string;
    readonly suffix?: string;
  };
  /** How the ordered account matches the printed one; absent if it does not. */
  readonly settled?: { readonly type: "exact" | "masked_pattern"; readonly confidence: "high" | "medium" };
}

const receiverName = "Sara Coffee Trading";
const toAccount = { receiverAccount: "1000123456789", receiverName };
const toPhone = { receiverAccount: "0911223344", receiverName };
const toAwash = { receiverAccount: "01320999888777", receiverName };
/** As unmasked documents print it; these banks accept no other spelling of the number. */
const toWallet = { receiverAccount: "251911223344", receiverName };
const toTill = { receiverAccount: "407215", receiverName };

const exact = { type: "exact", confidence: "high" } as const;
const masked = { type: "masked_pattern", confidence: "high" } as const;
/** Three visible digits, which match one account in a thousand. */
const weaklyMasked = { type: "masked_pattern", confidence: "medium" } as const;

/** These documents print 00 seconds always, or the minute only inside the transaction id. */
const toMinute = { timestamp: "2026-08-14T06:05:00.000Z" };
const withMinutePrecision = { ...toMinute, timestampPrecision: "minute" } as const;

/** The decoys differ from the value to read: fees and totals, the account holder, the other bank's reference. */
export const printedReceipts: readonly PrintedReceipt[] = [
  ...cbeReceipts(),
  ...boaReceipts(),
  ...telebirrReceipts(),
  ...mpesaReceipts(),
  ...cbebirrReceipts(),
  ...awashReceipts(),
  {
    order: { bank: "dashen", ...toAccount },
    printed: { receiverAccount: "1000******789" },
    id: /^[A-Z0-9]{3}[A-Z]{4}26226[A-Z0-9]{4}$/,
    settled: masked,
  },
  {
    order: { bank: "siinqee", ...toAccount },
    printed: { receiverAccount: "1000*****6789" },
    id: /^[A-Z]\d\dU2TB26226\d{4}$/,
    settled: masked,
  },
  ...kaafiebirrReceipts(),
  ...wegagenReceipts(),
  ...amharaReceipts(),
];

function byShareUrl({ shareUrl = "" }: SandboxPayment) {
  return { reference: shareUrl };
}

function byToken({ shareUrl = "" }: SandboxPayment) {
  return { reference: shareUrl.slice(shareUrl.lastIndexOf("/") + 1) };
}

function byTokenAndSuffix(payment: SandboxPayment) {
  return { ...byToken(payment), ...(payment.suffix !== undefined && { suffix: payment.suffix }) };
}

/** The receiver's last five digits; the link has those of the bank's settlement account. */
function byReceiversDigits({ referenceNumber: reference }: SandboxPayment) {
  return { reference, suffix: toAccount.receiverAccount.slice(-5) };
}

function byReceiptUrl({ receiptUrl }: SandboxPayment) {
  return { reference: receiptUrl };
}

function cbeReceipts(): readonly PrintedReceipt[] {
  const transfer = { bank: "cbe", ...toAccount } as const;
  const onPdf = { receiverAccount: "1****6789" };
  const inJson = { receiverAccount: "1********6789" };
  const id = /^FT26226[A-Z0-9]{5}$/;
  const fromAnotherBank = { ...transfer, type: "from-another-bank" };
  /** The bank books it on the next day. */
  const inTheEvening = {
    order: { ...transfer, paidAt: "2026-08-14T22:05:07+03:00" },
    time: { timestamp: "2026-08-14T19:05:00.000Z" },
    ...{ id: /^FT26227[A-Z0-9]{5}$/, settled: masked },
  };
  const settlementName = "Inter Bank Account to Account rece";
  return [
    { order: transfer, printed: onPdf, time: toMinute, id, settled: masked },
    { order: transfer, printed: inJson, time: toMinute, id, submittedAs: byShareUrl, settled: masked },
    { order: transfer, printed: inJson, time: toMinute, id, submittedAs: byToken, settled: masked },
    { order: transfer, printed: inJson, time: toMinute, id, submittedAs: byTokenAndSuffix, settled: masked },
    {
      order: { ...transfer, receiverName: "SELAM D /CAFE NO 2/" },
      ...{ printed: onPdf, time: toMinute, id, settled: masked },
    },
    {
      order: { ...transfer, type: "template-2024", paidAt: "2024-05-21T06:05:07Z" },
      printed: onPdf,
      time: { timestamp: "2024-05-20T21:00:00.000Z", timestampPrecision: "day" },
      id: /^FT24142[A-Z0-9]{5}$/,
      settled: masked,
    },
    {
      order: fromAnotherBank,
      printed: { ...onPdf, senderName: settlementName },
      ...{ time: toMinute, id, settled: masked },
    },
    {
      order: fromAnotherBank,
      printed: { ...inJson, senderName: settlementName },
      ...{ time: toMinute, id, submittedAs: byTokenAndSuffix, settled: masked },
    },
    {
      order: { ...transfer, receiverBank: "Dashen Bank" },
      printed: { receiverName: "FT SUSPNESE ACCOUNT", receiverAccount: "E****0744" },
      ...{ time: toMinute, id },
    },
    { ...inTheEvening, printed: onPdf },
    { ...inTheEvening, printed: inJson, submittedAs: byToken },
  ];
}

function boaReceipts(): readonly PrintedReceipt[] {
  const transfer = { bank: "boa", ...toAccount } as const;
  const printed = { receiverAccount: "1******89" };
  const id = /^FT26226[A-Z0-9]{5}$/;
  const settled = weaklyMasked;
  return [
    { order: transfer, printed, time: withMinutePrecision, id, settled },
    { order: { ...transfer, type: "incoming" }, printed, id, settled },
    {
      order: { ...transfer, type: "incoming" },
      ...{ printed, id, settled },
      submittedAs: byReceiversDigits,
    },
    {
      order: { ...transfer, type: "bill", receiverAccount: "20260017" },
      printed: { receiverName: null, receiverAccount: null },
      ...{ time: withMinutePrecision, id },
    },
  ];
}

function telebirrReceipts(): readonly PrintedReceipt[] {
  const id = /^DHE[A-Z0-9]{7}$/;
  const ofJuly2025 = {
    paidAt: "2025-07-31T06:05:07Z",
    time: { timestamp: "2025-07-31T06:05:07.000Z" },
    id: /^CGV[A-Z0-9]{7}$/,
  };
  const { paidAt, ...older } = ofJuly2025;
  const merchant = { bank: "telebirr", ...toTill, type: "merchant" } as const;
  const code = { receiverAccount: "407215" };
  return [
    {
      order: { bank: "telebirr", ...toPhone },
      printed: { receiverAccount: "2519****3344" },
      ...{ id, settled: masked },
    },
    {
      order: { bank: "telebirr", ...toAccount, receiverBank: "Commercial Bank of Ethiopia" },
      printed: { receiverAccount: "1000123456789", receiverBank: "cbe" },
      ...{ id, settled: exact },
    },
    { order: merchant, printed: code, id, settled: exact },
    { order: merchant, printed: code, id, submittedAs: byReceiptUrl, settled: exact },
    { order: { ...merchant, paidAt }, printed: code, ...older, settled: exact },
    {
      order: { bank: "telebirr", ...toPhone, paidAt },
      printed: { receiverAccount: "2519****3344" },
      ...{ ...older, settled: masked },
    },
  ];
}

function mpesaReceipts(): readonly PrintedReceipt[] {
  const toMpesa = { bank: "mpesa", receiverAccount: "0711223344", receiverName } as const;
  const printed = { receiverAccount: "251711***344" };
  const id = /^UHE[A-Z0-9]{7}$/;
  return [
    { order: toMpesa, printed, id, settled: masked },
    { order: { ...toMpesa, type: "payer-template" }, printed, id, settled: masked },
    {
      order: { ...toMpesa, type: "payer-template", senderName: "Lake Cooperative Bank 04/2210" },
      printed: { ...printed, senderName: "Lake Cooperative Bank 04/2210" },
      ...{ id, settled: masked },
    },
    {
      order: { bank: "mpesa", ...toTill, type: "merchant" },
      printed: { receiverAccount: "407215" },
      ...{ id, settled: exact },
    },
    {
      order: { bank: "mpesa", ...toAccount, receiverBank: "Commercial Bank of Ethiopia" },
      printed: { receiverAccount: "1000123456789", receiverBank: "cbe" },
      ...{ id, settled: exact },
    },
  ];
}

function cbebirrReceipts(): readonly PrintedReceipt[] {
  const transfer = { bank: "cbebirr", ...toWallet } as const;
  const printed = { receiverAccount: "251911223344" };
  const id = /^DHE[A-Z0-9]{8}$/;
  return [
    { order: transfer, printed, time: withMinutePrecision, id, settled: exact },
    {
      order: { ...transfer, type: "from-bank" },
      printed: { ...printed, senderName: null },
      ...{ time: withMinutePrecision, id, settled: exact },
    },
    {
      order: { ...transfer, type: "to-organization" },
      printed: { receiverAccount: null },
      ...{ time: withMinutePrecision, id },
    },
  ];
}

function awashReceipts(): readonly PrintedReceipt[] {
  /** The transaction id, not the token. */
  const id = /^2608140905\d{5}$/;
  return [
    {
      order: { bank: "awash", ...toAccount, type: "ips-bank-transfer" },
      printed: { receiverAccount: "1000123456789" },
      ...{ id, settled: exact },
    },
    {
      order: { bank: "awash", ...toAwash, type: "send-to-bank" },
      printed: { receiverAccount: "01320******8777/BANK" },
      ...{ id, settled: masked },
    },
    {
      order: { bank: "awash", ...toAwash, type: "send-to-bank" },
      printed: { receiverAccount: "01320******8777/BANK" },
      ...{ id, submittedAs: byReceiptUrl, settled: masked },
    },
    {
      order: { bank: "awash", ...toTill, type: "merchant-payment" },
      printed: { receiverAccount: "407215" },
      ...{ id, settled: exact },
    },
    {
      order: { bank: "awash", ...toWallet, type: "send-money" },
      printed: { receiverName: null, receiverAccount: "251911223344/WALLET" },
      ...{ id, settled: exact },
    },
    {
      order: { bank: "awash", ...toWallet, type: "telebirr-transfer" },
      printed: { receiverAccount: "251911223344" },
      ...{ time: toMinute, id, settled: exact },
    },
    {
      order: { bank: "awash", ...toAwash, type: "older-page" },
      printed: { receiverAccount: null },
      id,
    },
  ];
}

/** One receipt by each of its addresses. */
function kaafiebirrReceipts(): readonly PrintedReceipt[] {
  const receipt = {
    order: { bank: "kaafiebirr", ...toPhone },
    printed: { receiverAccount: "0911223344" },
    ...{ id: /^2034\d{9}$/, settled: exact },
  } as const;
  return [
    receipt,
    { ...receipt, submittedAs: byShareUrl },
    { ...receipt, submittedAs: byToken },
    { ...receipt, submittedAs: byReceiptUrl },
  ];
}

function wegagenReceipts(): readonly PrintedReceipt[] {
  /** The transaction id, not the token. */
  const id = /^\d{3}TBAW26226\d{4}$/;
  const transfer = {
    order: { bank: "wegagen", ...toAccount },
    printed: { receiverAccount: "1000123456789" },
    ...{ id, settled: exact },
  } as const;
  return [
    transfer,
    { ...transfer, submittedAs: byReceiptUrl },
    {
      order: { bank: "wegagen", ...toWallet, type: "to-wallet" },
      printed: { receiverName: null, receiverAccount: "251911223344", receiverBank: "telebirr" },
      ...{ id, settled: exact },
    },
  ];
}

function amharaReceipts(): readonly PrintedReceipt[] {
  const printed = { receiverAccount: "1000123456789" };
  const receipt = { time: withMinutePrecision, id: /^FT26226[A-Z0-9]{5}$/, settled: exact } as const;
  const order = { bank: "amhara", ...toAccount } as const;
  return [
    { order, printed, ...receipt },
    { order, printed, ...receipt, submittedAs: byReceiptUrl },
    { order: { ...order, type: "transfer" }, printed, ...receipt },
    {
      order: { ...order, receiverBank: "Commercial Bank of Ethiopia" },
      printed: { ...printed, receiverBank: "cbe" },
      ...receipt,
    },
    // The bank books it on the next day.
    {
      order: { ...order, paidAt: "2026-08-14T22:05:07+03:00" },
      ...{ printed, ...receipt, id: /^FT26227[A-Z0-9]{5}$/ },
      time: { timestamp: "2026-08-14T19:05:00.000Z", timestampPrecision: "minute" },
    },
  ];
}
