/** Verifying at the counter: one receipt at a time, each sent until the server has decided. */
import { hideAnswer, showAnswer, showPayment, showShift, signalPayment } from "./answer.js";
import { call, element, fault, showScreen, stored, texts, wayOutOf } from "./api.js";
import { prepareSound, signal } from "./signals.js";

const RETRY_MS = 3_000;
/** Shown for receipts that need them. */
const MORE = ["bank", "suffix", "phone"];
const FIELDS = ["reference", ...MORE, "amount"];
/** The request that has no decision yet: its body, and the key that makes it one request and one credit. */
let pending = null;
let attempt = 0;
let onEnded;

export async function openCounter() {
  const shown = await call("GET", "/api/till/payments");
  if (shown.status === 401) return false;
  if (shown.status !== 200) throw new Error(`payments: ${shown.status}`);
  showShift(shown.data);
  showScreen("counter");
  restore();
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
  for (const name of ["typed", "pending", "cashier"]) stored.write(name, null);
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
  element("next").addEventListener("click", next);
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
  const amount = values.amount.replaceAll(",", "");
  const isMoney = /^\d{1,12}(?:\.\d{1,2})?$/.test(amount) && Number(amount) > 0;
  fault("reference", values.reference === "" ? texts.verify.noReference : "");
  fault("amount", isMoney ? "" : texts.verify.badAmount);
  if (values.reference === "" || !isMoney) {
    element(values.reference === "" ? "reference" : "amount").focus();
    return;
  }
  const more = MORE.filter((field) => values[field] !== "").map((field) => [field, values[field]]);
  pending = {
    key: newKey(),
    body: { reference: values.reference, amount, ...Object.fromEntries(more) },
  };
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
  showAnswer("wait", [navigator.onLine ? texts.answer.asking : texts.answer.unsent]);
  while (mine === attempt && pending !== null) {
    const { key, body } = pending;
    const answer = await call("POST", "/api/till/verify?waitMs=10000", { body, key }).catch(() => undefined);
    if (mine !== attempt) return;
    if (answer === undefined) {
      showAnswer("wait", [texts.answer.unsent]);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    } else if (answer.status === 202) {
      await followed(answer.data.id);
    } else if (answer.status === 429 || answer.status >= 500) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(RETRY_MS, answer.retryAfterMs)));
    } else return await finish(answer, body);
  }
}

/** Waits until the stream of the request ends, for any reason: the request itself is then asked again. */
function followed(id) {
  return new Promise((resolve) => {
    const stream = new EventSource(`/api/till/payments/${id}/events`);
    const end = () => {
      stream.close();
      resolve();
    };
    stream.addEventListener("done", end);
    stream.addEventListener("error", end);
  }).then(() => new Promise((resolve) => setTimeout(resolve, 300)));
}

async function finish(answer, body) {
  // The session has ended: the request stays pending, and the same cashier can ask again.
  if (answer.status === 401) return await onEnded();
  pending = null;
  stored.write("pending", null);
  if (answer.status === 422) return showFaults(answer);
  const isThis = answer.status === 200 && Number(answer.data.asked) === Number(body.amount);
  if (!isThis) {
    showAnswer("wait", [answer.status === 402 ? texts.answer.noCredits : texts.answer.noDecision]);
    signal("wait");
    return;
  }
  stored.write("typed", null);
  showPayment(answer.data);
  signalPayment(answer.data);
  const shown = await call("GET", "/api/till/payments").catch(() => undefined);
  if (shown?.status === 200) showShift(shown.data);
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

function next() {
  forgetPending();
  hideAnswer();
  show({});
  for (const field of ["reference", "amount"]) fault(field, "");
  element("reference").focus();
}

function forgetPending() {
  attempt += 1;
  pending = null;
  stored.write("pending", null);
  stored.write("typed", null);
}
