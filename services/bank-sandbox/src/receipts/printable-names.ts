import type { PaymentOrder } from "../payments/payment-order.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { refused } from "./placed-order.ts";

const printedNames = ["receiverName", "senderName", "receiverBank"] as const;

/** The built-in fonts of a PDF have the characters of Latin-1 and no Ethiopic. */
export function refuseUnprintable(order: PaymentOrder): OrderResult | undefined {
  const unprintable = printedNames.find((field) => !/^[\x20-\x7e\xa0-\xff]*$/.test(order[field] ?? ""));
  return unprintable && refused(unprintable, "must be in Latin letters, as the PDF prints");
}
