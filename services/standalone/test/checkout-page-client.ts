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
export interface ReadFileAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly message?: string;
    readonly candidates?: readonly Readonly<Record<"label" | "text" | "fields", string>>[];
  };
}

export interface PageClient {
  readonly path: string;
  show(language?: string, headers?: Record<string, string>): Promise<ShownPage>;
  /** Sends the form and follows the redirect, as browsers do. */
  send(fields: Readonly<Record<string, string>>, options?: SendOptions): Promise<ShownPage>;
  /** Sends a file to be read, as the page's script does. */
  readFile(file: Uint8Array, options?: SendOptions): Promise<ReadFileAnswer>;
}

interface SendOptions {
  readonly language?: string;
  readonly headers?: Record<string, string>;
}

export const pathOf = ({ checkoutUrl }: Pick<Deposit, "checkoutUrl">) => new URL(checkoutUrl).pathname;

export function openPage(system: System, deposit: Pick<Deposit, "checkoutUrl">): PageClient {
  const path = pathOf(deposit);
  const query = (language: string | undefined) => (language === undefined ? "" : `?lang=${language}`);
  const post = async (
    to: string,
    body: URLSearchParams | FormData,
    { language, headers = {} }: SendOptions = {},
  ) =>
    await fetch(`${system.url}${path}/${to}${query(language)}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", origin: new URL(deposit.checkoutUrl).origin, ...headers },
      body,
    });
  return {
    path,
    show: async (language, headers = {}) =>
      shown(await fetch(`${system.url}${path}${query(language)}`, { headers })),
    send: async (fields, options) => shown(await post("receipts", new URLSearchParams(fields), options)),
    readFile: async (file, options) => {
      const form = new FormData();
      form.set("file", new Blob([Buffer.from(file)]), "receipt");
      const response = await post("read-file", form, options);
      const body = (await response.json()) as ReadFileAnswer["body"];
      return { status: response.status, headers: response.headers, body };
    },
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
