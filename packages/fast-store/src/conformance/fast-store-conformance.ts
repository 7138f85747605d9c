/// <reference types="jest" />
import { availabilityPromises, outagePromises } from "./availability-promises.ts";
import { channelPromises, sharedChannelPromises } from "./channel-promises.ts";
import { limiterPromises, sharedLimiterPromises } from "./limiter-promises.ts";
import {
  type Bench,
  type FastStoreConformanceOptions,
  type StoreUnderTest,
  withBench,
} from "./store-under-test.ts";
import { sharedValuePromises, valuePromises } from "./value-promises.ts";

export type { FastStoreConformanceOptions, StoreUnderTest } from "./store-under-test.ts";

/** What a fast store promises, as tests. A driver is a fast store when it passes. */
export function describeFastStoreConformance(
  name: string,
  open: () => Promise<StoreUnderTest>,
  { shared, canBreak, timeoutMs = 5_000 }: FastStoreConformanceOptions,
): void {
  const promises: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
    ...valuePromises,
    ...channelPromises,
    ...limiterPromises,
    ...availabilityPromises,
    ...(shared && { ...sharedValuePromises, ...sharedChannelPromises, ...sharedLimiterPromises }),
    ...(canBreak && outagePromises),
  };
  describe(`${name} keeps the fast store promises`, () => {
    for (const [promise, keep] of Object.entries(promises)) {
      it(promise, () => withBench(open, timeoutMs, keep), timeoutMs * 4);
    }
  });
}
