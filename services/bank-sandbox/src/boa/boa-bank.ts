import { jsonAnswer } from "../receipts/bank-answers.ts";
import { coreBankingDay } from "../receipts/core-banking-reference.ts";
import type { ReceiptEndpoint, SandboxBank } from "../sandbox-bank.ts";
import { boaPaymentTypes, deriveBoaPayment, placeBoaOrder } from "./boa-payments.ts";
import { boaReceiver } from "./boa-receiver.ts";
import { boaSlip, noBoaSlip, unknownBoaSlip } from "./boa-slip.ts";
import { boaReceiptUrl, boaSms } from "./boa-sms.ts";

const slipEndpoint: ReceiptEndpoint = {
  path: "/api/onlineSlip/getDetails/",
  read(request) {
    const [, key = "", accountDigits = ""] = /^(.{12})(\d{5})$/.exec(request.query("id")) ?? [];
    if (coreBankingDay(key) === undefined) return { kind: "malformed" };
    return { kind: "well_formed", key, accountDigits };
  },
  derive: ({ key, accountDigits = "" }) => deriveBoaPayment(key, accountDigits),
  render: (payment) => jsonAnswer(boaSlip(payment)),
  notFound: jsonAnswer(unknownBoaSlip),
  withdrawn: jsonAnswer(noBoaSlip),
  showsReversal: false,
};

export const bank: SandboxBank = {
  code: "boa",
  receiver: boaReceiver,
  endpoints: [slipEndpoint],
  samples: {
    success: { reference: "FT26278QM4T1", suffix: "58203" },
    notFound: { reference: "FT26278QM4NF", suffix: "58203" },
    reversed: { reference: "FT26278QM4RV", suffix: "58203" },
    down: { reference: "FT26278QM4DN", suffix: "58203" },
    slow: { reference: "FT26278QM4SL", suffix: "58203" },
    unrecognizable: { reference: "FT26278QM4GB", suffix: "58203" },
  },
  paymentTypes: boaPaymentTypes,
  placeOrder: placeBoaOrder,
  handOut: (payment) => ({
    suffix: payment.sender.account.slice(-5),
    receiptUrl: boaReceiptUrl(payment),
    smsText: boaSms(payment),
  }),
};
