/**
 * Fills in the form from a photo, a screenshot or a PDF. A QR code is read on the device, and only a file without one is
 * sent. Loaded when the payer picks a file. The page may be replaced meanwhile, so its parts are found when needed.
 */
import { sendReceiptFile } from "@receipts/web-pages/client/receipt-file";
import { readPicture } from "@receipts/web-pages/client/scan";

/** A receipt to fill in: text of the field, and the markup of the fields below it. */
interface Candidate {
  readonly text: string;
  readonly fields: string;
  readonly label?: string;
}

interface FileAnswer {
  readonly candidates: readonly Candidate[];
}

type Texts = Readonly<DOMStringMap>;
type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Its message is for the payer. */
class ShownFault extends Error {}

const part = (id: string) => document.getElementById(id);
const parsed = (text: string) => new DOMParser().parseFromString(text, "text/html");

/** Reads the file unless `signal` aborts, and never sends the form. `onFault` gets the text of an error. */
export async function fillFrom(
  file: File,
  { signal, onFault }: { readonly signal: AbortSignal; readonly onFault: (text: string) => void },
): Promise<void> {
  const texts: Texts = { ...part("file")?.dataset };
  showState(texts["reading"]);
  try {
    const link = await linkIn(file);
    const { candidates } =
      link === undefined ? await readByServer(file, texts, signal) : { candidates: [link] };
    const [first] = candidates;
    if (first !== undefined && !signal.aborted && part("file-state") !== null) fill(candidates, first, texts);
  } catch (error) {
    if (signal.aborted) return;
    part("file-state")?.replaceChildren();
    onFault(error instanceof ShownFault ? error.message : (texts["notSent"] ?? ""));
  }
}

/** Only a link: some banks hide the reference in their codes, and shops have codes of other kinds. */
async function linkIn(file: File): Promise<Candidate | undefined> {
  const text = (await readPicture(file).catch(() => undefined)) ?? "";
  return /^https?:\/\/\S{1,1990}$/.test(text) ? { text, fields: "" } : undefined;
}

async function readByServer(file: File, texts: Texts, signal: AbortSignal): Promise<FileAnswer> {
  const sent = (done: number) =>
    done < 1
      ? showState(document.body.dataset["sending"], `${Math.floor(100 * done)} %`)
      : showState(texts["reading"]);
  const response = await sendReceiptFile(file, { path: texts["url"] ?? "", sent, signal });
  if (response.status === 413) throw new ShownFault(texts["tooLarge"]);
  const answer: (FileAnswer & { readonly message?: string }) | undefined = await response
    .json()
    .catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  if (answer?.message !== undefined) throw new ShownFault(answer.message);
  throw new Error(`status ${response.status}`);
}

/** The numbers are for eyes: a screen reader would read each of them. */
function showState(text = "", progress = ""): void {
  const state = part("file-state");
  if (state === null) return;
  if (state.firstChild?.firstChild?.textContent !== text) {
    const number = document.createElement("span");
    number.setAttribute("aria-hidden", "true");
    const line = made("p", text);
    line.append(" ", number);
    state.className = "busy";
    state.replaceChildren(line);
  }
  const number = state.firstChild?.lastChild;
  if (number) number.textContent = progress;
}

function made<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function fill(candidates: readonly Candidate[], chosen: Candidate, texts: Texts): void {
  const receipt = part("receipt") as HTMLTextAreaElement; // as in the page
  enter(receipt, chosen.text);
  const more = part("more");
  more?.replaceChildren(...parsed(chosen.fields).body.childNodes);
  for (const field of more?.querySelectorAll<Typed>(":is(input, select, textarea)[id]") ?? [])
    if (field.value !== "") enter(field, field.value);
  const state = part("file-state");
  if (state === null) return;
  state.className = "";
  state.replaceChildren(made("p", texts["read"] ?? ""));
  const others = candidates.filter((candidate) => candidate !== chosen);
  if (others.length === 0) return;
  const buttons = others.map((candidate) => {
    const button = made("button", candidate.label ?? "");
    button.type = "button";
    button.className = "button quiet";
    button.addEventListener("click", () => {
      fill(candidates, candidate, texts);
      receipt.focus();
    });
    return button;
  });
  state.append(made("p", texts["others"] ?? ""), ...buttons);
}

/** As if it was typed: the page keeps what is typed. */
function enter(field: Typed, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
