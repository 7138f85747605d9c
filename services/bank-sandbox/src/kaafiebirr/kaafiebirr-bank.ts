import { chargesBy } from "../payments/charges.ts";
import type { Payment } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { htmlResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { drawnDay } from "../receipts/drawn-day.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomDigits, randomEnding } from "../receipts/random-text.ts";
import { createSeededDraw, lettersAndDigits } from "../receipts/seeded-draw.ts";
import {
  type OrderResult,
  parsedQuery,
  type ReceiptEndpoint,
  type SandboxBank,
  samplesFrom,
} from "../sandbox-bank.ts";
import { kaafiReceiptPage, kaafiSms, kaafiTokenUrl, kaafiTransferUrl } from "./kaafiebirr-documents.ts";

const tokenShape = /^[A-Za-z0-9_-]{22}$/;
const transferShape = /^\d{10,13}$/;

const receiver = demoReceiver("0900127437");
const charge = chargesBy(100_000n, [200n, 500n, 900n]);

const page = {
  render: (payment) => htmlResponse(kaafiReceiptPage(payment)),
  notFound: htmlResponse(
    `<!DOCTYPE html><html><head><title>eBirr</title></head><body>
<center><h1 style="font-size: 42px; color: red;">Not Found Page</h1></center>
</body></html>`,
  ),
  showsReversal: false,
} satisfies Partial<ReceiptEndpoint>;

/** `receipt.ebirr.com` */
const tokenEndpoint: ReceiptEndpoint = {
  ...page,
  path: "/kaafimf/:token",
  read(request) {
    const key = request.param("token");
    return parsedQuery(key, tokenShape.test(key));
  },
  derive: ({ key }) => ({ ...deriveTransfer(transferOfToken(key)), shareToken: key }),
};

/** `transactioninfo.ebirr.com`: the older address of the same page. Digits cannot name an outcome. */
const transferEndpoint: ReceiptEndpoint = {
  ...page,
  path: "/kaafimf-Ebirr/receipt/:transferId",
  read(request) {
    const key = request.param("transferId");
    return parsedQuery(key, transferShape.test(key));
  },
  derive: ({ key }) => deriveTransfer(key),
};

export const bank: SandboxBank = {
  code: "kaafiebirr",
  receiver,
  endpoints: [tokenEndpoint, transferEndpoint],
  samples: samplesFrom({ reference: "q7Tz-Wm2_sLx9KbZ41hRd8" }),
  placeOrder,
  handOut: (payment) => ({
    receiptUrl: kaafiTransferUrl(payment.reference),
    shareUrl: kaafiTokenUrl(payment.shareToken ?? ""),
    smsText: kaafiSms(payment),
  }),
};

/** The transfer of a token without an order. */
function transferOfToken(token: string): string {
  return `2034${createSeededDraw(token).digits("transfer", 9)}`;
}

/** Both addresses show the same payment, so both derive it from the transfer id. */
function deriveTransfer(reference: string): Payment {
  const senderAccount = derivedPhone(reference);
  return derivePayment(reference, { day: drawnDay(reference), senderAccount, receiver, charge });
}

function placeOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined)
    return refused("receiverBank", "is not for transfers between wallets");
  const phone = internationalPhone(order.receiverAccount);
  if (phone === undefined) {
    return refused("receiverAccount", "must be an Ethiopian mobile number such as 0900127437");
  }
  const reference = `2034${randomDigits(9)}`;
  return placed(order, {
    reference,
    shareToken: randomEnding(22, `${lettersAndDigits}-_`),
    receiver: { name: order.receiverName, account: phone.replace(/^251/, "0") },
    charges: charge(order.amount),
    senderAccount: derivedPhone(reference),
  });
}

function derivedPhone(reference: string): string {
  return `09${createSeededDraw(reference).digits("sender phone", 8)}`;
}
