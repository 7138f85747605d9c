import { EventSourceParserStream } from "eventsource-parser/stream";
import { reasonOf } from "./failure-reason.ts";
import type { ListenOptions } from "./read-options.ts";

export interface Listener {
  readonly id: string;
  readonly secret: string;
}

export interface StreamedWebhook {
  readonly id: string;
  readonly type: string;
  /** Above 1 after a redelivery. */
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As signed, byte for byte in UTF-8. */
  readonly body: string;
}

export interface Acknowledgement {
  readonly attempt: number;
  /** Null without a response of the local server. */
  readonly statusCode: number | null;
  readonly durationMs: number;
}

export interface ServiceClient {
  createListener(signal: AbortSignal): Promise<Listener>;
  /** Ends when the service closes the stream. */
  stream(
    listenerId: string,
    options: { readonly signal: AbortSignal; readonly onOpen: () => void },
  ): AsyncIterable<StreamedWebhook>;
  acknowledge(listenerId: string, webhookId: string, acknowledgement: Acknowledgement): Promise<void>;
  deleteListener(listenerId: string): Promise<void>;
}

/** The service refused a call, or could not be reached. */
export class ServiceError extends Error {
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly retryAfterMs: number;
  constructor(
    message: string,
    options: { readonly status?: number; readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
  /** Retrying may help. */
  get mayPass(): boolean {
    return this.status === undefined || this.status === 429 || this.status >= 500;
  }
}

const CALL_MS = 15_000;
/** The service sends something every 15 s. */
const SILENCE_MS = 45_000;

interface Call {
  readonly body?: object;
  readonly signal?: AbortSignal;
}

export function createServiceClient(options: ListenOptions): ServiceClient {
  const { serviceUrl, key, types, forwardTo } = options;
  const base = serviceUrl.endsWith("/") ? serviceUrl.slice(0, -1) : serviceUrl;
  // Both kinds of keys work, each with its own header. Which kind this one is shows at the first call.
  let credential: Record<string, string> = { "x-api-key": key };

  async function call(method: string, path: string, { body, signal }: Call = {}): Promise<Response> {
    const url = `${base}/api/webhook-listeners${path}`;
    const response = await fetch(url, {
      method,
      headers: { ...credential, ...(body && { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      // The key must not reach another host.
      redirect: "error",
      signal: signal ?? AbortSignal.timeout(CALL_MS),
    }).catch((error: unknown) => {
      throw new ServiceError(`No connection to ${serviceUrl}: ${reasonOf(error)}`, { cause: error });
    });
    if (response.ok) return response;
    throw await refusalOf(response, serviceUrl);
  }

  async function create(signal: AbortSignal): Promise<Listener> {
    const body = { ...(types && { types }), ...(forwardTo && { forwardTo: withoutSecrets(forwardTo) }) };
    const response = await call("POST", "", {
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    });
    const { data } = (await response.json().catch(() => ({}))) as { data?: Listener };
    if (typeof data?.secret === "string") return data;
    throw new ServiceError(`${serviceUrl} is another server: is --url right?`, { status: response.status });
  }

  return {
    createListener: async (signal) => {
      try {
        return await create(signal);
      } catch (error) {
        if (!(error instanceof ServiceError && error.status === 401)) throw error;
        credential = { authorization: `Bearer ${key}` };
        return await create(signal);
      }
    },
    stream: async function* (listenerId, { signal, onOpen }) {
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(new Error("the stream is silent")), SILENCE_MS);
      try {
        const response = await call("GET", `/${listenerId}/stream`, {
          signal: AbortSignal.any([signal, silence.signal]),
        });
        onOpen();
        const events = response.body
          ?.pipeThrough(new TextDecoderStream())
          .pipeThrough(new EventSourceParserStream({ onComment: () => void timer.refresh() }));
        for await (const { event, data } of events ?? []) {
          timer.refresh();
          if (event === "webhook") yield JSON.parse(data) as StreamedWebhook;
        }
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        throw new ServiceError(`Connection to ${serviceUrl} lost: ${reasonOf(error)}`, { cause: error });
      } finally {
        clearTimeout(timer);
      }
    },
    acknowledge: async (listenerId, webhookId, body) => {
      await call("POST", `/${listenerId}/deliveries/${webhookId}/acknowledge`, { body });
    },
    deleteListener: async (listenerId) => {
      await call("DELETE", `/${listenerId}`, { signal: AbortSignal.timeout(5_000) });
    },
  };
}

/** The log of deliveries shows it. */
function withoutSecrets(forwardTo: string): string {
  const { origin, pathname } = new URL(forwardTo);
  return `${origin}${pathname}`.slice(0, 2_000);
}

async function refusalOf(response: Response, serviceUrl: string): Promise<ServiceError> {
  const { status } = response;
  const text = await response.text().catch(() => "");
  return new ServiceError(explain(status, messageOf(text), serviceUrl), {
    status,
    retryAfterMs: Number(response.headers.get("retry-after") ?? 0) * 1_000 || 0,
  });
}

function explain(status: number, message: string, serviceUrl: string): string {
  if (status === 401) return `${serviceUrl} does not accept the key in RECEIPTS_API_KEY: ${message}`;
  if (status === 403) return `The key in RECEIPTS_API_KEY needs the permission webhooks:write: ${message}`;
  if (status === 404) return `${serviceUrl} has no such listener, or no listeners at all: ${message}`;
  return `${serviceUrl} refused with ${status}: ${message}`;
}

interface ErrorBody {
  readonly message?: string;
  readonly error?: { readonly details?: readonly { readonly field: string; readonly message: string }[] };
}

function messageOf(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as ErrorBody;
    const details = error?.details?.map((detail) => `${detail.field} ${detail.message}`) ?? [];
    return [message ?? "no message", ...details].join("; ");
  } catch {
    return "the response is not JSON: is --url right?";
  }
}
