/**
 * What the checkout page does better with a script: it copies, counts down, sends the receipt without leaving the page,
 * and follows the payment. Every picture of it comes from the server, which is asked again whenever something changed.
 */
(() => {
  const announcer = document.getElementById("announcer");
  const texts = document.body.dataset;
  /** Where the live status cannot be had. */
  const POLL_MS = 15_000;
  const COPIED_MS = 2_500;
  let stream;
  let poll;
  let ticking;
  let isSending = false;
  let isAsking = false;
  /** The revision that the stream told last. */
  let heard;

  /** What was typed and is not there to be seen while a receipt is on trial: to be corrected, or sent again. */
  const drafts = new Map();

  const content = () => document.getElementById("content");

  function announce(text) {
    announcer.textContent = "";
    // Two texts in one turn are read as one, and the same one twice not at all.
    setTimeout(() => {
      announcer.textContent = text;
    }, 50);
  }

  async function copy(button) {
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

  /** For pages that have no clipboard of their own: http, and older browsers. */
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
    // By the server's clock: the phone's may be wrong.
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
    const button = form.querySelector("[type=submit]");
    const label = button.textContent;
    button.textContent = texts.sending;
    button.setAttribute("aria-disabled", "true");
    const fields = new URLSearchParams(new FormData(form));
    fields.set("live", "yes");
    try {
      const answer = await fetch(form.action, { method: "POST", body: fields });
      await take(answer, form);
    } catch {
      showFault(form, texts.notSent);
    } finally {
      isSending = false;
      button.textContent = label;
      button.removeAttribute("aria-disabled");
      catchUp();
    }
  }

  async function take(answer, form) {
    const page = parsed(await answer.text());
    // 200 and 422 are this page; all else is about what went wrong, and what was typed must not be lost.
    if (answer.ok || answer.status === 422) show(page, { moveFocus: true });
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
  }

  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

  async function refresh() {
    if (isSending || isAsking) return;
    isAsking = true;
    const before = heard;
    try {
      const answer = await fetch(content().dataset.page, { cache: "no-store" });
      const page = answer.ok ? parsed(await answer.text()) : undefined;
      const isNews = page?.getElementById("content").dataset.revision !== content().dataset.revision;
      // What was sent meanwhile is answered with a page of its own.
      if (page !== undefined && isNews && !isSending) {
        show(page, { moveFocus: content().contains(document.activeElement) });
      }
    } catch {
      // Without a connection the page stays as it is; the stream comes back by itself.
    } finally {
      isAsking = false;
    }
    if (heard !== before) catchUp();
  }

  /** What was heard while something else was asked for: the answer may be older than that. */
  function catchUp() {
    if (heard !== undefined && heard !== content().dataset.revision) refresh();
  }

  function show(page, { moveFocus }) {
    const next = page.getElementById("content");
    content().replaceWith(next);
    // A form that asks for another receipt begins empty.
    for (const field of next.querySelectorAll("form:not([data-another]) :is(textarea, input)")) {
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
      heard = data;
      catchUp();
    });
    stream.addEventListener("end", () => stream.close());
    stream.addEventListener("error", () => {
      // A browser tries again after a broken line, but not after a refusal.
      if (stream.readyState !== EventSource.CLOSED) return;
      clearInterval(poll);
      poll = setInterval(refresh, POLL_MS);
    });
  }

  function start() {
    for (const button of content().querySelectorAll("[data-copy]")) button.hidden = false;
    for (const link of content().querySelectorAll("[data-again]")) link.parentElement.hidden = true;
    countDown();
    follow();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button !== null) copy(button);
  });
  document.addEventListener("input", ({ target }) => drafts.set(target.id, target.value));
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target);
  });
  // Back from the shop, or from a pocket: what is shown may be long past.
  addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresh();
  });
  start();
})();
