import { jsonAnswer } from "../receipts/bank-answers.ts";
import { derivePayment } from "../receipts/derived-payment.ts";
import { drawnDay } from "../receipts/drawn-day.ts";
import { placed } from "../receipts/placed-order.ts";
import type { SandboxBank } from "../sandbox-bank.ts";
import { partyOf } from "../sandbox-receiver.ts";

const receiver = { accountNumber: "7000123456789", accountName: "Selam Demo Trading" };
const noCharges = () => ({ service: 0n, vat: 0n, levy: 0n });
const senderAccount = "7000000000001";

export const bank: SandboxBank = {
  code: "lakebank",
  receiver,
  endpoints: [
    {
      path: "/lake/:reference",
      read(request) {
        const key = request.param("reference");
        return /^LAKE-\d{8}-[A-Z]{2}$/.test(key) ? { kind: "well_formed", key } : { kind: "malformed" };
      },
      derive: ({ key }) =>
        derivePayment(
          { reference: key, day: drawnDay(key), senderAccount },
          { receiver: partyOf(receiver), chargesFor: noCharges },
        ),
      render: (payment) =>
        jsonAnswer({
          reference: payment.reference,
          amount: `${payment.amount / 100n}.${String(payment.amount % 100n).padStart(2, "0")}`,
          payer: payment.sender.name,
          payee: payment.receiver.name,
          payeeAccount: payment.receiver.account,
          paidAt: "2026-11-20T09:00:00.000Z",
        }),
      notFound: jsonAnswer({ message: "no such receipt" }, 404),
      showsReversal: false,
    },
  ],
  samples: {
    success: { reference: "LAKE-20261121-XY" },
    notFound: { reference: "LAKE-20261121-NF" },
    reversed: { reference: "LAKE-20261121-RV" },
    down: { reference: "LAKE-20261121-DN" },
    slow: { reference: "LAKE-20261121-SL" },
    unrecognizable: { reference: "LAKE-20261121-GB" },
  },
  placeOrder: (order) =>
    placed(order, {
      reference: "LAKE-20261121-OR",
      receiver: { name: order.receiverName, account: order.receiverAccount },
      charges: noCharges(),
      senderAccount,
    }),
  handOut: ({ reference }) => ({
    receiptUrl: `https://receipts.lakebank.example/lake/${reference}`,
    smsText: `Lake Bank: paid, ref ${reference}`,
  }),
};
