import type { Charges, Payment, Receiver } from "../payments/payment.ts";
import type { FieldFault, PaymentOrder } from "../payments/payment-order.ts";
import type { OrderResult } from "../sandbox-bank.ts";
import { inventedName } from "./invented-names.ts";
import { createSeededDraw } from "./seeded-draw.ts";

export interface OrderedPaymentParts {
  readonly reference: string;
  readonly shareToken?: string;
  readonly type?: string;
  readonly senderAccount: string;
  readonly receiver: Receiver;
  readonly charges: Charges;
}

/** Fields missing in the order (the sender's name) are derived from the reference. */
export function placed(order: PaymentOrder, parts: OrderedPaymentParts): OrderResult {
  const { senderAccount, ...rest } = parts;
  const payment: Payment = {
    ...rest,
    status: "completed",
    amount: order.amount,
    paidAt: order.paidAt,
    ...(order.bookedAt !== undefined && { bookedAt: order.bookedAt }),
    sender: {
      name: order.senderName ?? inventedName(createSeededDraw(parts.reference)),
      account: senderAccount,
    },
  };
  return { kind: "placed", payment };
}

export function refused(field: keyof PaymentOrder, message: string): OrderResult {
  const faults: FieldFault[] = [{ field, message }];
  return { kind: "refused", faults };
}
