/// <reference types="jest" />
import { pause } from "@receipts/service-kit";
import type { FastStore } from "../fast-store.ts";

export interface StoreUnderTest {
  readonly store: FastStore;
  /** A second connection to the same store, as another process would open it. Needed where `shared`. */
  readonly reopen?: () => Promise<FastStore>;
  /** Takes the store away and brings it back. Needed where `canBreak`. */
  readonly outage?: { begin(): Promise<void>; end(): Promise<void> };
}

export interface FastStoreConformanceOptions {
  /** Whether another process sees the same store. */
  readonly shared: boolean;
  /** Whether `outage` is there. */
  readonly canBreak: boolean;
  /** How long a condition may take to come true. */
  readonly timeoutMs?: number;
}

export interface Bench {
  readonly store: FastStore;
  readonly opened: StoreUnderTest;
  /** A name of this test alone (key, channel, limiter), so that the suite can run on a shared server. */
  unique(word: string): string;
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

export async function withBench(
  open: () => Promise<StoreUnderTest>,
  timeoutMs: number,
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const opened = await open();
  const run = crypto.randomUUID();
  try {
    await use({
      store: opened.store,
      opened,
      unique: (word) => `conformance:${run}:${word}`,
      until: (condition) => until(condition, timeoutMs),
    });
  } finally {
    await opened.store.close();
  }
}

async function until(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) {
      throw new Error(`not so within ${timeoutMs} ms: ${condition.toString()}`);
    }
    await pause(5);
  }
}
