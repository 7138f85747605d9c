/** Calls of the page. A call rejects only if there was no response. */
export const texts = JSON.parse(document.body.dataset.texts);
export const language = document.documentElement.lang;

export const element = (id) => document.getElementById(id);

export async function call(method, path, { body, key } = {}) {
  const response = await fetch(path, {
    method,
    cache: "no-store",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const content = response.status === 204 ? {} : await response.json();
  return {
    status: response.status,
    data: content.data,
    code: content.error?.code,
    /** Of a message without a receipt, or of a bank that is not supported. */
    askFor: content.error?.askFor,
    bank: content.error?.bank,
    candidates: content.error?.candidates ?? [],
    fields: (content.error?.details ?? []).map(({ field }) => field),
    retryAfterMs: 1_000 * Number(response.headers.get("retry-after") ?? 0),
  };
}

/** Stored on the device. Private browsing may have no storage. */
export const stored = {
  read(name) {
    try {
      return JSON.parse(localStorage.getItem(`till:${name}`) ?? "null");
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      if (value === null) localStorage.removeItem(`till:${name}`);
      else localStorage.setItem(`till:${name}`, JSON.stringify(value));
    } catch {
      // The page works without, but forgets at a reload.
    }
  },
};

/** Shows one of the three screens, and names it for a screen reader. */
export function showScreen(id) {
  for (const screen of ["enroll", "sign-in", "counter"]) element(screen).hidden = screen !== id;
  element(`${id}-title`).focus();
}

export function fault(id, text) {
  element(`${id}-fault`).textContent = text;
  element(id)?.setAttribute("aria-invalid", String(text !== ""));
}

/** As the page names it. */
const bankName = (code) => {
  const name = element("bank").querySelector(`option[value="${code}"]`).textContent;
  return language === "am" ? name.replace(/^የ/, "") : name;
};

/** What to ask the payer for instead of this message; undefined for any other fault. */
export function wayOutOf({ code, askFor, bank, candidates }) {
  const { asked, noReceipt, offered, paidFrom, unsupported, unsupportedName } = texts.verify;
  if (code === "no_receipt_in_message") {
    const from = askFor.bank === null ? [] : [paidFrom.replace("{bank}", bankName(askFor.bank))];
    return [...from, noReceipt.replace("{what}", asked[askFor.what])].join(" ");
  }
  if (code !== "unsupported_bank") return undefined;
  const [own] = candidates;
  return [
    bank === undefined ? unsupported : unsupportedName.replace("{bank}", bank),
    ...(own === undefined
      ? []
      : [offered.replace("{bank}", bankName(own.bank)).replace("{number}", own.referenceNumber)]),
  ].join(" ");
}

export function problemOf({ status, retryAfterMs }) {
  if (status !== 429) return texts.failed;
  return texts.tooMany.replace("{minutes}", String(Math.max(1, Math.ceil(retryAfterMs / 60_000))));
}
