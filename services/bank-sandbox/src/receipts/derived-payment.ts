import type { Charges, Party, Payment } from "../payments/payment.ts";
import { type CalendarDay, instantAt } from "./addis-time.ts";
import { inventedName } from "./invented-names.ts";
import { createSeededDraw } from "./seeded-draw.ts";

export interface DerivationRules {
  readonly receiver: Party;
  chargesFor(amount: bigint): Charges;
}

export interface DerivedFrom {
  readonly reference: string;
  readonly day: CalendarDay;
  readonly senderAccount: string;
}

/** Core banking books an evening transfer on the next day, so derived ones fall between 08:00 and 20:00. */
const firstSecond = 8 * 60 * 60;
const openSeconds = 12 * 60 * 60;

/** The payment that a reference nobody ordered stands for: everything follows from the reference. */
export function derivePayment(from: DerivedFrom, rules: DerivationRules): Payment {
  const draw = createSeededDraw(from.reference);
  const amount = BigInt(2_000 + draw.number("birr", 14_980) * 100 + derivedCents(draw.number("cents", 400)));
  return {
    reference: from.reference,
    status: "completed",
    amount,
    charges: rules.chargesFor(amount),
    paidAt: instantAt(from.day, firstSecond + draw.number("time", openSeconds)),
    sender: { name: inventedName(draw), account: from.senderAccount },
    receiver: rules.receiver,
  };
}

/** People mostly send whole birr: one payment in four has cents. */
function derivedCents(drawn: number): number {
  return drawn < 100 ? drawn : 0;
}
