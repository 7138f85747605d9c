import { until } from "@receipts/testing";
import type { FastStore } from "../../src/fast-store.ts";

export interface StoreUnderTest {
  readonly store: FastStore;
  /** Makes the store unavailable and available again. */
  readonly outage: { begin(): Promise<void>; end(): Promise<void> };
}

export interface Bench extends StoreUnderTest {
  /** Returns a name unique to the test (key, channel, limiter), so that the suite can run on a shared server. */
  unique(word: string): string;
  until(condition: () => boolean | Promise<boolean>): Promise<unknown>;
}

/** `other` is the same store, opened as by another process. */
export type SharedBench = Bench & { readonly other: FastStore };

export async function withBench(
  open: () => Promise<StoreUnderTest>,
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const opened = await open();
  const run = crypto.randomUUID();
  try {
    await use({
      ...opened,
      unique: (word) => `conformance:${run}:${word}`,
      until,
    });
  } finally {
    await opened.store.close();
  }
}
