/** Fills in the receipt that a picked photo, screenshot or PDF shows. Only the cashier sends it to the bank. */
import type { FileReading } from "@receipts/contracts";
import { bankTitle, element, fault, made, type Refusal, texts, wayOutOf } from "./api.ts";
import { fillIn } from "./counter.ts";

const { verify } = texts;
const unread: Readonly<Record<string, string>> = verify.unread;

type Candidate = FileReading["candidates"][number];
type OnEnded = () => Promise<void>;
/** Of the picture that is being read. */
let running: AbortController | undefined;

export function setUpPicture({ ended }: { readonly ended: OnEnded }): void {
  const picture = element<HTMLInputElement>("picture");
  picture.addEventListener("change", () => {
    const [file] = picture.files ?? [];
    picture.value = "";
    if (file !== undefined) void read(file, ended);
  });
  // What the cashier types counts, not what arrives later.
  element("reference").addEventListener("input", () => running?.abort());
  element("ask-form").addEventListener("submit", leavePicture);
  for (const id of ["next", "camera", "sign-out"]) element(id).addEventListener("click", leavePicture);
}

/** Drops the picture that is being read, and its choices. */
export function leavePicture(): void {
  running?.abort();
  element("choices").replaceChildren();
  show("");
}

async function read(file: File, ended: OnEnded): Promise<void> {
  leavePicture();
  const mine = new AbortController();
  const { signal } = mine;
  running = mine;
  signal.addEventListener("abort", () => show(""), { once: true });
  fault("reference", "");
  show(verify.reading);
  try {
    const { readReceiptFile } = await import("@receipts/web-pages/client/receipt-file");
    const found = await readReceiptFile(file, {
      path: "/api/till/read-file",
      sent: (part) => {
        if (!signal.aborted) showSent(part);
      },
      signal,
    });
    if (signal.aborted) return;
    show("");
    if ("code" in found) fillIn({ reference: found.code });
    else await showResponse(found.response, { ended, signal });
  } catch {
    if (!signal.aborted) fail(verify.notSent);
  } finally {
    if (running === mine) running = undefined;
  }
}

/** `part`: of the file that has arrived. The progress of reading is unknown. */
function show(text: string, part?: number): void {
  element("picture-status").textContent = text;
  const progress = element<HTMLProgressElement>("picture-progress");
  progress.hidden = text === "";
  if (part === undefined) progress.removeAttribute("value");
  else progress.value = part;
}

function showSent(part: number): void {
  if (part < 1) show(verify.sending, part);
  else show(verify.recognizing);
}

async function showResponse(
  response: Response,
  { ended, signal }: { readonly ended: OnEnded; readonly signal: AbortSignal },
): Promise<void> {
  const { data, error }: { readonly data: FileReading | null; readonly error?: Refusal["error"] } =
    await response.json();
  if (signal.aborted) return;
  if (response.status === 401) return await ended();
  const [first] = data?.candidates ?? [];
  if (data === null || first === undefined)
    return fail(wayOutOf(error ?? {}) ?? unread[error?.code ?? ""] ?? verify.notRead);
  choose(data.candidates, first);
}

function fail(text: string): void {
  show("");
  fault("reference", text);
  element("reference").focus();
}

/** Fills in one candidate, and offers the others. */
function choose(candidates: readonly Candidate[], chosen: Candidate): void {
  const { bank, referenceNumber, accountSuffix, phone } = chosen;
  fillIn({ reference: referenceNumber, bank, suffix: accountSuffix ?? "", phone: phone ?? "" });
  const buttons = candidates.map((candidate) => {
    const button = made("button");
    button.type = "button";
    button.className = "button quiet";
    // Letters of one width: 1 and I, 0 and O differ.
    button.append(`${bankTitle(candidate.bank)} `, made("code", candidate.referenceNumber));
    button.setAttribute("aria-pressed", String(candidate === chosen));
    button.addEventListener("click", () => choose(candidates, candidate));
    return button;
  });
  element("choices").replaceChildren(...(candidates.length === 1 ? [] : buttons));
  const status = element("picture-status");
  status.textContent = candidates.length === 1 ? verify.compare : verify.compareAll;
  const { unsureAt = [] } = chosen;
  if (unsureAt.length > 0) status.append(` ${verify.unsure} `, marked(chosen.referenceNumber, unsureAt));
}

/** The number, with the letters marked that the picture may as well show as others. */
function marked(referenceNumber: string, unsureAt: readonly number[]): HTMLElement {
  const reference = made("code");
  reference.append(
    ...Array.from(referenceNumber, (letter, at) => made(unsureAt.includes(at) ? "mark" : "span", letter)),
  );
  return reference;
}
