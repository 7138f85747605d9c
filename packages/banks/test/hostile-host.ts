import { supportedBankCodes } from "@receipts/contracts";
import { bankSettings } from "../src/index.ts";
import type { HostileDocument } from "./hostile-document.ts";
import { type LocalBank, startLocalBank } from "./local-bank.ts";

export interface HostileHost extends LocalBank {
  timesAsked(document: HostileDocument): number;
}

/** Replaces all banks' hosts: sends each document for a separate reference. */
export async function startHostileHost(documents: readonly HostileDocument[]): Promise<HostileHost> {
  const handlers = documents.map((document) => document.respond());
  const server = await startLocalBank((request, response) => {
    const index = documents.findIndex((document) => request.url?.includes(referenceOf(document, documents)));
    const handler = handlers[index];
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  const timesAsked = (document: HostileDocument) =>
    server.requests.filter(({ url }) => url?.includes(referenceOf(document, documents))).length;
  return { ...server, timesAsked };
}

function referenceOf(document: HostileDocument, documents: readonly HostileDocument[]): string {
  const nth = String(documents.indexOf(document)).padStart(3, "0");
  return `${document.identifiers.reference.slice(0, -nth.length)}${nth}`;
}

/** The submission that makes the service read one of these documents. */
export function submissionOf(document: HostileDocument, documents: readonly HostileDocument[]): object {
  const { suffix, phone } = document.identifiers;
  const reference = referenceOf(document, documents);
  return { bank: document.bank, reference, ...(suffix && { suffix }), ...(phone && { phone }) };
}

/** Settings that make this the host of all banks. */
export function bankHosts(url: string): Readonly<Record<string, string>> {
  const settings = supportedBankCodes.flatMap((bank) => bankSettings(bank));
  const hosts = settings.filter(({ name }) => name.endsWith("_BASE_URL"));
  return Object.fromEntries(hosts.map(({ name }) => [name, url]));
}
