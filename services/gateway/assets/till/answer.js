/** The big answer, and the list of this shift. */
import { element, language, texts } from "./api.js";
import { signal } from "./signals.js";

const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
const birr = (amount) => (language === "am" ? `${money.format(amount)} ብር` : `ETB ${money.format(amount)}`);
const moment = new Intl.DateTimeFormat(language === "am" ? "am-ET" : "en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
});
const day = new Intl.DateTimeFormat(language === "am" ? "am-ET" : "en-GB", { dateStyle: "medium" });
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** The only place that turns a response into an answer. Only `accept` of a finished request hands over. */
export function kindOf({ processingStatus, decision }) {
  if (processingStatus !== "completed") return "wait";
  return decision === "accept" || decision === "reject" ? decision : "wait";
}

/** A manager decides about it. One that a deposit holds is decided with that deposit. */
export const isInReview = ({ processingStatus, decision, decisionReasons }) =>
  processingStatus === "completed" && decision === "review" && !decisionReasons.includes("held_for_deposit");

function reasonsOf(payment, kind) {
  if (kind === "accept")
    return [payment.resolution === undefined ? texts.answer.acceptTodo : texts.answer.acceptedByPerson];
  const isOpen = payment.processingStatus === "queued" || payment.processingStatus === "running";
  if (isOpen) return [texts.answer.asking];
  if (payment.failureReason !== null)
    return [texts.failures[payment.failureReason] ?? texts.answer.noDecision];
  const reasons = payment.decisionReasons.map((reason) =>
    (texts.reasons[reason] ?? texts.answer.noDecision).replace("{time}", paidOn(payment) ?? ""),
  );
  if (payment.firstUse) reasons.push(firstUseOf(payment.firstUse));
  if (isInReview(payment)) reasons.push(texts.answer.inReview);
  return reasons.length === 0 ? [texts.answer.noDecision] : reasons;
}

/** A receipt without a time has midnight. */
function paidOn({ timestamp, timestampPrecision }) {
  if (timestamp === null) return null;
  return (timestampPrecision === "day" ? day : moment).format(new Date(timestamp));
}

function firstUseOf({ at, place, by }) {
  const { usedAt, usedWhere, usedBy } = texts.answer;
  return [
    usedAt.replace("{time}", moment.format(new Date(at))),
    place === null ? "" : usedWhere.replace("{place}", place),
    by === null ? "" : usedBy.replace("{name}", by),
  ].join("");
}

/** `actions`: ids of buttons besides the one for the next receipt. */
export function showAnswer(kind, lines, facts = [], actions = []) {
  element("ask").hidden = true;
  for (const id of ["again", "correct"]) element(id).hidden = !actions.includes(id);
  const answer = element("answer");
  answer.hidden = false;
  answer.className = `answer ${kind}`;
  element("answer-title").textContent = texts.answer[kind];
  const list = document.createElement("dl");
  for (const [name, value] of facts) {
    const [term, detail] = [document.createElement("dt"), document.createElement("dd")];
    [term.textContent, detail.textContent] = [name, value];
    list.append(term, detail);
  }
  const paragraphs = lines.map((line) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    return paragraph;
  });
  element("answer-text").replaceChildren(...paragraphs, ...(facts.length === 0 ? [] : [list]));
  element("news").textContent = "";
  element("answer-title").focus();
}

/** Shows the server's decision on this request. No verdict could be had: it costs nothing to ask again. */
export function showPayment(payment, actions = payment.failureReason === null ? [] : ["again"]) {
  const kind = kindOf(payment);
  const { asked, received, payer, reference, decidedBy } = texts.answer;
  const facts = [
    [asked, birr(payment.asked)],
    [received, payment.amount === null ? null : birr(payment.amount)],
    [texts.answer.paidOn, paidOn(payment)],
    [payer, payment.senderName],
    [reference, payment.referenceNumber],
    [decidedBy, payment.resolution?.by ?? null],
  ].filter(([, value]) => value !== null);
  showAnswer(kind, reasonsOf(payment, kind), facts, actions);
}

/** The bank does not have it yet. */
export function showNotBooked({ asked, recheck }) {
  const { notBooked, asked: askedName } = texts.answer;
  const text = notBooked.replace("{time}", clock.format(new Date(recheck.nextAt)));
  showAnswer("wait", [text], [[askedName, birr(asked)]], ["correct"]);
}

/** Of a receipt that waited, while the page shows something else. */
export function showNews(payment) {
  const parts = [texts.shift[kindOf(payment)], birr(payment.asked), payment.referenceNumber ?? ""];
  element("news").textContent = parts.join(" · ");
}

export function signalPayment(payment) {
  signal(kindOf(payment));
}

export function hideAnswer() {
  element("answer").hidden = true;
  element("ask").hidden = false;
}

/** `onOpen` gets a receipt that is pressed. */
export function showShift(payments, onOpen) {
  const items = payments.map((payment) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.className = `past ${kindOf(payment)}`;
    const at = clock.format(new Date(payment.createdAt));
    const parts = [
      `${at} · ${birr(payment.amount ?? payment.asked)}`,
      texts.shift[kindOf(payment)],
      payment.referenceNumber ?? "",
    ];
    button.append(
      ...parts.map((part) => {
        const text = document.createElement("span");
        text.textContent = part;
        return text;
      }),
    );
    button.addEventListener("click", () => onOpen(payment));
    item.append(button);
    return item;
  });
  if (items.length === 0) {
    const none = document.createElement("li");
    none.textContent = texts.shift.none;
    items.push(none);
  }
  element("shift").replaceChildren(...items);
}
