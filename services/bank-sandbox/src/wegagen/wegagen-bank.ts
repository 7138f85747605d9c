import { jsonAnswer } from "../receipts/bank-answers.ts";
import type { ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { deriveWegagenPayment, placeWegagenOrder, wegagenPaymentTypes } from "./wegagen-payments.ts";
import { wegagenReceiver } from "./wegagen-receiver.ts";
import { wegagenReceiptUrl, wegagenSms } from "./wegagen-sms.ts";
import { readWegagenToken, requiredWegagenToken } from "./wegagen-token.ts";
import { wegagenTransaction } from "./wegagen-transaction.ts";

const receiptEndpoint: ReceiptEndpoint = {
  path: "/sms_wega/txn/:token",
  read(request) {
    const key = request.param("token");
    return readWegagenToken(key) === undefined ? { kind: "malformed" } : { kind: "well_formed", key };
  },
  derive: ({ key }) => deriveWegagenPayment(key),
  render: (payment) => jsonAnswer(wegagenTransaction(payment)),
  notFound: jsonAnswer({ message: "Transaction not found" }, 404),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "wegagen",
  receiver: wegagenReceiver,
  endpoints: [receiptEndpoint],
  samples: {
    success: { reference: "204TBAW2627804171002DMBT" },
    notFound: { reference: "204TBAW2627804171002DMNF" },
    reversed: { reference: "204TBAW2627804171002DMRV" },
    down: { reference: "204TBAW2627804171002DMDN" },
    slow: { reference: "204TBAW2627804171002DMSL" },
    unrecognizable: { reference: "204TBAW2627804171002DMGB" },
  },
  paymentTypes: wegagenPaymentTypes,
  placeOrder: placeWegagenOrder,
  handOut: (payment) => ({
    transactionId: requiredWegagenToken(payment.reference).transactionId,
    receiptUrl: wegagenReceiptUrl(payment.reference),
    smsText: wegagenSms(payment),
  }),
};
