/** The big answer. */
import type { ShiftPayment } from "@receipts/contracts";
import { element, language, made, nameBank, texts } from "./api.ts";
import { type AnswerKind, signal } from "./signals.ts";
import { receiptDay, timeText } from "./time.ts";

type Fact = readonly [name: string, value: string];
/** Buttons besides the one for the next receipt, by id. */
type Action = "again" | "correct";
const actionIds: readonly Action[] = ["again", "correct"];

const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
/** An amount as the API has it, which no sum is made of. */
export const birr = (amount: number | string) => {
  const text = money.format(Number(amount));
  return language === "am" ? `${text} ብር` : `ETB ${text}`;
};

/** The only place that turns a response into an answer. Only `accept` of a finished request hands over. */
export function kindOf({
  processingStatus,
  decision,
}: Pick<ShiftPayment, "processingStatus" | "decision">): AnswerKind {
  if (processingStatus !== "completed") return "wait";
  return decision === "accept" || decision === "reject" ? decision : "wait";
}

/** A manager decides about it. One that a deposit holds is decided with that deposit. */
export const isInReview = ({ processingStatus, decision, decisionReasons }: ShiftPayment) =>
  processingStatus === "completed" && decision === "review" && !decisionReasons.includes("held_for_deposit");

function reasonsOf(payment: ShiftPayment, kind: AnswerKind): string[] {
  // Why a person had to look is settled: nothing of it is left to do.
  if (payment.resolution !== undefined)
    return [kind === "accept" ? texts.answer.acceptedByPerson : texts.reasons.rejected_by_person];
  if (kind === "accept") return [texts.answer.acceptTodo];
  const isOpen = payment.processingStatus === "queued" || payment.processingStatus === "running";
  if (isOpen) return [texts.answer.asking];
  if (payment.failureReason !== null)
    return [nameBank(texts.failures[payment.failureReason] ?? texts.answer.noDecision, payment.bank)];
  const reasons = payment.decisionReasons.map((reason) =>
    nameBank(texts.reasons[reason] ?? texts.answer.noDecision, payment.bank).replace(
      "{time}",
      paidOn(payment) ?? "",
    ),
  );
  if (payment.firstUse) reasons.push(firstUseOf(payment.firstUse));
  if (isInReview(payment)) reasons.push(texts.answer.inReview);
  return reasons.length === 0 ? [texts.answer.noDecision] : reasons;
}

/** A receipt without a time has midnight. */
function paidOn({ timestamp, timestampPrecision }: ShiftPayment): string | null {
  if (timestamp === null) return null;
  return timestampPrecision === "day" ? receiptDay(timestamp) : timeText(timestamp);
}

function firstUseOf({ at, place, by }: NonNullable<ShiftPayment["firstUse"]>): string {
  const { usedAt, usedWhere, usedBy } = texts.answer;
  return [
    usedAt.replace("{time}", timeText(at)),
    place === null ? "" : usedWhere.replace("{place}", place),
    by === null ? "" : usedBy.replace("{name}", by),
  ].join("");
}

export function showAnswer(
  kind: AnswerKind,
  lines: readonly string[],
  facts: readonly Fact[] = [],
  actions: readonly Action[] = [],
): void {
  element("ask").hidden = true;
  for (const id of actionIds) element(id).hidden = !actions.includes(id);
  const answer = element("answer");
  answer.hidden = false;
  answer.className = `answer ${kind}`;
  element("answer-title").textContent = texts.answer[kind];
  const list = made("dl");
  for (const [name, value] of facts) list.append(made("dt", name), made("dd", value));
  const paragraphs = lines.map((line) => made("p", line));
  element("answer-text").replaceChildren(...paragraphs, ...(facts.length === 0 ? [] : [list]));
  element("news").textContent = "";
  element("answer-title").focus();
}

/** Shows the server's decision on this request. No verdict could be had: it costs nothing to ask again. */
export function showPayment(
  payment: ShiftPayment,
  actions: readonly Action[] = payment.failureReason === null ? [] : ["again"],
  first: readonly Fact[] = [],
): void {
  const kind = kindOf(payment);
  const { asked, received, payer, reference, decidedBy } = texts.answer;
  const facts: readonly (readonly [string, string | null])[] = [
    [asked, birr(payment.asked)],
    [received, payment.amount === null ? null : birr(payment.amount)],
    [texts.answer.paidOn, paidOn(payment)],
    [payer, payment.senderName],
    [reference, payment.referenceNumber],
    [decidedBy, payment.resolution?.by ?? null],
  ];
  const known = facts.flatMap(([name, value]): Fact[] => (value === null ? [] : [[name, value]]));
  showAnswer(kind, reasonsOf(payment, kind), [...first, ...known], actions);
}

/** The bank does not have it yet. */
export function showNotBooked({ asked, recheck }: ShiftPayment): void {
  const { notBooked, asked: askedName } = texts.answer;
  const nextLook = recheck === undefined ? "" : timeText(recheck.nextAt, "clockMinute");
  const text = notBooked.replace("{time}", nextLook);
  showAnswer("wait", [text], [[askedName, birr(asked)]], ["correct"]);
}

/** About a receipt, while the page shows something else. */
export function showNews(text: string): void {
  element("news").textContent = text;
}

export const newsOf = (payment: ShiftPayment) =>
  [texts.shift[kindOf(payment)], birr(payment.asked), payment.referenceNumber ?? ""].join(" · ");

export function signalPayment(payment: ShiftPayment): void {
  signal(kindOf(payment));
}

export function hideAnswer(): void {
  element("answer").hidden = true;
  element("ask").hidden = false;
}
