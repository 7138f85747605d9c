import { Agent as HttpAgent } from "node:http";
import { type AgentOptions, Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import { askedForFailureHeader } from "@receipts/contracts";
import axios, { type AxiosProxyConfig, type AxiosResponse } from "axios";
import type { BankEnvironment, ReceiptDocument } from "./bank-adapter.ts";
import {
  type BankEndpoint,
  type ConfiguredEndpoint,
  readEndpoint,
  type WarnOperator,
} from "./bank-endpoint.ts";
import {
  BankBlocked,
  BankFailure,
  BankUnavailable,
  ReceiptUnreadable,
  UnexpectedAnswer,
} from "./bank-failure.ts";
import { openRelayMemory } from "./bank-relays.ts";
import { isBlockPage } from "./block-page.ts";
import { proxyConfig } from "./egress-proxy.ts";
import { agentFor, createOpenConnection } from "./racing-connections.ts";
import { createRelayedRequests } from "./relayed-requests.ts";
import { isRedirect, maxRedirects, redirectTarget } from "./same-host-redirect.ts";
import { limitTime } from "./time-limit.ts";

export interface BankRequest {
  /** Path and query, with a leading slash, already escaped. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses whose body says something of the receipt; every other one ends in a `BankFailure`. */
  readonly documentStatuses: readonly number[];
  /** What an answer of the bank's own has in it: without it, words of a firewall or of maintenance are an outage. */
  readonly ownSigns?: RegExp;
  readonly signal: AbortSignal;
}

export interface BankAnswer {
  readonly status: number;
  readonly document: ReceiptDocument;
}

/** One GET to the configured host, bounded in time and bytes: redirects within it only, no proxy but a configured one. */
export type GetFromBank = (request: BankRequest) => Promise<BankAnswer>;

/** Some hosts refuse what does not look like a browser. */
const browserHeaders = {
  "User-Agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Accept-Language": "en-US,en;q=0.9,am;q=0.8",
};

/** Reads the endpoint's settings; throws an `Error` for wrong ones. */
export function createBankHttpClient(
  endpoint: BankEndpoint,
  env: BankEnvironment,
  warn: WarnOperator,
): GetFromBank {
  const configured = readEndpoint(endpoint, env);
  if (!configured.verifyTls) warn("bank.tls_not_verified", { host: configured.baseUrl });
  if (isReadInTheClear(configured.baseUrl)) warn("bank.tls_not_used", { host: configured.baseUrl });
  const carry = createCarry(configured, env, warn);
  return async ({ path, headers, documentStatuses, ownSigns, signal }) => {
    // One deadline from connecting to the last byte; the caller's own may come sooner.
    using limit = limitTime(signal, configured.timeoutMs);
    const ask: AskBy = async (way, deadline) => {
      const request = { url: `${configured.baseUrl}${path}`, headers: { ...browserHeaders, ...headers } };
      const response = await follow(request, way, deadline);
      const { maxBytes, isSandbox } = configured;
      return readAnswer(response, { documentStatuses, ownSigns, deadline, maxBytes, isSandbox });
    };
    try {
      return await carry(ask, limit.signal);
    } catch (error) {
      throw error instanceof BankFailure ? error : new BankUnavailable(describe(error, limit.signal), error);
    }
  };
}

/** Anybody on the way may write receipts of his own. On this machine there is no way. */
function isReadInTheClear(baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  return url?.protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}

/** How axios gets its connections. */
interface Way {
  readonly httpAgent?: HttpAgent;
  readonly httpsAgent: HttpsAgent;
  readonly proxy: AxiosProxyConfig | false;
}

type AskBy = (way: Way, deadline: AbortSignal) => Promise<BankAnswer>;

/** Directly, through relays, or for an http host through the one proxy that forwards it. */
function createCarry(
  configured: ConfiguredEndpoint,
  env: BankEnvironment,
  warn: WarnOperator,
): (ask: AskBy, deadline: AbortSignal) => Promise<BankAnswer> {
  const { baseUrl, proxyUrls, timeoutMs, connectionRace } = configured;
  if (proxyUrls.length === 0 || baseUrl.startsWith("http:")) {
    const way = { ...createAgents(configured), proxy: proxyConfig(proxyUrls[0]) };
    return (ask, deadline) => ask(way, deadline);
  }
  const open = createOpenConnection(tlsOptions(configured), connectionRace);
  const relayed = createRelayedRequests({ memory: openRelayMemory(proxyUrls, env, warn), open, timeoutMs });
  return (ask, deadline) =>
    relayed((httpsAgent, signal) => ask({ httpsAgent, proxy: false }, signal), deadline);
}

interface FollowedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer at the end of the bank's own redirects; one deadline for all of them. */
async function follow(
  request: FollowedRequest,
  way: Way,
  deadline: AbortSignal,
): Promise<AxiosResponse<Readable>> {
  let { url } = request;
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    const response = await axios.get<Readable>(url, {
      ...way,
      adapter: "http",
      headers: request.headers,
      maxRedirects: 0,
      responseType: "stream",
      signal: deadline,
      validateStatus: null,
    });
    if (!isRedirect(response.status)) return response;
    response.data.destroy();
    url = redirectTarget(url, { status: response.status, location: response.headers["location"] });
  }
  throw new ReceiptUnreadable("the bank redirects too often");
}

function tlsOptions({ verifyTls, extraCa, maxTlsVersion }: ConfiguredEndpoint): AgentOptions {
  const ca = extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] };
  return { rejectUnauthorized: verifyTls, ...ca, ...(maxTlsVersion && { maxVersion: maxTlsVersion }) };
}

function createAgents(configured: ConfiguredEndpoint) {
  const { keepAlive, connectionRace, timeoutMs } = configured;
  const tls = tlsOptions(configured);
  const httpAgent = new HttpAgent({ keepAlive });
  if (connectionRace === undefined) return { httpAgent, httpsAgent: new HttpsAgent({ keepAlive, ...tls }) };
  const open = createOpenConnection(tls, connectionRace);
  const httpsAgent = agentFor((connection) => open(connection, undefined, AbortSignal.timeout(timeoutMs)));
  return { httpAgent, httpsAgent };
}

function describe(error: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return "the bank did not answer in time";
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return `the bank could not be reached${code === undefined ? "" : ` (${code})`}`;
}

interface ReadLimits {
  readonly documentStatuses: readonly number[];
  readonly ownSigns: RegExp | undefined;
  readonly deadline: AbortSignal;
  readonly maxBytes: number;
  readonly isSandbox: boolean;
}

async function readAnswer(response: AxiosResponse<Readable>, limits: ReadLimits): Promise<BankAnswer> {
  const { status, data: stream } = response;
  const arrived = bytesArriving(response);
  try {
    const message = `the bank answered with HTTP status ${status}`;
    if (limits.isSandbox && askedForFailureHeader in response.headers)
      throw new BankUnavailable(message, undefined, { isPlayed: true });
    if (isPassing(status) && !limits.documentStatuses.includes(status))
      throw status === 403 ? new BankBlocked(message) : new BankUnavailable(message);
    const announced = Number(response.headers["content-length"] ?? 0);
    if (announced > limits.maxBytes) throw new ReceiptUnreadable("the bank announced too long a document");
    const contentType = String(response.headers["content-type"] ?? "");
    const document = { contentType, body: await readBody(stream, arrived, limits) };
    if (limits.ownSigns !== undefined && isBlockPage(document.body, limits.ownSigns))
      throw new BankBlocked(`a page of a firewall or of maintenance (HTTP status ${status})`);
    if (!limits.documentStatuses.includes(status)) throw new UnexpectedAnswer(message, document);
    return { status, document };
  } finally {
    // Also when it was read: destroying a stream that has ended does nothing.
    stream.destroy();
  }
}

/** Statuses by which a bank says that it cannot answer now; what comes with them is not read. */
function isPassing(status: number): boolean {
  return status >= 500 || [403, 408, 429].includes(status);
}

/** What has come from the host since then, as it was sent. */
function bytesArriving({ request }: AxiosResponse): () => number {
  const { socket }: { socket?: Socket | null } = request;
  const atFirst = socket?.bytesRead ?? 0;
  return () => (socket?.bytesRead ?? 0) - atFirst;
}

async function readBody(
  stream: Readable,
  arrived: () => number,
  { deadline, maxBytes }: ReadLimits,
): Promise<Uint8Array> {
  const stop = () => stream.destroy(new Error("deadline passed"));
  deadline.addEventListener("abort", stop, { once: true });
  try {
    if (deadline.aborted) stop();
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      // A document in chunks of a byte each is six times as long on its way, and a buffer for each byte.
      if (Math.max(length, arrived()) > maxBytes)
        throw new ReceiptUnreadable("the bank sent too long a document");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    deadline.removeEventListener("abort", stop);
  }
}
