/** Fills in the receipt that a picked photo, screenshot or PDF shows. Only the cashier sends it to the bank. */
import { element, fault, texts, wayOutOf } from "./api.js";
import { fillIn } from "./counter.js";

const { verify } = texts;
/** Of the picture that is being read. */
let running;

export function setUpPicture({ ended }) {
  element("picture").addEventListener("change", ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file !== undefined) void read(file, ended);
  });
  // What the cashier types counts, not what arrives later.
  element("reference").addEventListener("input", () => running?.abort());
  element("ask-form").addEventListener("submit", leavePicture);
  for (const id of ["next", "camera", "sign-out"]) element(id).addEventListener("click", leavePicture);
}

/** Drops the picture that is being read, and its choices. */
export function leavePicture() {
  running?.abort();
  element("choices").replaceChildren();
  show("");
}

async function read(file, ended) {
  leavePicture();
  const mine = new AbortController();
  const { signal } = mine;
  running = mine;
  signal.addEventListener("abort", () => show(""), { once: true });
  fault("reference", "");
  show(verify.reading);
  try {
    const { readReceiptFile } = await import("./receipt-file.js");
    const found = await readReceiptFile(file, {
      path: "/api/till/read-file",
      sent: (part) => signal.aborted || showSent(part),
      signal,
    });
    if (signal.aborted) return;
    show("");
    if (found.code !== undefined) fillIn({ reference: found.code });
    else await showResponse(found.response, { ended, signal });
  } catch {
    if (!signal.aborted) fail(verify.notSent);
  } finally {
    if (running === mine) running = undefined;
  }
}

/** `part`: of the file that has arrived. The progress of reading is unknown. */
function show(text, part) {
  element("picture-status").textContent = text;
  const progress = element("picture-progress");
  progress.hidden = text === "";
  if (part === undefined) progress.removeAttribute("value");
  else progress.value = part;
}

function showSent(part) {
  if (part < 1) show(verify.sending, part);
  else show(verify.recognizing);
}

async function showResponse(response, { ended, signal }) {
  const { data, error } = await response.json();
  if (signal.aborted) return;
  if (response.status === 401) return await ended();
  if (response.status !== 200) {
    return fail(wayOutOf({ candidates: [], ...error }) ?? verify.unread[error?.code] ?? verify.notRead);
  }
  choose(data.candidates, data.candidates[0]);
}

function fail(text) {
  show("");
  fault("reference", text);
  element("reference").focus();
}

/** Fills in one candidate, and offers the others. */
function choose(candidates, chosen) {
  const { bank, referenceNumber, accountSuffix, phone } = chosen;
  fillIn({ reference: referenceNumber, bank, suffix: accountSuffix ?? "", phone: phone ?? "" });
  const buttons = candidates.map((candidate) => {
    const button = document.createElement("button");
    [button.type, button.className] = ["button", "button quiet"];
    // Letters of one width: 1 and I, 0 and O differ.
    const reference = document.createElement("code");
    reference.textContent = candidate.referenceNumber;
    button.append(`${nameOf(candidate.bank)} `, reference);
    button.setAttribute("aria-pressed", String(candidate === chosen));
    button.addEventListener("click", () => choose(candidates, candidate));
    return button;
  });
  element("choices").replaceChildren(...(candidates.length === 1 ? [] : buttons));
  const status = element("picture-status");
  status.textContent = candidates.length === 1 ? verify.compare : verify.compareAll;
  if (chosen.unsureAt?.length > 0) status.append(` ${verify.unsure} `, marked(chosen));
}

/** The number, with the letters marked that the picture may as well show as others. */
function marked({ referenceNumber, unsureAt }) {
  const reference = document.createElement("code");
  for (const [at, letter] of Array.from(referenceNumber).entries()) {
    const part = document.createElement(unsureAt.includes(at) ? "mark" : "span");
    part.textContent = letter;
    reference.append(part);
  }
  return reference;
}

function nameOf(bank) {
  return [...element("bank").options].find(({ value }) => value === bank)?.text ?? bank;
}
