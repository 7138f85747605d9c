import { noCharges } from "../payments/charges.ts";
import { jsonResponse } from "../receipts/bank-responses.ts";
import { demoReceiver, derivePayment } from "../receipts/derived-payment.ts";
import { drawnDay } from "../receipts/drawn-day.ts";
import { placed } from "../receipts/placed-order.ts";
import { parsedQuery, type SandboxBank, samplesFrom } from "../sandbox-bank.ts";

const receiver = demoReceiver("7000123456789");
const senderAccount = "7000000000001";

export const bank: SandboxBank = {
  code: "lakebank",
  receiver,
  endpoints: [
    {
      path: "/lake/:reference",
      read(request) {
        const key = request.param("reference");
        return parsedQuery(key, /^LAKE-\d{8}-[A-Z]{2}$/.test(key));
      },
      derive: ({ key }) =>
        derivePayment(key, { day: drawnDay(key), senderAccount, receiver, charge: noCharges }),
      render: (payment) =>
        jsonResponse({
          reference: payment.reference,
          amount: `${payment.amount / 100n}.${String(payment.amount % 100n).padStart(2, "0")}`,
          payer: payment.sender.name,
          payee: payment.receiver.name,
          payeeAccount: payment.receiver.account,
          paidAt: "2026-11-20T09:00:00.000Z",
        }),
      notFound: jsonResponse({ message: "no such receipt" }, 404),
      showsReversal: false,
    },
  ],
  samples: samplesFrom({ reference: "LAKE-20261121-XY" }),
  placeOrder: (order) =>
    placed(order, {
      reference: "LAKE-20261121-OR",
      receiver: { name: order.receiverName, account: order.receiverAccount },
      charges: noCharges(order.amount),
      senderAccount,
    }),
  handOut: ({ reference }) => ({
    receiptUrl: `https://receipts.lakebank.example/lake/${reference}`,
    smsText: `Lake Bank: paid, ref ${reference}`,
  }),
};
