/** Calls of the page. A call rejects only if there was no response. */
import type { ErrorEnvelope } from "@receipts/contracts";
import { afterPrefix } from "@receipts/web-pages/texts";
import type { TillTexts } from "../../src/tills/page/till-texts.ts";

export const texts: TillTexts = JSON.parse(document.body.dataset["texts"] ?? "");
export const language = document.documentElement.lang;

/** An element of the page, which has it. */
export function element<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element ${id}`);
  return found as E;
}
export const field = (id: string) => element<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(id);

interface Response {
  readonly status: number;
  readonly retryAfterMs: number;
}

/** A response that is no success: its error, empty if it is not of the API. */
export interface Refusal extends Response {
  readonly ok: false;
  readonly error: Partial<ErrorEnvelope["error"]>;
}

export type Answer<Data> = (Response & { readonly ok: true; readonly data: Data }) | Refusal;

export interface CallOptions {
  readonly body?: object;
  /** Makes a repeated call the same one. */
  readonly key?: string;
}

/** `Data` is as in the contract of the route. */
export async function call<Data = undefined>(
  method: string,
  path: string,
  { body, key }: CallOptions = {},
): Promise<Answer<Data>> {
  const response = await fetch(path, {
    method,
    cache: "no-store",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { ok, status } = response;
  // A refusal of a proxy is a page.
  const content = await (status === 204 ? {} : ok ? response.json() : response.json().catch(() => ({})));
  const retryAfterMs = 1_000 * Number(response.headers.get("retry-after") ?? 0);
  return ok
    ? { ok, status, retryAfterMs, data: content.data }
    : { ok, status, retryAfterMs, error: content.error ?? {} };
}

/** Stored on the device. Private browsing may have no storage. */
export const stored = {
  /** As it was written. */
  read<Value>(name: string): Value | null {
    try {
      return JSON.parse(localStorage.getItem(`till:${name}`) ?? "null");
    } catch {
      return null;
    }
  },
  write(name: string, value: unknown): void {
    try {
      if (value === null) localStorage.removeItem(`till:${name}`);
      else localStorage.setItem(`till:${name}`, JSON.stringify(value));
    } catch {
      // The page works without, but forgets at a reload.
    }
  },
};

/** Returns a new element with this text. */
export function made<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), { textContent: text });
}

/** Shows one of the three screens, and names it for a screen reader. */
export function showScreen(id: "enroll" | "sign-in" | "counter"): void {
  for (const screen of ["enroll", "sign-in", "counter"]) element(screen).hidden = screen !== id;
  element(`${id}-title`).focus();
}

export function fault(id: string, text: string): void {
  element(`${id}-fault`).textContent = text;
  document.getElementById(id)?.setAttribute("aria-invalid", String(text !== ""));
}

/** As the page names it. */
export function bankTitle(code: string): string {
  return [...element<HTMLSelectElement>("bank").options].find(({ value }) => value === code)?.text ?? code;
}

/** Within a sentence. */
const bankName = (code: string) => (language === "am" ? afterPrefix(bankTitle(code)) : bankTitle(code));

/** Puts a bank's name into a sentence. */
export const nameBank = (text: string, bank: string) => text.replace("{bank}", () => bankName(bank));

/** What to ask the payer for instead of this message; undefined for any other fault. */
export function wayOutOf({ code, askFor, bank, candidates = [] }: Refusal["error"]): string | undefined {
  const { asked, noReceipt, offered, paidFrom, unsupported, unsupportedName } = texts.verify;
  if (code === "no_receipt_in_message" && askFor !== undefined) {
    const from = askFor.bank === null ? [] : [nameBank(paidFrom, askFor.bank)];
    return [...from, noReceipt.replace("{what}", asked[askFor.what])].join(" ");
  }
  if (code !== "unsupported_bank") return undefined;
  const [own] = candidates;
  return [
    bank === undefined ? unsupported : unsupportedName.replace("{bank}", bank),
    ...(own === undefined ? [] : [nameBank(offered, own.bank).replace("{number}", own.referenceNumber)]),
  ].join(" ");
}

export function problemOf({ status, retryAfterMs }: Refusal): string {
  if (status >= 500) return texts.failing;
  if (status !== 429) return texts.failed;
  return texts.tooMany.replace("{minutes}", String(Math.max(1, Math.ceil(retryAfterMs / 60_000))));
}
