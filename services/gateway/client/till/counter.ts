/** Verifying at the counter: one receipt at a time, each sent until the server has decided. */
import type { ShiftPayment } from "@receipts/contracts";
import { isOtherReceipt } from "@receipts/web-pages/client/other-receipt";
import { maybeMeant, typedAmount } from "@receipts/web-pages/client/typed-amount";
import {
  hideAnswer,
  isInReview,
  newsOf,
  showAnswer,
  showNews,
  showNotBooked,
  showPayment,
  signalPayment,
} from "./answer.ts";
import {
  type Answer,
  call,
  element,
  fault,
  field,
  type Refusal,
  showScreen,
  stored,
  texts,
  wayOutOf,
} from "./api.ts";
import { connectionIn, ServiceFault, showConnection } from "./connection.ts";
import { closeReopened, forgetReopened, isReopened, present, reopen } from "./earlier.ts";
import { outageOf } from "./outages.ts";
import type { SentBody } from "./sent-body.ts";
import { listPayments, type Payments, showNoShift, showShift } from "./shift.ts";
import { prepareSound, signal } from "./signals.ts";
import { addWaiting, dropAllWaiting, dropWaiting, resumeWaiting, setUpWaiting } from "./waiting.ts";

const RETRY_MS = 3_000;
/** Shown for receipts that need them. */
const MORE = ["bank", "suffix", "phone"] as const;
const FIELDS = ["reference", ...MORE, "amount"] as const;
type Values = Readonly<Record<(typeof FIELDS)[number], string>>;

interface Pending {
  readonly key: string;
  readonly body: SentBody;
}

interface Shown {
  readonly body: SentBody;
  readonly id?: string;
}

/** The request that has no decision yet: its body, and the key that makes it one request and one credit. */
let pending: Pending | null = null;
/** The receipt that the answer is about: its body, and its id while the bank does not have it. */
let shown: Shown | null = null;
/** The bank, digits and phone in the form belong to it if the field is empty. */
let sentReference = "";
let attempt = 0;
let onEnded: () => Promise<void>;

/** Returns whether there is an open shift, whose receipts these are. */
export function openCounter(payments: Payments): boolean {
  if (payments.status === 401) return false;
  if (!payments.ok) throw new ServiceFault("payments", payments);
  showShift(payments.data, look);
  stored.write("shift", true);
  showCounter();
  return true;
}

/** Without a response: the shift that was open last on this device, with what was typed. A sign-in needs the server. */
export function openCounterAlone(): void {
  if (stored.read("shift") === null || !element("counter").hidden) return;
  showNoShift();
  showCounter();
}

/** What is on the screen already stays as it is. */
function showCounter(): void {
  if (!element("counter").hidden) return;
  showScreen("counter");
  restore();
  resumeWaiting();
}

/** Fills in what was typed, or continues with what was sent, before a reload or a loss of connection. */
function restore(): void {
  show(stored.read<Values>("typed") ?? {});
  pending = stored.read<Pending>("pending");
  if (pending !== null) void ask(++attempt);
}

/** Fields that are missing become empty. */
function show(values: Partial<Values>): void {
  for (const name of FIELDS) field(name).value = values[name] ?? "";
  for (const name of MORE) element(`${name}-field`).hidden = field(name).value === "";
}

/** At the end of a shift nothing of a customer stays on the device. */
export function forget(): void {
  attempt += 1;
  pending = null;
  shown = null;
  forgetReopened();
  hideAnswer();
  dropAllWaiting();
  for (const name of ["typed", "pending", "replaces", "cashier", "shift"]) stored.write(name, null);
}

function keepTyped(): void {
  stored.write("typed", typed());
}

/** What a person typed, as a value of each field. */
function typed(of: (text: string) => string = (text) => text): Values {
  const textIn = (name: (typeof FIELDS)[number]) => of(field(name).value);
  return {
    reference: textIn("reference"),
    bank: textIn("bank"),
    suffix: textIn("suffix"),
    phone: textIn("phone"),
    amount: textIn("amount"),
  };
}

export function setUpCounter({ ended }: { readonly ended: () => Promise<void> }): void {
  onEnded = ended;
  for (const name of FIELDS) element(name).addEventListener("input", keepTyped);
  element("reference").addEventListener("paste", ({ clipboardData }) => {
    const { reference, amount } = typed();
    const before = reference.trim() === "" ? sentReference : reference;
    if (isOtherReceipt(before, clipboardData?.getData("text") ?? "")) show({ reference, amount });
  });
  element("ask-form").addEventListener("submit", (event) => {
    event.preventDefault();
    prepareSound();
    submit();
  });
  for (const name of ["reference", "amount"])
    element(name).addEventListener("keydown", (event) => {
      // A pasted message has its lines already.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      element<HTMLFormElement>("ask-form").requestSubmit();
    });
  element("next").addEventListener("click", next);
  element("again").addEventListener("click", () => {
    if (shown !== null) send(shown.body);
  });
  element("correct").addEventListener("click", correct);
  setUpWaiting({ ended: endWaiting });
  addEventListener("online", () => {
    if (pending !== null) void ask(++attempt);
  });
}

/** `receipt`: the fields that are known of it. */
export function fillIn(receipt: Partial<Values>): void {
  show({ ...receipt, amount: field("amount").value });
  keepTyped();
  element(field("amount").value === "" ? "amount" : "reference").focus();
}

function submit(): void {
  const values = typed((text) => text.trim());
  const amount = typedAmount(values.amount);
  const isMoney = amount !== undefined && Number(amount) > 0;
  fault("reference", values.reference === "" ? texts.verify.noReference : "");
  fault("amount", isMoney ? "" : amountFault(values.amount));
  if (values.reference === "" || amount === undefined || !isMoney) {
    element(values.reference === "" ? "reference" : "amount").focus();
    return;
  }
  sentReference = values.reference;
  const more = MORE.filter((name) => values[name] !== "").map((name) => [name, values[name]]);
  const replaces = stored.read<string>("replaces");
  send({
    reference: values.reference,
    amount,
    ...Object.fromEntries(more),
    ...(replaces === null ? {} : { replaces }),
  });
}

/** A decimal comma is asked about: read as a group of thousands it would be a hundred times as much. */
function amountFault(text: string): string {
  const meant = maybeMeant(text);
  return meant === undefined ? texts.verify.badAmount : texts.verify.askAmount.replace("{amount}", meant);
}

/** A payer's screen comes before the bank's record, so the bank is asked again for a while. */
function send(body: SentBody): void {
  pending = { key: newKey(), body: { ...body, recheckForMinutes: 10 } };
  stored.write("pending", pending);
  forgetReopened();
  void ask(++attempt);
}

/** Pages over http, as on a developer's machine by address, have no `randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Sends the pending request until it has ended. A later attempt, or the next receipt, replaces this one. */
async function ask(mine: number): Promise<void> {
  showWait([navigator.onLine ? texts.answer.asking : texts.answer.unsent]);
  while (mine === attempt && pending !== null) {
    const { key, body } = pending;
    const path = "/api/till/verify?waitMs=3000";
    const answer = await call<ShiftPayment>("POST", path, { body, key }).catch(() => undefined);
    if (mine !== attempt) return;
    showConnection(connectionIn(answer));
    if (answer === undefined || isForNow(answer)) await pauseAfter(answer);
    else if (!answer.ok || answer.status !== 202) return await finish(answer, body);
    else if (await isNotBooked(answer.data, body, mine)) return;
  }
}

/** Waits for the end of an accepted request, or until it is known that the bank does not have it yet. */
async function isNotBooked(accepted: ShiftPayment, body: SentBody, mine: number): Promise<boolean> {
  const payment = accepted.recheck === undefined ? await followed(accepted) : accepted;
  if (mine !== attempt || payment?.recheck === undefined) return false;
  await waitForBank(payment, body);
  return true;
}

/** The focus moves only to a text that was not there: each attempt would take it from the buttons. */
function showWait(lines: readonly string[]): void {
  present(() => {
    const isShown = !element("answer").hidden && element("answer-text").textContent === lines.join("");
    if (!isShown) showAnswer("wait", lines);
  });
}

const isForNow = ({ status }: Answer<ShiftPayment>) => status === 429 || status >= 500;

/** Names what does not work: the connection, the service, or nothing but the number of calls. */
async function pauseAfter(answer: Answer<ShiftPayment> | undefined): Promise<void> {
  const { unsent, failing, tooMany } = texts.answer;
  showWait([{ there: tooMany, away: unsent, failing }[connectionIn(answer)]]);
  await new Promise((resolve) => setTimeout(resolve, Math.max(RETRY_MS, answer?.retryAfterMs ?? 0)));
}

/**
 * Waits until the stream of the request ends, for any reason: the request itself is then asked again. Returns the
 * payment if the bank does not have it yet.
 */
async function followed({ id, bank }: ShiftPayment): Promise<ShiftPayment | undefined> {
  showWait([texts.answer.asking, ...outageOf(bank)]);
  const hasRecheck = await new Promise<boolean>((resolve) => {
    const stream = new EventSource(`/api/till/payments/${id}/events`);
    const end = (isRecheck: boolean) => {
      stream.close();
      resolve(isRecheck);
    };
    stream.addEventListener("recheck", () => end(true));
    stream.addEventListener("done", () => end(false));
    stream.addEventListener("error", () => end(false));
  });
  if (!hasRecheck) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return undefined;
  }
  const answer = await call<ShiftPayment>("GET", `/api/till/payments/${id}`).catch(() => undefined);
  return answer?.ok ? answer.data : undefined;
}

/** The next customer can be served meanwhile. */
async function waitForBank(payment: ShiftPayment, body: SentBody): Promise<void> {
  endPending(body);
  addWaiting(payment, body);
  shown = { id: payment.id, body };
  stored.write("typed", null);
  present(() => showNotBooked(payment), newsOf(payment));
  signal("wait");
  await refreshShift();
}

/** A receipt that waited is decided. What the cashier does at the moment is not taken away. */
async function endWaiting(payment: ShiftPayment, body: SentBody): Promise<void> {
  const isShown = shown?.id === payment.id;
  const isFree =
    pending === null && element("answer").hidden && FIELDS.every((name) => field(name).value === "");
  if (isShown || isFree) showEnded(payment, body);
  else if (isReopened(payment)) look(payment);
  else showNews(newsOf(payment));
  signalPayment(payment);
  await refreshShift();
}

function showEnded(payment: ShiftPayment, body: SentBody): void {
  shown = { body };
  present(() => showPayment(payment), newsOf(payment));
  if (isReopened(payment)) look(payment);
}

/** The new number ends the one that waits. */
function correct(): void {
  if (shown === null) return;
  const { id, body } = shown;
  // From here on the form is the cashier's: an outcome of the receipt that waits must not take it away.
  shown = null;
  stored.write("replaces", id ?? null);
  hideAnswer();
  show(body);
  keepTyped();
  element("reference").focus();
}

function endPending({ replaces }: SentBody): void {
  pending = null;
  stored.write("pending", null);
  if (replaces === undefined) return;
  dropWaiting(replaces);
  stored.write("replaces", null);
}

async function refreshShift(): Promise<void> {
  const payments = await listPayments().catch(() => undefined);
  if (payments?.ok) showShift(payments.data, look);
}

async function finish(answer: Answer<ShiftPayment>, body: SentBody): Promise<void> {
  // The session has ended: the request stays pending, and the same cashier can ask again.
  if (answer.status === 401) return await onEnded();
  if (!answer.ok && answer.status === 422) {
    pending = null;
    stored.write("pending", null);
    return present(() => showFaults(answer), texts.failed);
  }
  endPending(body);
  if (!answer.ok || Number(answer.data.asked) !== Number(body.amount)) {
    const text = answer.status === 402 ? texts.answer.noCredits : texts.answer.noDecision;
    present(() => showAnswer("wait", [text]), text);
    signal("wait");
    return;
  }
  stored.write("typed", null);
  showEnded(answer.data, body);
  if (isInReview(answer.data)) {
    addWaiting(answer.data, body);
    shown = { id: answer.data.id, body };
  }
  signalPayment(answer.data);
  await refreshShift();
}

/** Asks for what this receipt needs besides its number. */
function showFaults({ error }: Refusal): void {
  const fields = (error.details ?? []).map((detail) => detail.field);
  hideAnswer();
  const missing = ["suffix", "phone"].filter((name) => fields.includes(name));
  for (const name of missing) element(`${name}-field`).hidden = false;
  fault("amount", fields.includes("amount") ? texts.verify.badAmount : "");
  const isOnlyAmount = fields.length > 0 && fields.every((name) => name === "amount");
  const { unreadable, needsMore } = texts.verify;
  const text = wayOutOf(error) ?? (missing.length > 0 ? needsMore : unreadable);
  fault("reference", isOnlyAmount ? "" : text);
  element(isOnlyAmount ? "amount" : (missing[0] ?? "reference")).focus();
}

/** A receipt of this shift is looked at again; what is typed or sent stays. */
function look(payment: ShiftPayment): void {
  reopen(payment, pending !== null);
}

function next(): void {
  if (closeReopened()) return;
  forgetPending();
  hideAnswer();
  show({});
  for (const name of ["reference", "amount"]) fault(name, "");
  element("reference").focus();
}

function forgetPending(): void {
  attempt += 1;
  pending = null;
  shown = null;
  for (const name of ["pending", "typed", "replaces"]) stored.write(name, null);
}
