/**
 * Enhances the checkout page: copy buttons, a countdown, sending a receipt without leaving the page, and live
 * updates. The server renders every state of the page, and the script fetches it after each change.
 */
(() => {
  const announcer = document.getElementById("announcer");
  const texts = document.body.dataset;
  /** Poll interval without a stream. */
  const POLL_MS = 15_000;
  const COPIED_MS = 2_500;
  let stream;
  let poll;
  let ticking;
  let isSending = false;
  let isRefreshing = false;
  /** Latest revision from the stream. */
  let latestRevision;

  /**
   * Input by field id. The form is absent while a receipt is checked; afterwards the payer can correct or resend the
   * input.
   */
  const drafts = new Map();
  /** The drafts were sent, and not refused. */
  let isSent = false;
  /** Aborts the reading of a file. */
  let reading;

  const content = () => document.getElementById("content");

  function announce(text) {
    announcer.textContent = "";
    // Screen readers merge two texts of one task, and skip a text that does not change.
    setTimeout(() => {
      announcer.textContent = text;
    }, 50);
  }

  const isShared = (button) => navigator.share !== undefined && button.closest("[data-share]") !== null;

  async function copy(button) {
    if (isShared(button)) {
      // Closing the menu is no error.
      navigator.share({ url: button.dataset.copy }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
    } catch {
      if (!copyBySelection(button.dataset.copy)) return;
      button.focus();
    }
    const label = button.querySelector("[data-label]");
    const before = label.dataset.label || label.textContent;
    label.dataset.label = before;
    label.textContent = texts.copied;
    announce(texts.copied);
    setTimeout(() => {
      label.textContent = before;
    }, COPIED_MS);
  }

  /** For pages without a clipboard API: http, and older browsers. */
  function copyBySelection(text) {
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

  function countDown() {
    clearInterval(ticking);
    const timer = content().querySelector("[data-expires]");
    if (timer === null) return;
    // Uses the server's clock: the phone's can be wrong.
    const ahead = Date.parse(timer.dataset.now) - Date.now();
    const ends = Date.parse(timer.dataset.expires) - ahead;
    const tick = () => {
      const left = Math.max(0, Math.ceil((ends - Date.now()) / 1_000));
      timer.textContent = clockOf(left);
      if (left > 0) return;
      clearInterval(ticking);
      refresh();
    };
    ticking = setInterval(tick, 1_000);
    if (ends > Date.now()) tick();
  }

  function clockOf(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3_600);
    const rest = `${two(Math.floor((seconds % 3_600) / 60))}:${two(seconds % 60)}`;
    return hours === 0 ? rest : `${hours}:${rest}`;
  }

  async function send(form) {
    if (isSending) return;
    isSending = true;
    stopReading();
    const button = form.querySelector("[type=submit]");
    const label = button.textContent;
    button.textContent = texts.sending;
    button.setAttribute("aria-disabled", "true");
    const fields = new URLSearchParams(new FormData(form));
    fields.set("live", "yes");
    try {
      const response = await fetch(form.action, { method: "POST", body: fields });
      await applyResponse(response, form);
    } catch {
      showFault(form, texts.notSent);
    } finally {
      isSending = false;
      button.textContent = label;
      button.removeAttribute("aria-disabled");
      catchUp();
    }
  }

  async function applyResponse(response, form) {
    const page = parsed(await response.text());
    isSent = response.ok;
    // 200 and 422 render this page. Other responses are errors, and the input must not be lost.
    if (response.ok || response.status === 422) show(page, { moveFocus: true });
    else
      showFault(
        form,
        [...page.querySelectorAll("main h1, main .notice p")].map((part) => part.textContent).join(". "),
      );
  }

  function showFault(form, text) {
    const fault = form.querySelector("#not-sent");
    fault.textContent = text;
    fault.hidden = false;
    // It is above the button that was tapped.
    fault.scrollIntoView({ block: "nearest" });
  }

  function stopReading() {
    if (reading === undefined) return;
    reading.abort();
    reading = undefined;
    const state = document.getElementById("file-state");
    if (state !== null) state.replaceChildren();
  }

  async function readFile(input) {
    const [file] = input.files;
    if (file === undefined) return;
    stopReading();
    reading = new AbortController();
    const { signal } = reading;
    const onFault = (text) => {
      const form = content().querySelector("form");
      if (form !== null) showFault(form, text);
      refresh();
    };
    input.form.querySelector("#not-sent").hidden = true;
    try {
      const { fillFrom } = await import("./checkout-file.js");
      await fillFrom(file, { signal, onFault });
    } catch {
      onFault(input.closest("[data-not-sent]").dataset.notSent);
    }
    // The same file can be picked again.
    input.value = "";
  }

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  async function refresh() {
    if (isSending || isRefreshing) return;
    isRefreshing = true;
    const before = latestRevision;
    try {
      const response = await fetch(content().dataset.page, { cache: "no-store" });
      const page = response.ok ? parsed(await response.text()) : undefined;
      const hasChanged = page?.getElementById("content").dataset.revision !== content().dataset.revision;
      // A receipt sent meanwhile gets a response of its own.
      if (page !== undefined && hasChanged && !isSending) {
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
  async function go(link) {
    try {
      const response = await fetch(link.href);
      if (!response.ok) throw response;
      const page = parsed(await response.text());
      history.replaceState(null, "", link.href);
      // Its links lead to the same bank.
      document.querySelector(".top").replaceWith(page.querySelector(".top"));
      show(page, { moveFocus: true });
    } catch {
      location.assign(link.href);
    }
  }

  /** Refreshes if a revision arrived during a request: that response may be older. */
  function catchUp() {
    if (latestRevision !== undefined && latestRevision !== content().dataset.revision) refresh();
  }

  function show(page, { moveFocus }) {
    const next = page.getElementById("content");
    // A receipt that counts is not sent again: the next one starts empty.
    if (isSent && next.dataset.parts !== content().dataset.parts) drafts.clear();
    content().replaceWith(next);
    // A form for another receipt starts empty.
    for (const field of next.querySelectorAll("form:not([data-another]) :is(textarea, input:not(#picked))")) {
      if (field.value === "" && drafts.has(field.id)) field.value = drafts.get(field.id);
    }
    document.title = page.title;
    start();
    const notice = next.querySelector("[data-notice] h2, [data-notice] h3");
    announce(
      [next.querySelector("h1"), notice].map((part) => (part === null ? "" : part.textContent)).join(". "),
    );
    if (!moveFocus) return;
    const fault = next.querySelector("[aria-invalid], #suffix, #phone");
    const target = fault === null ? next.querySelector("h1") : fault;
    target.focus();
  }

  function follow() {
    clearInterval(poll);
    const { events } = content().dataset;
    if (events === undefined || typeof EventSource === "undefined") {
      if (stream !== undefined) stream.close();
      stream = undefined;
      if (events !== undefined) poll = setInterval(refresh, POLL_MS);
      return;
    }
    if (stream !== undefined && stream.readyState !== EventSource.CLOSED) return;
    stream = new EventSource(events);
    stream.addEventListener("revision", ({ data }) => {
      latestRevision = data;
      catchUp();
    });
    stream.addEventListener("end", () => stream.close());
    stream.addEventListener("error", () => {
      // Browsers reconnect after a lost connection, but not after a refusal.
      if (stream.readyState !== EventSource.CLOSED) return;
      clearInterval(poll);
      poll = setInterval(refresh, POLL_MS);
    });
  }

  function start() {
    for (const button of content().querySelectorAll("[data-copy], [data-print]")) {
      button.hidden = false;
      if (isShared(button)) button.firstChild.textContent = button.parentElement.dataset.share;
    }
    for (const picker of content().querySelectorAll("#file")) picker.hidden = false;
    for (const link of content().querySelectorAll("[data-again]")) link.parentElement.hidden = true;
    countDown();
    follow();
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    const button = target.closest("[data-copy]");
    if (button !== null) copy(button);
    if (target.closest("[data-print]") !== null) print();
    const link = target.closest("[data-go]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "picked") readFile(target);
  });
  document.addEventListener("input", ({ target }) => {
    drafts.set(target.id, target.value);
    isSent = false;
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target);
  });
  // After the back button or a long sleep, the page can be outdated.
  addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
  start();
})();
