/** The list of this shift, and what it has accepted. */
import type { ShiftPayment, ShiftTakings } from "@receipts/contracts";
import { birr, clockTime, kindOf } from "./answer.ts";
import { type Answer, bankTitle, call, element, made, texts } from "./api.ts";

/** The sums are missing while only the list could be read. */
export interface ShiftAnswers {
  readonly payments: Answer<readonly ShiftPayment[]>;
  readonly takings: Answer<ShiftTakings> | undefined;
}

/** Asks for both at once. */
export async function askForShift(): Promise<ShiftAnswers> {
  const takingsAsked = call<ShiftTakings>("GET", "/api/till/shift/takings").catch(() => undefined);
  const payments = await call<readonly ShiftPayment[]>("GET", "/api/till/payments");
  return { payments, takings: await takingsAsked };
}

/** `onOpen` gets a receipt that is pressed. */
export function showShift(
  payments: readonly ShiftPayment[],
  { takings, onOpen }: { takings: ShiftAnswers["takings"]; onOpen: (payment: ShiftPayment) => void },
): void {
  showTakings(takings?.ok ? takings.data : undefined);
  const items = payments.map((payment) => pastItem(payment, () => onOpen(payment)));
  element("shift").replaceChildren(...(items.length === 0 ? [made("li", texts.shift.none)] : items));
}

/** With several banks also each of them: a cashier compares them with as many phones. */
function showTakings(takings: ShiftTakings | undefined): void {
  const { payments = 0, banks = [] } = takings ?? {};
  const lines = [
    ...(takings === undefined || payments === 0 ? [] : [sumLine(texts.shift.sum, takings)]),
    ...(banks.length < 2 ? [] : banks.map((taken) => sumLine(bankTitle(taken.bank), taken))),
  ];
  element("shift-sums").replaceChildren(...lines);
}

const sumLine = (of: string, { payments, amount }: Pick<ShiftTakings, "payments" | "amount">) =>
  made("p", `${of}: ${payments} · ${birr(amount)}`);

export function showNoShift(): void {
  showTakings(undefined);
  element("shift").replaceChildren(made("li", texts.shift.away));
}

function pastItem(payment: ShiftPayment, open: () => void): HTMLElement {
  const button = made("button");
  button.type = "button";
  button.className = `past ${kindOf(payment)}`;
  const head = made("span");
  head.append(`${clockTime(payment.createdAt)} · `, moneyIn(payment));
  const parts = [texts.shift[kindOf(payment)], payment.referenceNumber ?? ""];
  button.append(head, ...parts.map((part) => made("span", part)));
  button.addEventListener("click", open);
  const item = made("li");
  item.append(button);
  return item;
}

/** The paid amount has the decision's colour; while none is known, the list has what was asked. */
function moneyIn({ amount, asked }: ShiftPayment): HTMLElement | string {
  if (amount === null) return `${texts.answer.asked}: ${birr(asked)}`;
  return made("strong", birr(amount));
}
