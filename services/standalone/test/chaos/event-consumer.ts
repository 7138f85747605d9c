import { setTimeout as delay } from "node:timers/promises";
import type { AccountEvent } from "@receipts/contracts";
import type { Balancer } from "./balancer.ts";
import type { ChaosAccount } from "./chaos-system.ts";

const POLL_MS = 50;

/** Reads `GET /api/events` as integrators do: on from its cursor, again after a call that broke off. */
export interface EventConsumer {
  /** Reads to the end of the list; returns all that it has read. */
  finish(): Promise<readonly AccountEvent[]>;
}

export function startEventConsumer(balancer: Balancer, { apiKey }: ChaosAccount): EventConsumer {
  const read: AccountEvent[] = [];
  let cursor: string | null = null;
  let isOver = false;

  /** Returns whether the list continues. */
  async function readPage(): Promise<boolean> {
    const from = cursor === null ? "" : `&cursor=${cursor}`;
    const response = await fetch(`${balancer.next()}/api/events?limit=100${from}`, {
      headers: { "x-api-key": apiKey },
      signal: AbortSignal.timeout(20_000),
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const { data, meta } = JSON.parse(await response.text());
    read.push(...data);
    cursor = meta.nextCursor;
    return meta.hasMore;
  }

  async function run(): Promise<void> {
    for (;;) {
      const isLast = isOver;
      const hasMore = await readPage().catch(() => true);
      if (isLast && !hasMore) return;
      if (!hasMore) await delay(POLL_MS);
    }
  }

  const running = run();
  return {
    finish: async () => {
      isOver = true;
      await running;
      return read;
    },
  };
}
