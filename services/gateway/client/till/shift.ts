/** The list of this shift, and what it has accepted. */
import type { ShiftPayment, ShiftTakings } from "@receipts/contracts";
import { birr, kindOf } from "./answer.ts";
import { type Answer, bankTitle, call, element, made, texts } from "./api.ts";
import { timeText } from "./time.ts";

export type Payments = Answer<readonly ShiftPayment[]>;

export const listPayments = (): Promise<Payments> => call("GET", "/api/till/payments");

/** `onOpen` gets a receipt that is pressed. */
export function showShift(payments: readonly ShiftPayment[], onOpen: (payment: ShiftPayment) => void): void {
  void showTakings();
  const items = payments.map((payment) => pastItem(payment, () => onOpen(payment)));
  element("shift").replaceChildren(...(items.length === 0 ? [made("li", texts.shift.none)] : items));
}

let asked = 0;

/** The list does not wait for it. With several banks also each of them: a cashier compares them with as many phones. */
async function showTakings(): Promise<void> {
  asked += 1;
  const mine = asked;
  const answer = await call<ShiftTakings>("GET", "/api/till/shift/takings").catch(() => undefined);
  // A later call has the later sums.
  if (mine === asked) showSums(answer?.ok ? sumsOf(answer.data) : [made("p", texts.shift.noSum)]);
}

function sumsOf(takings: ShiftTakings): HTMLElement[] {
  const { payments, banks } = takings;
  if (payments === 0) return [];
  const ofBanks = banks.length < 2 ? [] : banks.map((taken) => sumLine(bankTitle(taken.bank), taken));
  return [sumLine(texts.shift.sum, takings), ...ofBanks];
}

const sumLine = (of: string, { payments, amount }: Pick<ShiftTakings, "payments" | "amount">) =>
  made("p", `${of}: ${payments} · ${birr(amount)}`);

const showSums = (lines: readonly HTMLElement[]) => element("shift-sums").replaceChildren(...lines);

export function showNoShift(): void {
  asked += 1;
  showSums([]);
  element("shift").replaceChildren(made("li", texts.shift.away));
}

function pastItem(payment: ShiftPayment, open: () => void): HTMLElement {
  const button = made("button");
  button.type = "button";
  button.className = `past ${kindOf(payment)}`;
  const head = made("span");
  head.append(`${timeText(payment.createdAt, "clockMinute")} · `, moneyIn(payment));
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
