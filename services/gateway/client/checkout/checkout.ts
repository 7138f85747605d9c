/**
 * Enhances the checkout page: copy buttons, a countdown, sending a receipt without leaving the page, and live
 * updates. The server renders every state of the page, and the script fetches it after each change.
 */
const announcer = document.getElementById("announcer");
const texts = document.body.dataset;
type Timer = ReturnType<typeof setInterval> | undefined;
type Typed = HTMLInputElement | HTMLTextAreaElement;
/** Poll interval without a stream. */
const POLL_MS = 15_000;
const COPIED_MS = 2_500;
let stream: EventSource | undefined;
let poll: Timer;
let ticking: Timer;
let isSending = false;
let isRefreshing = false;
/** Latest revision from the stream. */
let latestRevision: string | undefined;

/**
 * Input by field id. The form is absent while a receipt is checked; afterwards the payer can correct or resend the
 * input.
 */
const drafts = new Map<string, string>();
/** Numbers the changes of bank: the last one that is chosen is shown. */
let changes = 0;
/** The drafts were sent, and not refused. */
let isSent = false;
/** Aborts the reading of a file. */
let reading: AbortController | undefined;

/** The part of each page that the script replaces. */
function contentOf(page: Document): HTMLElement {
  const found = page.getElementById("content");
  if (found === null) throw new Error("the page has no #content");
  return found;
}
const content = () => contentOf(document);

function announce(text = ""): void {
  if (announcer === null) return;
  announcer.textContent = "";
  // Screen readers merge two texts of one task, and skip a text that does not change.
  setTimeout(() => {
    announcer.textContent = text;
  }, 50);
}

const isShared = (button: Element) =>
  navigator.share !== undefined && button.closest("[data-share]") !== null;

async function copy(button: HTMLElement): Promise<void> {
  const copied = button.dataset["copy"] ?? "";
  if (isShared(button)) {
    // Closing the menu is no error.
    navigator.share({ url: copied }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(copied);
  } catch {
    if (!copyBySelection(copied)) return;
    button.focus();
  }
  const label = button.querySelector<HTMLElement>("[data-label]");
  if (label === null) return;
  const before = label.dataset["label"] || label.textContent;
  label.dataset["label"] = before;
  label.textContent = texts["copied"] ?? "";
  announce(texts["copied"]);
  setTimeout(() => {
    label.textContent = before;
  }, COPIED_MS);
}

/** For pages without a clipboard API: http, and older browsers. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

function countDown(): void {
  clearInterval(ticking);
  const timer = content().querySelector<HTMLElement>("[data-expires]");
  if (timer === null) return;
  // Uses the server's clock: the phone's can be wrong.
  const ahead = Date.parse(timer.dataset["now"] ?? "") - Date.now();
  const ends = Date.parse(timer.dataset["expires"] ?? "") - ahead;
  const tick = () => {
    const left = Math.max(0, Math.ceil((ends - Date.now()) / 1_000));
    timer.textContent = clockOf(left);
    if (left > 0) return;
    clearInterval(ticking);
    void refresh();
  };
  ticking = setInterval(tick, 1_000);
  if (ends > Date.now()) tick();
}

function clockOf(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const rest = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("[type=submit]");
  if (isSending || button === null) return;
  isSending = true;
  stopReading();
  const label = button.textContent;
  button.textContent = texts["sending"] ?? "";
  button.setAttribute("aria-disabled", "true");
  const fields = new URLSearchParams();
  // A picked file is not sent with the form.
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  fields.set("live", "yes");
  try {
    const response = await fetch(form.action, { method: "POST", body: fields });
    await applyResponse(response, form);
  } catch {
    showFault(form, texts["notSent"]);
  } finally {
    isSending = false;
    button.textContent = label;
    button.removeAttribute("aria-disabled");
    catchUp();
  }
}

async function applyResponse(response: Response, form: HTMLFormElement): Promise<void> {
  const page = parsed(await response.text());
  isSent = response.ok;
  // 200 and 422 render this page. Other responses are errors, and the input must not be lost.
  if (response.ok || response.status === 422) show(page, { moveFocus: true });
  else showFault(form, problemIn(page));
}

const problemIn = (page: Document) =>
  [...page.querySelectorAll("main h1, main .notice p")].map((part) => part.textContent).join(". ");

function showFault(form: HTMLFormElement, text = ""): void {
  const fault = form.querySelector<HTMLElement>("#not-sent");
  if (fault === null) return;
  fault.textContent = text;
  fault.hidden = false;
  // It is above the button that was tapped.
  fault.scrollIntoView({ block: "nearest" });
}

function stopReading(): void {
  if (reading === undefined) return;
  reading.abort();
  reading = undefined;
  const state = document.getElementById("file-state");
  if (state !== null) state.replaceChildren();
}

async function readFile(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? [];
  if (file === undefined) return;
  stopReading();
  reading = new AbortController();
  const { signal } = reading;
  const onFault = (text = "") => {
    const form = content().querySelector("form");
    if (form !== null) showFault(form, text);
    void refresh();
  };
  const fault = input.form?.querySelector<HTMLElement>("#not-sent");
  if (fault) fault.hidden = true;
  try {
    const { fillFrom } = await import("./checkout-file.ts");
    await fillFrom(file, { signal, onFault });
  } catch {
    onFault(input.closest<HTMLElement>("[data-not-sent]")?.dataset["notSent"]);
  }
  // The same file can be picked again.
  input.value = "";
}

const parsed = (text: string) => new DOMParser().parseFromString(text, "text/html");

async function refresh(): Promise<void> {
  if (isSending || isRefreshing) return;
  isRefreshing = true;
  const before = latestRevision;
  try {
    const response = await fetch(content().dataset["page"] ?? "", { cache: "no-store" });
    const page = response.ok ? parsed(await response.text()) : undefined;
    const hasChanged =
      page !== undefined && contentOf(page).dataset["revision"] !== content().dataset["revision"];
    // A receipt sent meanwhile gets a response of its own.
    if (hasChanged && !isSending) {
      show(page, { moveFocus: content().contains(document.activeElement) });
    }
  } catch {
    // Without a connection the page stays as it is. The stream reconnects by itself.
  } finally {
    isRefreshing = false;
  }
  if (latestRevision !== before) catchUp();
}

/** Shows the page with another bank or account, and keeps the input. */
async function go(link: HTMLAnchorElement): Promise<void> {
  changes += 1;
  const mine = changes;
  document.getElementById("not-changed")?.remove();
  try {
    const response = await fetch(link.href);
    const page = parsed(await response.text());
    if (mine !== changes) return;
    if (!response.ok) return showNotChanged(link, problemIn(page));
    history.replaceState(null, "", link.href);
    // Its links lead to the same bank.
    document.querySelector(".top")?.replaceWith(...page.querySelectorAll(".top"));
    show(page, { moveFocus: true });
  } catch {
    if (mine === changes) showNotChanged(link, texts["notSent"]);
  }
}

function showNotChanged(link: Element, text = ""): void {
  const fault = document.createElement("p");
  fault.id = "not-changed";
  fault.className = "notice bad";
  fault.setAttribute("role", "alert");
  fault.textContent = text;
  (link.closest("ul") ?? link).before(fault);
  fault.scrollIntoView({ block: "nearest" });
}

/** Refreshes if a revision arrived during a request: that response may be older. */
function catchUp(): void {
  if (latestRevision !== undefined && latestRevision !== content().dataset["revision"]) void refresh();
}

function show(page: Document, { moveFocus }: { readonly moveFocus: boolean }): void {
  const next = contentOf(page);
  // A receipt that counts is not sent again: the next one starts empty.
  if (isSent && next.dataset["parts"] !== content().dataset["parts"]) drafts.clear();
  content().replaceWith(next);
  // A form for another receipt starts empty.
  const fields = next.querySelectorAll<Typed>("form:not([data-another]) :is(textarea, input:not(#picked))");
  for (const field of fields) if (field.value === "") field.value = drafts.get(field.id) ?? "";
  document.title = page.title;
  start();
  const notice = next.querySelector("[data-notice] h2, [data-notice] h3");
  announce([next.querySelector("h1"), notice].map((part) => part?.textContent ?? "").join(". "));
  if (!moveFocus) return;
  const fault = next.querySelector<HTMLElement>("[aria-invalid], #suffix, #phone");
  const target = fault ?? next.querySelector<HTMLElement>("h1");
  target?.focus();
}

function follow(): void {
  clearInterval(poll);
  const { events } = content().dataset;
  if (events === undefined || typeof EventSource === "undefined") {
    if (stream !== undefined) stream.close();
    stream = undefined;
    if (events !== undefined) poll = setInterval(refresh, POLL_MS);
    return;
  }
  if (stream !== undefined && stream.readyState !== EventSource.CLOSED) return;
  const opened = new EventSource(events);
  stream = opened;
  opened.addEventListener("revision", ({ data }: MessageEvent<string>) => {
    latestRevision = data;
    catchUp();
  });
  opened.addEventListener("end", () => opened.close());
  opened.addEventListener("error", () => {
    // Browsers reconnect after a lost connection, but not after a refusal.
    if (opened.readyState !== EventSource.CLOSED) return;
    clearInterval(poll);
    poll = setInterval(refresh, POLL_MS);
  });
}

function start(): void {
  for (const button of content().querySelectorAll<HTMLElement>("[data-copy], [data-print]")) {
    button.hidden = false;
    const label = button.firstChild;
    if (isShared(button) && label !== null) label.textContent = button.parentElement?.dataset["share"] ?? "";
  }
  for (const picker of content().querySelectorAll<HTMLElement>("#file")) picker.hidden = false;
  for (const link of content().querySelectorAll("[data-again]"))
    if (link.parentElement !== null) link.parentElement.hidden = true;
  countDown();
  follow();
}

/** Events of the document come from elements. */
const elementOf = ({ target }: Event) => target as HTMLElement;

document.addEventListener("click", (event) => {
  const target = elementOf(event);
  const button = target.closest<HTMLElement>("[data-copy]");
  if (button !== null) void copy(button);
  if (target.closest("[data-print]") !== null) print();
  const link = target.closest<HTMLAnchorElement>("[data-go]");
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void go(link);
});
document.addEventListener("change", (event) => {
  const target = elementOf(event);
  if (target.id === "picked") void readFile(target as HTMLInputElement);
});
document.addEventListener("input", (event) => {
  const { id, value } = elementOf(event) as Typed;
  drafts.set(id, value);
  isSent = false;
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  void send(elementOf(event) as HTMLFormElement);
});
// After the back button or a long sleep, the page can be outdated.
addEventListener("pageshow", (event) => {
  if (event.persisted) void refresh();
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void refresh();
});
start();
