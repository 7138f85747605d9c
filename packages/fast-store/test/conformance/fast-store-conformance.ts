import type { FastStore } from "../../src/fast-store.ts";
import { availabilityPromises } from "./availability-promises.ts";
import { channelPromises, sharedChannelPromises } from "./channel-promises.ts";
import { limiterPromises, sharedLimiterPromises } from "./limiter-promises.ts";
import { type Bench, type SharedBench, type StoreUnderTest, withBench } from "./store-under-test.ts";
import { sharedValuePromises, valuePromises } from "./value-promises.ts";

type Promises<OfBench> = Readonly<Record<string, (bench: OfBench) => Promise<void>>>;

const promises: Promises<Bench> = {
  ...valuePromises,
  ...channelPromises,
  ...limiterPromises,
  ...availabilityPromises,
};
const sharedPromises: Promises<SharedBench> = {
  ...sharedValuePromises,
  ...sharedChannelPromises,
  ...sharedLimiterPromises,
};

/** The promises of a fast store, as tests by title. A driver must pass all of them. */
export function describeFastStoreConformance(
  name: string,
  open: () => Promise<StoreUnderTest>,
  options: {
    /** Opens the store again, as another process would. Undefined if processes cannot share it. */
    readonly reopen?: () => Promise<FastStore>;
  } = {},
): void {
  const { reopen } = options;
  describe(`${name} keeps the fast store promises`, () => {
    for (const [promise, keep] of Object.entries(promises)) {
      it(promise, () => withBench(open, keep));
    }
    if (reopen === undefined) return;
    for (const [promise, keep] of Object.entries(sharedPromises)) {
      const keepShared = (bench: Bench) =>
        withBench(
          async () => ({ ...bench, store: await reopen() }),
          ({ store: other }) => keep({ ...bench, other }),
        );
      it(promise, () => withBench(open, keepShared));
    }
  });
}
