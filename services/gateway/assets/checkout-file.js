/**
 * Fills in the form from a photo, a screenshot or a PDF. A QR code is read on the device, and only a file without one is
 * sent. Loaded when the payer picks a file. The page may be replaced meanwhile, so its parts are found when needed.
 */
import { sendReceiptFile } from "./receipt-file.js";
import { readPicture } from "./scan.js";

const part = (id) => document.getElementById(id);
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/** Reads the file unless `signal` aborts, and never sends the form. `onFault` gets the text of an error. */
export async function fillFrom(file, { signal, onFault }) {
  const texts = { ...part("file").dataset };
  showState(texts.reading);
  try {
    const link = await linkIn(file);
    const { candidates } =
      link === undefined ? await readByServer(file, texts, signal) : { candidates: [link] };
    if (!signal.aborted && part("file-state") !== null) fill(candidates, candidates[0], texts);
  } catch ({ message, isShown }) {
    if (signal.aborted) return;
    part("file-state")?.replaceChildren();
    onFault(isShown ? message : texts.notSent);
  }
}

/** Only a link: some banks hide the reference in their codes, and shops have codes of other kinds. */
async function linkIn(file) {
  const text = await readPicture(file).catch(() => undefined);
  return /^https?:\/\/\S{1,1990}$/.test(text) ? { text, fields: "" } : undefined;
}

async function readByServer(file, texts, signal) {
  const sent = (part) =>
    part < 1
      ? showState(document.body.dataset.sending, `${Math.floor(100 * part)} %`)
      : showState(texts.reading);
  const response = await sendReceiptFile(file, { path: texts.url, sent, signal });
  if (response.status === 413) throw { message: texts.tooLarge, isShown: true };
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw { message: answer?.message, isShown: answer?.message !== undefined };
}

/** The numbers are for eyes: a screen reader would read each of them. */
function showState(text, progress = "") {
  const state = part("file-state");
  if (state === null) return;
  if (state.firstChild?.firstChild.textContent !== text) {
    const number = document.createElement("span");
    number.setAttribute("aria-hidden", "true");
    const line = made("p", text);
    line.append(" ", number);
    state.className = "busy";
    state.replaceChildren(line);
  }
  state.firstChild.lastChild.textContent = progress;
}

function made(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function fill(candidates, chosen, texts) {
  enter(part("receipt"), chosen.text);
  part("more").replaceChildren(...parsed(chosen.fields).body.childNodes);
  for (const field of part("more").querySelectorAll("[id]")) if (field.value) enter(field, field.value);
  const state = part("file-state");
  state.className = "";
  state.replaceChildren(made("p", texts.read));
  const others = candidates.filter((candidate) => candidate !== chosen);
  if (others.length === 0) return;
  const buttons = others.map((candidate) => {
    const button = made("button", candidate.label);
    button.type = "button";
    button.className = "button quiet";
    button.addEventListener("click", () => {
      fill(candidates, candidate, texts);
      part("receipt").focus();
    });
    return button;
  });
  state.append(made("p", texts.others), ...buttons);
}

/** As if it was typed: the page keeps what is typed. */
function enter(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
