import { createSecureContext, rootCertificates } from "node:tls";
import { askedForFailureHeader } from "@receipts/contracts";
import { limitTime } from "@receipts/service-kit";
import axios, { type AxiosResponse } from "axios";
import { buildConnector } from "undici";
import type { BankEnvironment, ReceiptDocument } from "./bank-adapter.ts";
import { type AdapterFor, createConnections, type ResponseHead } from "./bank-connections.ts";
import {
  type BankEndpoint,
  type ConfiguredEndpoint,
  readEndpoint,
  type WarnOperator,
} from "./bank-endpoint.ts";
import {
  BankBlocked,
  BankFailure,
  BankNotReached,
  BankUnavailable,
  ReceiptUnreadable,
  UnexpectedResponse,
} from "./bank-failure.ts";
import { openRelayMemory } from "./bank-relays.ts";
import { isBlockPage } from "./block-page.ts";
import { readProxy } from "./egress-proxy.ts";
import { createOpenConnection, freshConnections, type TlsSettings } from "./racing-connections.ts";
import { headersForSandbox } from "./read-in-file.ts";
import { createRelayedRequests } from "./relayed-requests.ts";
import { isRedirect, maxRedirects, redirectTarget } from "./same-host-redirect.ts";

export interface BankRequest {
  /** Path and query, with a leading slash, already escaped. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses whose body is about the receipt; every other status is a `BankFailure`. */
  readonly documentStatuses: readonly number[];
  /** Matches the bank's own responses. Without a match, words of a firewall or of maintenance mean an outage. */
  readonly ownSigns?: RegExp;
  readonly signal: AbortSignal;
}

export interface BankResponse {
  readonly kind: "document";
  readonly status: number;
  readonly document: ReceiptDocument;
}

/**
 * One GET to the configured host, limited in time and bytes. Follows redirects only within the host, and uses only
 * configured proxies.
 */
export type GetFromBank = (request: BankRequest) => Promise<BankResponse>;

/** Some hosts refuse requests that do not look like a browser's. */
const http = axios.create({
  headers: {
    "User-Agent":
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    "Accept-Language": "en-US,en;q=0.9,am;q=0.8",
    "Accept-Encoding": "gzip, deflate, br",
  },
  transformResponse: [],
  validateStatus: null,
});

/** Reads the endpoint's settings; throws an `Error` for wrong ones. */
export function createBankHttpClient(
  endpoint: BankEndpoint,
  env: BankEnvironment,
  warn: WarnOperator,
): GetFromBank {
  const configured = readEndpoint(endpoint, env);
  if (!configured.verifyTls) warn("bank.tls_not_verified", { host: configured.baseUrl });
  if (isUnencrypted(configured.baseUrl)) warn("bank.tls_not_used", { host: configured.baseUrl });
  const { baseUrl, proxyUrls, timeoutMs, connectionRace, keepAlive } = configured;
  const tls = tlsSettings(configured);
  if (baseUrl.startsWith("http:") || (proxyUrls.length === 0 && connectionRace === undefined)) {
    const connect = buildConnector({ ...tls, allowH2: false, timeout: timeoutMs });
    return createGet(
      configured,
      createConnections({ connect, keepAlive, forwarder: readProxy(proxyUrls[0]) }),
    );
  }
  const open = createOpenConnection(tls, connectionRace);
  if (proxyUrls.length === 0)
    return createGet(
      configured,
      freshConnections((target, signal) => open(target, undefined, signal)),
    );
  const relayed = createRelayedRequests({ memory: openRelayMemory(proxyUrls, env, warn), open, timeoutMs });
  return async (request) => {
    using limit = limitTime(request.signal, timeoutMs);
    try {
      return await relayed(
        (adapterFor, signal) => createGet(configured, adapterFor)({ ...request, signal }),
        limit.signal,
      );
    } catch (error) {
      throw asBankFailure(error, limit.signal);
    }
  };
}

/** Anyone on an unencrypted path can forge receipts. A local connection has no such path. */
function isUnencrypted(baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  return url?.protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}

function createGet(
  { baseUrl, timeoutMs, maxBytes, isSandbox }: ConfiguredEndpoint,
  adapterFor: AdapterFor,
): GetFromBank {
  return async ({ path, headers: ownHeaders = {}, documentStatuses, ownSigns, signal }) => {
    const headers = isSandbox ? { ...ownHeaders, ...headersForSandbox() } : ownHeaders;
    const limits = { documentStatuses, ownSigns, maxBytes, isSandbox };
    const adapter = adapterFor({ maxBytes, wantsBody: (head) => wantsBody(head, limits) });
    // One deadline from connecting to the last byte, redirects included. The caller's own may come sooner.
    using limit = limitTime(signal, timeoutMs);
    try {
      let url = `${baseUrl}${path}`;
      for (let followed = 0; followed <= maxRedirects; followed += 1) {
        const response = await http.get<Buffer>(url, { headers, signal: limit.signal, adapter });
        if (!isRedirect(response.status)) return readResponse(response, limits);
        url = redirectTarget(url, { status: response.status, location: response.headers["location"] });
      }
    } catch (error) {
      throw asBankFailure(error, limit.signal);
    }
    throw new ReceiptUnreadable("the bank redirects too often");
  };
}

/** The certificates are read once: reading the trusted ones takes longer than a handshake. */
function tlsSettings({ verifyTls, extraCa, maxTlsVersion }: ConfiguredEndpoint): TlsSettings {
  const secureContext = createSecureContext({
    ...(extraCa !== undefined && { ca: [...rootCertificates, extraCa] }),
    ...(maxTlsVersion && { maxVersion: maxTlsVersion }),
  });
  return { rejectUnauthorized: verifyTls, secureContext };
}

function asBankFailure(error: unknown, { aborted }: AbortSignal): BankFailure {
  if (error instanceof BankFailure) return error;
  if (aborted) return new BankNotReached("the bank did not respond in time", error);
  const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
  return new BankNotReached(`the bank could not be reached${code}`, error);
}

interface ReadLimits {
  readonly documentStatuses: readonly number[];
  readonly ownSigns: RegExp | undefined;
  readonly maxBytes: number;
  readonly isSandbox: boolean;
}

/** Throws for a response whose body need not be read. */
function wantsBody({ status, headers }: ResponseHead, limits: ReadLimits): boolean {
  if (isRedirect(status)) return false;
  const message = messageOf(status);
  if (limits.isSandbox && askedForFailureHeader in headers)
    throw new BankUnavailable(message, undefined, { isPlayed: true });
  if (isPassing(status) && !limits.documentStatuses.includes(status))
    throw status === 403 ? new BankBlocked(message) : new BankUnavailable(message);
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > limits.maxBytes)
    throw new ReceiptUnreadable("the document announced by the bank is too long");
  return true;
}

function readResponse({ status, headers, data }: AxiosResponse<Buffer>, limits: ReadLimits): BankResponse {
  const document = { contentType: String(headers["content-type"] ?? ""), body: data };
  if (limits.ownSigns !== undefined && isBlockPage(document.body, limits.ownSigns))
    throw new BankBlocked(`a page of a firewall or of maintenance (HTTP status ${status})`);
  if (!limits.documentStatuses.includes(status)) throw new UnexpectedResponse(messageOf(status), document);
  return { kind: "document", status, document };
}

const messageOf = (status: number) => `the bank responded with HTTP status ${status}`;

/** Statuses that mean a temporary failure; their body is not read. */
function isPassing(status: number): boolean {
  return status >= 500 || [403, 408, 429].includes(status);
}
