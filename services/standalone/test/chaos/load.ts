import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { Balancer } from "./balancer.ts";

export interface Submission {
  readonly apiKey: string;
  readonly body: { readonly bank: string; readonly reference: string; readonly webhookUrl: string };
  readonly idempotencyKey: string;
}

/** The response to one call. */
export interface LoadResponse {
  readonly idempotencyKey: string;
  readonly status: number;
  readonly errorCode: string | undefined;
  readonly requestId: string | undefined;
  readonly statusUrl: string | undefined;
  readonly retryAfter: string | null;
  readonly durationMs: number;
}

export interface Load {
  /** Request ids by idempotency key, as the API reported them. */
  readonly accepted: ReadonlyMap<string, string>;
  readonly responses: readonly LoadResponse[];
  /** Calls that broke off after they were sent: their outcome is unknown to the caller. */
  readonly cut: readonly string[];
  /** Number of calls that were refused a connection. */
  readonly refused: () => number;
  /** Submissions abandoned without an acceptance or a final refusal. */
  readonly lost: readonly string[];
  /** Repeats a submission with the same key. */
  again(idempotencyKey: string): Promise<LoadResponse>;
  /** Ends new submissions; resolves when each one is accepted or refused. */
  stop(): Promise<void>;
  /** Ends all calls, after a failed test. */
  abandon(): Promise<void>;
}

export interface LoadOptions {
  readonly balancer: Balancer;
  readonly perSecond: number;
  readonly submission: () => Submission;
}

const callTimeoutMs = 20_000;
const giveUpAfterMs = 90_000;

/** Open loop: a submission begins when it is due, even if earlier ones have not ended. */
export function startLoad(options: LoadOptions): Load {
  const accepted = new Map<string, string>();
  const responses: LoadResponse[] = [];
  const cut: string[] = [];
  const lost: string[] = [];
  let refused = 0;
  const submitted = new Map<string, Submission>();
  const stopped = new AbortController();
  let isAbandoned = false;
  const running = new Set<Promise<void>>();

  /** Repeats the call with the same key until it gets a response, as integrators do. */
  async function submit(submission: Submission): Promise<void> {
    submitted.set(submission.idempotencyKey, submission);
    const startedAt = performance.now();
    while (performance.now() - startedAt < giveUpAfterMs && !isAbandoned) {
      const url = options.balancer.next();
      const response = await call(url, submission).catch((error: unknown) => {
        if (isRefusal(error)) {
          refused += 1;
          options.balancer.refused(url);
        } else cut.push(`${url} ${causeOf(error)}`);
      });
      if (response !== undefined) {
        responses.push(response);
        if (response.requestId !== undefined) {
          recordAccepted(response, response.requestId);
          return;
        }
        if (response.status !== 503) return; // refused
      }
      await delay(response === undefined ? 20 : 250);
    }
    lost.push(submission.idempotencyKey);
  }

  function recordAccepted({ idempotencyKey }: LoadResponse, requestId: string): void {
    const known = accepted.get(idempotencyKey);
    if (known !== undefined && known !== requestId) throw new Error(`${idempotencyKey} made two requests`);
    accepted.set(idempotencyKey, requestId);
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    for (let nth = 0; !stopped.signal.aborted; nth += 1) {
      const early = startedAt + (nth * 1_000) / options.perSecond - performance.now();
      if (early > 1) await delay(early, undefined, { signal: stopped.signal }).catch(() => undefined);
      else await nextTurn(); // late on a busy machine: let responses arrive
      if (stopped.signal.aborted) return;
      const settled = submit(options.submission()).finally(() => running.delete(settled));
      running.add(settled);
    }
  }

  const whole = run();
  async function stop(): Promise<void> {
    stopped.abort();
    await whole;
    await Promise.all(running);
  }

  return {
    accepted,
    responses,
    cut,
    lost,
    refused: () => refused,
    again: async (idempotencyKey) => {
      const submission = submitted.get(idempotencyKey);
      if (submission === undefined) throw new Error("nothing was submitted with this key");
      return await call(options.balancer.next(), submission);
    },
    stop,
    abandon: async () => {
      isAbandoned = true;
      await stop();
    },
  };
}

/** Returns unexpected responses and broken calls in short, and each 429 or 503 without Retry-After. */
export function surprises(load: Load, expected: readonly number[]): string[] {
  const surprising = load.responses.filter(
    ({ status, retryAfter }) =>
      !expected.includes(status) || ([429, 503].includes(status) && !(Number(retryAfter) >= 1)),
  );
  const inShort = surprising.map(
    ({ status, errorCode, retryAfter }) => `${status} ${errorCode} ${retryAfter}`,
  );
  return [...new Set([...load.cut, ...inShort])];
}

async function call(url: string, { apiKey, body, idempotencyKey }: Submission): Promise<LoadResponse> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/verify`, {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json", "idempotency-key": idempotencyKey },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  const received = JSON.parse(await response.text());
  return {
    idempotencyKey,
    status: response.status,
    errorCode: received.error?.code,
    requestId: received.requestId,
    statusUrl: received.links?.statusUrl,
    retryAfter: response.headers.get("retry-after"),
    durationMs: performance.now() - startedAt,
  };
}

/** Returns true if the call never left: a balancer can safely send it elsewhere. */
function isRefusal(error: unknown): boolean {
  return causeOf(error) === "ECONNREFUSED";
}

/** Returns the cause of a failed `fetch`. */
function causeOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? String(error);
}
