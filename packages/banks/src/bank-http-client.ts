import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import axios, { type AxiosResponse } from "axios";
import type { BankEnvironment, ReceiptDocument } from "./bank-adapter.ts";
import {
  type BankEndpoint,
  type ConfiguredEndpoint,
  readEndpoint,
  type WarnOperator,
} from "./bank-endpoint.ts";
import { BankFailure, BankUnavailable, ReceiptUnreadable, UnexpectedAnswer } from "./bank-failure.ts";
import { isBlockPage } from "./block-page.ts";
import { checkAnswersForBank, proxyConfig } from "./egress-proxy.ts";
import { createRacingAgent } from "./racing-connections.ts";
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
  if (configured.baseUrl === "") return unknownHost(endpoint);
  const follow = createFollow(configured);
  return async ({ path, headers, documentStatuses, ownSigns, signal }) => {
    // One deadline from connecting to the last byte; the caller's own may come sooner.
    using limit = limitTime(signal, configured.timeoutMs);
    const deadline = limit.signal;
    try {
      const response = await follow(path, { ...browserHeaders, ...headers }, deadline);
      const limits = { documentStatuses, ownSigns, deadline, maxBytes: configured.maxBytes };
      return await readAnswer(response, limits);
    } catch (error) {
      throw error instanceof BankFailure ? error : new BankUnavailable(describe(error, deadline), error);
    }
  };
}

/** Anybody on the way may write receipts of his own. On this machine there is no way. */
function isReadInTheClear(baseUrl: string): boolean {
  const url = URL.parse(baseUrl);
  return url?.protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}

/** For a bank whose host nobody knows until an operator names it. */
function unknownHost({ title, hostSetting }: BankEndpoint): GetFromBank {
  return async () => {
    throw new BankUnavailable(`no host is known for ${title}: set ${hostSetting}_BASE_URL`);
  };
}

type Follow = (
  path: string,
  headers: Readonly<Record<string, string>>,
  deadline: AbortSignal,
) => Promise<AxiosResponse<Readable>>;

/** The answer at the end of the bank's own redirects; one deadline for all of them. */
function createFollow(configured: ConfiguredEndpoint): Follow {
  const { baseUrl } = configured;
  const agents = createAgents(configured);
  const proxy = proxyForAxios(configured);
  return async (path, headers, deadline) => {
    let url = `${baseUrl}${path}`;
    for (let followed = 0; followed <= maxRedirects; followed += 1) {
      const response = await axios.get<Readable>(url, {
        ...agents,
        adapter: "http",
        headers,
        maxRedirects: 0,
        proxy,
        responseType: "stream",
        signal: deadline,
        validateStatus: null,
      });
      try {
        if (proxy !== false) checkAnswersForBank(response, baseUrl);
        if (!isRedirect(response.status)) return response;
        url = redirectTarget(url, { status: response.status, location: response.headers["location"] });
      } catch (error) {
        response.data.destroy();
        throw error;
      }
      response.data.destroy();
    }
    throw new ReceiptUnreadable("the bank redirects too often");
  };
}

function createAgents(configured: ConfiguredEndpoint) {
  const { keepAlive, verifyTls, extraCa, maxTlsVersion } = configured;
  const ca = extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] };
  const tls = { rejectUnauthorized: verifyTls, ...ca, ...(maxTlsVersion && { maxVersion: maxTlsVersion }) };
  const { connectionRace: race, proxyUrl, timeoutMs } = configured;
  const httpsAgent =
    race === undefined
      ? new HttpsAgent({ keepAlive, ...tls })
      : createRacingAgent(tls, { ...race, proxyUrl, timeoutMs });
  return { httpAgent: new HttpAgent({ keepAlive }), httpsAgent };
}

/** Raced connections find their own way through the proxy; axios would put a single one in their place. */
function proxyForAxios({ connectionRace, baseUrl, proxyUrl }: ConfiguredEndpoint) {
  const isRaced = connectionRace !== undefined && baseUrl.startsWith("https:");
  return isRaced ? false : proxyConfig(proxyUrl);
}

function describe(error: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return "the bank did not answer in time";
  const code = axios.isAxiosError(error) ? error.code : undefined;
  return `the bank could not be reached${code === undefined ? "" : ` (${code})`}`;
}

interface ReadLimits {
  readonly documentStatuses: readonly number[];
  readonly ownSigns: RegExp | undefined;
  readonly deadline: AbortSignal;
  readonly maxBytes: number;
}

async function readAnswer(response: AxiosResponse<Readable>, limits: ReadLimits): Promise<BankAnswer> {
  const { status, data: stream } = response;
  try {
    const message = `the bank answered with HTTP status ${status}`;
    if (isPassing(status) && !limits.documentStatuses.includes(status)) throw new BankUnavailable(message);
    const announced = Number(response.headers["content-length"] ?? 0);
    if (announced > limits.maxBytes) throw new ReceiptUnreadable("the bank announced too long a document");
    const contentType = String(response.headers["content-type"] ?? "");
    const document = { contentType, body: await readBody(stream, limits) };
    if (limits.ownSigns !== undefined && isBlockPage(document.body, limits.ownSigns))
      throw new BankUnavailable(`a page of a firewall or of maintenance (HTTP status ${status})`);
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

async function readBody(stream: Readable, { deadline, maxBytes }: ReadLimits): Promise<Uint8Array> {
  const stop = () => stream.destroy(new Error("deadline passed"));
  deadline.addEventListener("abort", stop, { once: true });
  try {
    if (deadline.aborted) stop();
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new ReceiptUnreadable("the bank sent too long a document");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    deadline.removeEventListener("abort", stop);
  }
}
