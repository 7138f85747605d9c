import { chargesBy } from "../payments/charges.ts";
import type { Receiver } from "../payments/payment.ts";
import type { PaymentOrder } from "../payments/payment-order.ts";
import { localTimeOf } from "../receipts/addis-time.ts";
import { jsonResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { internationalPhone } from "../receipts/mobile-phone.ts";
import { placed, refused } from "../receipts/placed-order.ts";
import { randomDigits } from "../receipts/random-text.ts";
import { writeYearDay } from "../receipts/reference-day.ts";
import { createSeededDraw } from "../receipts/seeded-draw.ts";
import { type OrderResult, parsedQuery, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";
import { readWegagenToken, requiredWegagenToken } from "./wegagen-token.ts";
import { wegagenReceiptUrl, wegagenSms, wegagenTransaction } from "./wegagen-transaction.ts";

const receiver = demoReceiver("1113472903658");
const charge = chargesBy(100_000n, [30n, 250n, 700n]);

export const bank: SandboxBank = {
  code: "wegagen",
  receiver,
  endpoints: [
    {
      path: "/sms_wega/txn/:token",
      read(request) {
        const key = request.param("token");
        return parsedQuery(key, readWegagenToken(key) !== undefined);
      },
      derive({ key }) {
        const { day } = requiredWegagenToken(key);
        return derivePayment(key, { day, senderAccount: payersAccount(key), receiver, charge });
      },
      render: (payment) => jsonResponse(wegagenTransaction(payment)),
      notFound: jsonResponse({ message: "Transaction not found" }, 404),
      showsReversal: false,
    },
  ],
  // The slow sample is another payment: its transaction is in the token's first part.
  samples: {
    ...samplesFrom({ reference: "204TBAW2627804171002DMBT" }),
    slow: { reference: "204TBAW2627804181002DMSL" },
  },
  // A payment to a wallet prints its number and not its holder.
  paymentTypes: ["transfer", "to-wallet"],
  placeOrder,
  handOut: (payment) => ({
    transactionId: requiredWegagenToken(payment.reference).transactionId,
    receiptUrl: wegagenReceiptUrl(payment.reference),
    smsText: wegagenSms(payment),
  }),
};

function placeOrder(order: PaymentOrder): OrderResult {
  if (order.receiverBank !== undefined)
    return refused("receiverBank", "is not for transfers within the bank or to a wallet");
  const receiver = receiverOf(order);
  if (typeof receiver === "string") return refused("receiverAccount", receiver);
  const yearDay = writeYearDay(localTimeOf(order.paidAt));
  if (yearDay === undefined) return refused("paidAt", "must be in 2000 to 2099");
  const type = order.type ?? "transfer";
  const code = type === "to-wallet" ? "AAT" : "MBT";
  const reference = `${randomDigits(3)}TBAW${yearDay}${randomDigits(4)}10${randomDigits(2)}D${code}`;
  const charges = charge(order.amount);
  return placed(order, { reference, type, receiver, charges, senderAccount: payersAccount(reference) });
}

function receiverOf({ receiverAccount, receiverName: name, type }: PaymentOrder): Receiver | string {
  if (type === "to-wallet") {
    const phone = internationalPhone(receiverAccount);
    return phone === undefined
      ? "must be an Ethiopian mobile number such as 251900127436"
      : { name, account: phone };
  }
  return /^\d{8,20}$/.test(receiverAccount)
    ? { name, account: receiverAccount }
    : "must be an account of 8 to 20 digits such as 1113472903658";
}

function payersAccount(token: string): string {
  const { accountStart, transactionId } = requiredWegagenToken(token);
  return `${accountStart}${createSeededDraw(transactionId).digits("sender account", 9)}`;
}
