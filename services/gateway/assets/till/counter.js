/** Verifying at the counter: one receipt at a time, each sent until the server has decided. */
import { maybeMeant, typedAmount } from "./amount.js";
import {
  hideAnswer,
  isInReview,
  showAnswer,
  showNews,
  showNotBooked,
  showPayment,
  showShift,
  signalPayment,
} from "./answer.js";
import { call, element, fault, showScreen, stored, texts, wayOutOf } from "./api.js";
import { prepareSound, signal } from "./signals.js";
import { addWaiting, dropAllWaiting, dropWaiting, resumeWaiting, setUpWaiting } from "./waiting.js";

const RETRY_MS = 3_000;
/** Shown for receipts that need them. */
const MORE = ["bank", "suffix", "phone"];
const FIELDS = ["reference", ...MORE, "amount"];
/** The request that has no decision yet: its body, and the key that makes it one request and one credit. */
let pending = null;
/** The receipt that the answer is about: its body, and its id while the bank does not have it. */
let shown = null;
/** The answer is about an earlier receipt, and the form has what was typed before. */
let isReopened = false;
let attempt = 0;
let onEnded;

export async function openCounter() {
  const payments = await call("GET", "/api/till/payments");
  if (payments.status === 401) return false;
  if (payments.status !== 200) throw new Error(`payments: ${payments.status}`);
  showShift(payments.data, reopen);
  showScreen("counter");
  restore();
  resumeWaiting();
  return true;
}

/** Fills in what was typed, or continues with what was sent, before a reload or a loss of connection. */
function restore() {
  show(stored.read("typed") ?? {});
  pending = stored.read("pending");
  if (pending !== null) void ask(++attempt);
}

/** Fields that are missing become empty. */
function show(values) {
  for (const field of FIELDS) element(field).value = values[field] ?? "";
  for (const field of MORE) element(`${field}-field`).hidden = element(field).value === "";
}

/** At the end of a shift nothing of a customer stays on the device. */
export function forget() {
  attempt += 1;
  pending = null;
  shown = null;
  dropAllWaiting();
  for (const name of ["typed", "pending", "replaces", "cashier"]) stored.write(name, null);
}

function keepTyped() {
  stored.write("typed", typed());
}

const typed = () => Object.fromEntries(FIELDS.map((field) => [field, element(field).value]));

export function setUpCounter({ ended }) {
  onEnded = ended;
  for (const field of FIELDS) element(field).addEventListener("input", keepTyped);
  element("reference").addEventListener("paste", ({ clipboardData }) => {
    // A link or message names its bank, which can be another one than before.
    if (/[\s/]/.test(clipboardData.getData("text").trim())) show({ ...typed(), bank: "" });
  });
  element("ask-form").addEventListener("submit", (event) => {
    event.preventDefault();
    prepareSound();
    submit();
  });
  for (const field of ["reference", "amount"])
    element(field).addEventListener("keydown", (event) => {
      // A pasted message has its lines already.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      element("ask-form").requestSubmit();
    });
  element("next").addEventListener("click", next);
  element("again").addEventListener("click", () => send(shown.body));
  element("correct").addEventListener("click", correct);
  setUpWaiting({ ended: endWaiting });
  addEventListener("online", () => {
    if (pending !== null) void ask(++attempt);
  });
}

/** `receipt`: the fields that are known of it. */
export function fillIn(receipt) {
  show({ ...receipt, amount: element("amount").value });
  keepTyped();
  element(element("amount").value === "" ? "amount" : "reference").focus();
}

function submit() {
  const values = Object.fromEntries(FIELDS.map((field) => [field, element(field).value.trim()]));
  const amount = typedAmount(values.amount);
  const isMoney = amount !== undefined && Number(amount) > 0;
  fault("reference", values.reference === "" ? texts.verify.noReference : "");
  fault("amount", isMoney ? "" : amountFault(values.amount));
  if (values.reference === "" || !isMoney) {
    element(values.reference === "" ? "reference" : "amount").focus();
    return;
  }
  const more = MORE.filter((field) => values[field] !== "").map((field) => [field, values[field]]);
  const replaces = stored.read("replaces");
  send({
    reference: values.reference,
    amount,
    ...Object.fromEntries(more),
    ...(replaces === null ? {} : { replaces }),
  });
}

/** A decimal comma is asked about: read as a group of thousands it would be a hundred times as much. */
function amountFault(text) {
  const meant = maybeMeant(text);
  return meant === undefined ? texts.verify.badAmount : texts.verify.askAmount.replace("{amount}", meant);
}

/** A payer's screen comes before the bank's record, so the bank is asked again for a while. */
function send(body) {
  pending = { key: newKey(), body: { ...body, recheckForMinutes: 10 } };
  stored.write("pending", pending);
  void ask(++attempt);
}

/** Pages over http, as on a developer's machine by address, have no `randomUUID`. */
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Sends the pending request until it has ended. A later attempt, or the next receipt, replaces this one. */
async function ask(mine) {
  isReopened = false;
  showAnswer("wait", [navigator.onLine ? texts.answer.asking : texts.answer.unsent]);
  while (mine === attempt && pending !== null) {
    const { key, body } = pending;
    const answer = await call("POST", "/api/till/verify?waitMs=3000", { body, key }).catch(() => undefined);
    if (mine !== attempt) return;
    if (isForNow(answer)) await pauseAfter(answer);
    else if (answer.status !== 202) return await finish(answer, body);
    else if (await isNotBooked(answer.data, body, mine)) return;
  }
}

/** Waits for the end of an accepted request, or until it is known that the bank does not have it yet. */
async function isNotBooked(accepted, body, mine) {
  const payment = accepted.recheck === undefined ? await followed(accepted.id) : accepted;
  if (mine !== attempt || payment?.recheck === undefined) return false;
  await waitForBank(payment, body);
  return true;
}

const isForNow = (answer) => answer === undefined || answer.status === 429 || answer.status >= 500;

async function pauseAfter(answer) {
  if (answer === undefined) showAnswer("wait", [texts.answer.unsent]);
  await new Promise((resolve) => setTimeout(resolve, Math.max(RETRY_MS, answer?.retryAfterMs ?? 0)));
}

/**
 * Waits until the stream of the request ends, for any reason: the request itself is then asked again. Returns the
 * payment if the bank does not have it yet.
 */
async function followed(id) {
  const isNotBooked = await new Promise((resolve) => {
    const stream = new EventSource(`/api/till/payments/${id}/events`);
    const end = (isRecheck) => {
      stream.close();
      resolve(isRecheck);
    };
    stream.addEventListener("recheck", () => end(true));
    stream.addEventListener("done", () => end(false));
    stream.addEventListener("error", () => end(false));
  });
  if (isNotBooked) return (await call("GET", `/api/till/payments/${id}`).catch(() => undefined))?.data;
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/** The next customer can be served meanwhile. */
async function waitForBank(payment, body) {
  endPending(body);
  addWaiting(payment, body);
  shown = { id: payment.id, body };
  stored.write("typed", null);
  showNotBooked(payment);
  signal("wait");
  await refreshShift();
}

/** A receipt that waited is decided. What the cashier does at the moment is not taken away. */
async function endWaiting(payment, body) {
  const isShown = shown?.id === payment.id;
  const isFree =
    pending === null && element("answer").hidden && FIELDS.every((field) => element(field).value === "");
  if (isShown || isFree) showEnded(payment, body);
  else showNews(payment);
  signalPayment(payment);
  await refreshShift();
}

function showEnded(payment, body) {
  isReopened = false;
  shown = { body };
  showPayment(payment);
}

/** The new number ends the one that waits. */
function correct() {
  const { id, body } = shown;
  // From here on the form is the cashier's: an outcome of the receipt that waits must not take it away.
  shown = null;
  stored.write("replaces", id);
  hideAnswer();
  show(body);
  keepTyped();
  element("reference").focus();
}

function endPending({ replaces }) {
  pending = null;
  stored.write("pending", null);
  if (replaces === undefined) return;
  dropWaiting(replaces);
  stored.write("replaces", null);
}

async function refreshShift() {
  const payments = await call("GET", "/api/till/payments").catch(() => undefined);
  if (payments?.status === 200) showShift(payments.data, reopen);
}

async function finish(answer, body) {
  // The session has ended: the request stays pending, and the same cashier can ask again.
  if (answer.status === 401) return await onEnded();
  if (answer.status === 422) {
    pending = null;
    stored.write("pending", null);
    return showFaults(answer);
  }
  endPending(body);
  const isThis = answer.status === 200 && Number(answer.data.asked) === Number(body.amount);
  if (!isThis) {
    showAnswer("wait", [answer.status === 402 ? texts.answer.noCredits : texts.answer.noDecision]);
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
function showFaults(answer) {
  const { fields } = answer;
  hideAnswer();
  const missing = ["suffix", "phone"].filter((field) => fields.includes(field));
  for (const field of missing) element(`${field}-field`).hidden = false;
  fault("amount", fields.includes("amount") ? texts.verify.badAmount : "");
  const isOnlyAmount = fields.every((field) => field === "amount") && fields.length > 0;
  const { unreadable, needsMore } = texts.verify;
  const text = wayOutOf(answer) ?? (missing.length > 0 ? needsMore : unreadable);
  fault("reference", isOnlyAmount ? "" : text);
  element(isOnlyAmount ? "amount" : (missing[0] ?? "reference")).focus();
}

/** A receipt of this shift is looked at again; what is typed stays. */
function reopen(payment) {
  if (pending !== null) return;
  isReopened = element("answer").hidden || isReopened;
  showPayment(payment, []);
}

function next() {
  if (isReopened) {
    isReopened = false;
    hideAnswer();
    return;
  }
  forgetPending();
  hideAnswer();
  show({});
  for (const field of ["reference", "amount"]) fault(field, "");
  element("reference").focus();
}

function forgetPending() {
  attempt += 1;
  pending = null;
  shown = null;
  for (const name of ["pending", "typed", "replaces"]) stored.write(name, null);
}
