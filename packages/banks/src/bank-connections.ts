import type { Socket } from "node:net";
import { promisify } from "node:util";
import { brotliDecompress, constants, inflateRaw, unzip, type ZlibOptions } from "node:zlib";
import { type buildConnector, Client, type Dispatcher } from "undici";
import { ReceiptUnreadable } from "./bank-failure.ts";

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

export interface BankResponse extends ResponseHead {
  /** Decompressed; empty where it was not wanted. */
  readonly body: Buffer;
}

export interface SentRequest {
  readonly url: string;
  readonly headers: Iterable<[string, string]>;
  /** Ends the request and its connection. */
  readonly signal: AbortSignal;
  /** Of the body, as it is sent and decompressed. */
  readonly maxBytes: number;
  /** Whether the body is to be read; what it throws is what the request rejects with. */
  readonly wantsBody: (head: ResponseHead) => boolean;
}

/** One GET on a connection that no other request has. */
export type Send = (request: SentRequest) => Promise<BankResponse>;

export interface ConnectionsOptions {
  readonly connect: buildConnector.connector;
  /** Whether a connection is used for further requests. */
  readonly keepAlive: boolean;
  /** An HTTP proxy that requests to an http host are forwarded by. */
  readonly forwarder?: { readonly origin: string; readonly authorization: string | undefined } | undefined;
}

interface Connection {
  readonly client: Client;
  socket?: Socket;
}

/** As a browser does where the host says nothing of it. */
const keepIdleMs = 60_000;

/** All to one host. */
export function createConnections({ connect, keepAlive, forwarder }: ConnectionsOptions): Send {
  const idle: Connection[] = [];

  function open(origin: string): Connection {
    const client = new Client(origin, {
      connect: (options, callback) =>
        connect(options, (...result) => {
          if (result[1] !== null) connection.socket = result[1];
          callback(...result);
        }),
      pipelining: keepAlive ? 1 : 0,
      keepAliveTimeout: keepIdleMs,
      // The request's own signal ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = { client };
    return connection;
  }

  return async (request) => {
    const { origin } = new URL(request.url);
    const connection = idle.pop() ?? open(forwarder?.origin ?? origin);
    const sent =
      forwarder === undefined
        ? { path: request.url.slice(origin.length), headers: request.headers }
        : { path: request.url, headers: forwardedHeaders(request, forwarder.authorization) };
    const response = await respond(connection, sent, request).catch((error: unknown) => {
      void connection.client.destroy();
      throw error;
    });
    if (keepAlive) idle.push(connection);
    return { ...response, body: await decompressed(response, request.maxBytes) };
  };
}

function* forwardedHeaders({ url, headers }: SentRequest, authorization: string | undefined) {
  yield* headers;
  yield ["host", new URL(url).host] as [string, string];
  if (authorization !== undefined) yield ["proxy-authorization", authorization] as [string, string];
}

type Sent = Pick<Dispatcher.RequestOptions, "path" | "headers">;

function respond(connection: Connection, sent: Sent, request: SentRequest): Promise<BankResponse> {
  const { signal, maxBytes, wantsBody } = request;
  const { promise, resolve, reject } = Promise.withResolvers<BankResponse>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const chunks: Buffer[] = [];
  let head: ResponseHead = { status: 0, headers: {} };
  let length = 0;
  let bytesBefore = 0;
  connection.client.dispatch(
    { method: "GET", ...sent },
    {
      onRequestStart: () => undefined,
      onResponseStart(controller, status, headers) {
        if (status < 200) return;
        head = { status, headers: headers as ResponseHead["headers"] }; // what is there has a value
        bytesBefore = connection.socket?.bytesRead ?? 0;
        try {
          if (wantsBody(head)) return;
          resolve({ ...head, body: Buffer.alloc(0) });
          controller.abort(new Error("the rest is not wanted"));
        } catch (error) {
          reject(error);
          controller.abort(error as Error); // what it throws is one
        }
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk);
        length += chunk.length;
        // A document in chunks of a byte each is six times as long on its way, and a buffer for each byte.
        const arrived = (connection.socket?.bytesRead ?? 0) - bytesBefore;
        if (Math.max(length, arrived) > maxBytes) controller.abort(tooLong());
      },
      onResponseEnd: () => resolve({ ...head, body: Buffer.concat(chunks, length) }),
      onResponseError: (_controller, error) => reject(error),
    },
  );
  return promise.finally(() => signal.removeEventListener("abort", stop));
}

const tooLong = () => new ReceiptUnreadable("the bank sent too long a document");

type Decompress = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;
const unzipped: Decompress = promisify(unzip);
const inflated: Decompress = promisify(inflateRaw);
/** Some servers leave the header out. */
const deflated: Decompress = (body, options) => (body[0] === 0x78 ? unzipped : inflated)(body, options);
const unbrotlied = promisify(brotliDecompress);

async function decompressed({ body, headers }: BankResponse, maxBytes: number): Promise<Buffer> {
  const encoding = String(headers["content-encoding"] ?? "").toLowerCase();
  if (encoding === "" || body.length === 0) return body;
  const maxOutputLength = maxBytes;
  // What is cut off is the parser's to tell.
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
