import type { Deposit } from "@receipts/contracts";
import type { System } from "./system.ts";

export interface ShownPage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Readable text: without tags, entities decoded. */
  readonly text: string;
}

/** A browser without scripts, as far as the hosted page needs one. */
export interface PageClient {
  readonly path: string;
  show(language?: string, headers?: Record<string, string>): Promise<ShownPage>;
  /** Sends the form and follows the redirect, as browsers do. */
  send(
    fields: Readonly<Record<string, string>>,
    options?: { readonly language?: string; readonly headers?: Record<string, string> },
  ): Promise<ShownPage>;
}

export const pathOf = ({ checkoutUrl }: Pick<Deposit, "checkoutUrl">) => new URL(checkoutUrl).pathname;

export function openPage(system: System, deposit: Pick<Deposit, "checkoutUrl">): PageClient {
  const path = pathOf(deposit);
  const query = (language: string | undefined) => (language === undefined ? "" : `?lang=${language}`);
  return {
    path,
    show: async (language, headers = {}) =>
      shown(await fetch(`${system.url}${path}${query(language)}`, { headers })),
    send: async (fields, { language, headers = {} } = {}) =>
      shown(
        await fetch(`${system.url}${path}/receipts${query(language)}`, {
          method: "POST",
          headers: {
            "sec-fetch-site": "same-origin",
            origin: new URL(deposit.checkoutUrl).origin,
            ...headers,
          },
          body: new URLSearchParams(fields),
        }),
      ),
  };
}

export async function shown(response: Response): Promise<ShownPage> {
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: readable(html) };
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

function readable(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? "")
    .replaceAll(/\s+/g, " ");
}
