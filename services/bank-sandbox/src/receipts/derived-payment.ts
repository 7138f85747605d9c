import type { Charge } from "../payments/charges.ts";
import type { Party, Payment } from "../payments/payment.ts";
import { type CalendarDay, instantAt } from "./addis-time.ts";
import { inventedName } from "./invented-names.ts";
import { createSeededDraw } from "./seeded-draw.ts";

export interface DerivationRules {
  /** The day in the reference. */
  readonly day: CalendarDay | undefined;
  readonly senderAccount: string;
  readonly receiver: Party;
  readonly charge: Charge;
}

/** An invented account holder who receives the payments without an order. */
export function demoReceiver(account: string): Party {
  return { name: "Selam Demo Trading", account };
}

/** Core banking books an evening transfer on the next day, so derived ones are between 08:00 and 20:00. */
const firstSecond = 8 * 60 * 60;
const openSeconds = 12 * 60 * 60;

/** The payment of a reference without an order, derived from the reference alone. */
export function derivePayment(reference: string, rules: DerivationRules): Payment {
  const { charge, day, receiver, senderAccount } = rules;
  if (day === undefined) throw new Error(`${reference} has no day`);
  const draw = createSeededDraw(reference);
  const amount = BigInt(2_000 + draw.number("birr", 14_980) * 100 + derivedCents(draw.number("cents", 400)));
  return {
    reference,
    status: "completed",
    amount,
    charges: charge(amount),
    paidAt: instantAt(day, firstSecond + draw.number("time", openSeconds)),
    sender: { name: inventedName(draw), account: senderAccount },
    receiver,
  };
}

/** Most payments are whole birr: one in four has cents. */
function derivedCents(drawn: number): number {
  return drawn < 100 ? drawn : 0;
}
