import { pause } from "@receipts/service-kit";
import { Pool } from "undici";

export interface Submission {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoadOptions {
  readonly url: string;
  readonly path: string;
  readonly total: number;
  readonly inFlight: number;
  readonly submission: (nth: number) => Submission;
}

export interface LoadFigures {
  readonly perSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly latency: LatencyFigures;
}

export interface LatencyFigures {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Closed loop: a call starts when another has ended. For rates, not for latencies under a given load. */
export async function runClosedLoop(options: LoadOptions): Promise<LoadFigures> {
  await using pool = createPool(options);
  const measure = createMeasure(pool.client, options);
  return measure.figures(await workOff(options, measure.call));
}

/** Runs `inFlight` calls at a time until the total is done. Returns the duration in seconds. */
export async function workOff(
  { total, inFlight }: Pick<LoadOptions, "total" | "inFlight">,
  work: (nth: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < total) {
        next += 1;
        await work(next);
      }
    }),
  );
  return (performance.now() - startedAt) / 1_000;
}

/** Open loop: calls start when they are due, even if earlier ones have not ended. A late start counts as latency. */
export async function runOpenLoop(
  options: LoadOptions & { readonly perSecond: number },
): Promise<LoadFigures> {
  await using pool = createPool(options);
  const measure = createMeasure(pool.client, options);
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let nth = 1; nth <= options.total; nth += 1) {
    const dueAt = startedAt + ((nth - 1) / options.perSecond) * 1_000;
    const early = dueAt - performance.now();
    if (early > 1) await pause(early);
    running.push(measure.call(nth, dueAt));
  }
  await Promise.all(running);
  return measure.figures((performance.now() - startedAt) / 1_000);
}

function createPool({ url, inFlight }: LoadOptions) {
  const client = new Pool(url, { connections: inFlight, pipelining: 1 });
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

function createMeasure(pool: Pool, { path, submission, total }: LoadOptions) {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  return {
    async call(nth: number, dueAt = performance.now()): Promise<void> {
      const { headers, body } = submission(nth);
      const status = await pool
        .request({ path, method: "POST", headers: { "content-type": "application/json", ...headers }, body })
        .then(async (response) => {
          await response.body.dump();
          return String(response.statusCode);
        })
        .catch(() => "failed");
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(performance.now() - dueAt);
    },
    figures: (seconds: number): LoadFigures => ({
      perSecond: total / seconds,
      statuses,
      latency: percentiles(latencies),
    }),
  };
}

/** Returns percentiles of latencies, in ms. */
export function percentiles(latencies: readonly number[]): LatencyFigures {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
