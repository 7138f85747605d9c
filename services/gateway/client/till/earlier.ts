/** An earlier receipt of the shift that is looked at again, in front of the one that the counter is about. */
import type { ShiftPayment } from "@receipts/contracts";
import { hideAnswer, showNews, showPayment } from "./answer.ts";
import { element, texts } from "./api.ts";
import { timeText } from "./time.ts";

/** Id of the earlier receipt. */
let reopened: string | undefined;
/** Shows the counter's own receipt. */
let own: () => void = hideAnswer;
/** Shows what is behind the earlier receipt; undefined if the cashier has seen it. */
let behind: (() => void) | undefined;

/** Shows the counter's own receipt, or does it once the earlier one is closed. `news` is told until then. */
export function present(view: () => void, news?: string): void {
  own = view;
  if (reopened === undefined) {
    view();
    return;
  }
  behind = view;
  if (news !== undefined) showNews(news);
}

/** `isPending`: the counter's own receipt has no answer yet. */
export function reopen(payment: ShiftPayment, isPending: boolean): void {
  if (reopened === undefined) behind = element("answer").hidden ? hideAnswer : isPending ? own : undefined;
  reopened = payment.id;
  showPayment(payment, [], [[texts.answer.askedAt, timeText(payment.createdAt, "clockMinute")]]);
}

export const isReopened = ({ id }: ShiftPayment) => reopened === id;

/** Returns whether something was behind it, which is shown now. */
export function closeReopened(): boolean {
  const show = behind;
  forgetReopened();
  show?.();
  return show !== undefined;
}

export function forgetReopened(): void {
  reopened = undefined;
  behind = undefined;
}
