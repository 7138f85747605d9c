import { setTimeout as delay } from "node:timers/promises";

/** Sends calls to ready gateways, as a balancer that polls `/health/ready` does. */
export interface Balancer {
  /** Returns the ready gateways in turn; all of them if none is ready. */
  next(): string;
  /** Reports a refused connection: the gateway is out until it is ready again. */
  refused(url: string): void;
  /** Stops new calls to a gateway, ready or not: its pod is ending. */
  takeOut(nth: number): void;
  putBack(nth: number): void;
  readyCount(): number;
  close(): Promise<void>;
}

const checkEveryMs = 100;

export function createBalancer(urls: readonly string[]): Balancer {
  const ready = new Set<string>(urls);
  const out = new Set<string>();
  const stopped = new AbortController();
  let turn = 0;

  async function check(url: string): Promise<void> {
    const status = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    if (status === 200 && !out.has(url)) ready.add(url);
    else ready.delete(url);
  }

  async function watch(url: string): Promise<void> {
    while (!stopped.signal.aborted) {
      await check(url);
      await delay(checkEveryMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  const watching = urls.map(watch);
  return {
    next: () => {
      const candidates = ready.size > 0 ? [...ready] : urls;
      turn += 1;
      return candidates[turn % candidates.length] ?? "";
    },
    refused: (url) => void ready.delete(url),
    takeOut: (nth) => {
      const url = urls[nth] ?? "";
      out.add(url);
      ready.delete(url);
    },
    putBack: (nth) => void out.delete(urls[nth] ?? ""),
    readyCount: () => ready.size,
    close: async () => {
      stopped.abort();
      await Promise.all(watching);
    },
  };
}
