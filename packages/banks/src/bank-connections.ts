import { promisify } from "node:util";
import { brotliDecompress, constants, inflateRaw, unzip, type ZlibOptions } from "node:zlib";
import { type BytesAllowed, limitBytes } from "@receipts/service-kit";
import type { AxiosAdapter, InternalAxiosRequestConfig } from "axios";
import { type buildConnector, Client, type Dispatcher } from "undici";
import { ReceiptUnreadable } from "./bank-failure.ts";
import type { EgressProxy } from "./egress-proxy.ts";

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

export interface BodyLimits {
  /** Limit for the body as sent and for the body when decompressed. */
  readonly maxBytes: number;
  /** Whether to read the body. The request rejects with the error that this throws. */
  readonly wantsBody: (head: ResponseHead) => boolean;
}

/**
 * Serves one GET on a connection that no other request uses meanwhile; its signal ends both. The body is a `Buffer`.
 */
export type AdapterFor = (limits: BodyLimits) => AxiosAdapter;

/** As in undici; the signal belongs to the request that needs the connection. */
export type Connect = (
  options: buildConnector.Options,
  callback: buildConnector.Callback,
  signal: AbortSignal,
) => void;

export interface ConnectionsOptions {
  readonly connect: Connect;
  /** Whether a connection is reused for further requests. */
  readonly keepAlive: boolean;
  /** An HTTP proxy that forwards requests to an http host. */
  readonly forwarder?: EgressProxy | undefined;
}

interface Connection {
  readonly client: Client;
  wire?: BytesAllowed;
}

/**
 * Head of a response, and what TLS adds. A document in chunks of one byte is six times as long on the wire, with a buffer
 * for each byte: it is too long.
 */
const HEAD_BYTES = 64 * 1024;
/** Such as 103 before the response. */
const MOST_INFORMATIONAL = 5;

/** The browsers' value for hosts that state none. */
const keepIdleMs = 60_000;

/** Runs axios on undici's connections, all to one host: axios' own HTTP adapter takes three times as long. */
export function createConnections({ connect, keepAlive, forwarder }: ConnectionsOptions): AdapterFor {
  const idle: Connection[] = [];

  function open(origin: string, signal: AbortSignal): Connection {
    const opened = (callback: buildConnector.Callback): buildConnector.Callback => {
      return (...result) => {
        if (result[0] === null) connection.wire = limitBytes(result[1], tooLong);
        callback(...result);
      };
    };
    const client = new Client(origin, {
      connect: (options, callback) => connect(options, opened(callback), signal),
      pipelining: keepAlive ? 1 : 0,
      keepAliveTimeout: keepIdleMs,
      // The request's own signal ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = { client };
    return connection;
  }

  return (limits) => async (config) => {
    const url = new URL(String(config.url));
    const signal = config.signal as AbortSignal; // every request has one
    const connection = idle.pop() ?? open(forwarder?.origin ?? url.origin, signal);
    const response = Promise.withResolvers<RawResponse>();
    const stop = () => response.reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    const request = forwarder === undefined ? direct(url, config) : forwarded(url, config, forwarder);
    connection.client.dispatch(request, receive(connection, response, limits));
    try {
      const { body, ...head } = await response.promise;
      if (keepAlive) idle.push(connection);
      return { ...head, data: await decompressed(body, head, limits.maxBytes), statusText: "", config };
    } catch (error) {
      void connection.client.destroy();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };
}

type RequestHeaders = Iterable<[string, string]>;

function direct(url: URL, { headers }: InternalAxiosRequestConfig): Dispatcher.DispatchOptions {
  return { method: "GET", path: `${url.pathname}${url.search}`, headers: headers as RequestHeaders };
}

function forwarded(
  url: URL,
  { headers }: InternalAxiosRequestConfig,
  { authorization }: EgressProxy,
): Dispatcher.DispatchOptions {
  return {
    method: "GET",
    path: url.href,
    headers: {
      ...Object.fromEntries(headers as RequestHeaders),
      host: url.host,
      ...(authorization !== undefined && { "proxy-authorization": authorization }),
    },
  };
}

interface RawResponse extends ResponseHead {
  readonly body: Buffer;
}

function receive(
  connection: Connection,
  { resolve, reject }: PromiseWithResolvers<RawResponse>,
  { maxBytes, wantsBody }: BodyLimits,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let head: ResponseHead = { status: 0, headers: {} };
  let [length, informational] = [0, 0];
  return {
    onRequestStart: () => connection.wire?.allow(maxBytes + HEAD_BYTES),
    onResponseStart(controller, status, headers) {
      if (status < 200) {
        informational += 1;
        if (informational > MOST_INFORMATIONAL) controller.abort(tooLong());
        return;
      }
      head = { status, headers: headers as ResponseHead["headers"] }; // present headers have a value
      try {
        if (wantsBody(head)) return;
        resolve({ ...head, body: Buffer.alloc(0) });
        controller.abort(new Error("the body is not needed"));
      } catch (error) {
        reject(error);
        controller.abort(error as Error); // it throws errors only
      }
    },
    onResponseData(controller, chunk) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) controller.abort(tooLong());
    },
    onResponseEnd: () => resolve({ ...head, body: Buffer.concat(chunks, length) }),
    onResponseError: (_controller, error) => reject(error),
  };
}

const tooLong = () => new ReceiptUnreadable("the bank's document is too long");

type Decompress = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;
const unzipped: Decompress = promisify(unzip);
const inflated: Decompress = promisify(inflateRaw);
/** Some servers omit the zlib header. */
const deflated: Decompress = (body, options) => (body[0] === 0x78 ? unzipped : inflated)(body, options);
const unbrotlied = promisify(brotliDecompress);

async function decompressed(body: Buffer, { headers }: ResponseHead, maxBytes: number): Promise<Buffer> {
  const encoding = String(headers["content-encoding"] ?? "").toLowerCase();
  if (encoding === "" || body.length === 0) return body;
  const maxOutputLength = maxBytes;
  // A truncated body is passed on, because the parser refuses it.
  const finishFlush = constants.Z_SYNC_FLUSH;
  try {
    if (/^(?:x-)?(?:gzip|compress)$/.test(encoding))
      return await unzipped(body, { maxOutputLength, finishFlush });
    if (encoding === "deflate") return await deflated(body, { maxOutputLength, finishFlush });
    if (encoding === "br")
      return await unbrotlied(body, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    return body;
  } catch (error) {
    throw error instanceof RangeError ? tooLong() : error;
  }
}
