/// <reference types="jest" />
import type { Bench, BusUnderTest, MessageBusConformanceOptions } from "./bus-under-test.ts";
import { withBench } from "./bus-under-test.ts";
import { closingPromises } from "./closing-promises.ts";
import { deliveryPromises } from "./delivery-promises.ts";
import { durabilityPromises, outagePromises } from "./durability-promises.ts";
import { flowPromises } from "./flow-promises.ts";

export type { BusUnderTest, MessageBusConformanceOptions } from "./bus-under-test.ts";

/** The promises of a message bus, as tests by title. A driver must pass all of them. */
export type Promises = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

export function describeMessageBusConformance(
  name: string,
  open: () => Promise<BusUnderTest>,
  options: MessageBusConformanceOptions,
): void {
  const { durable, canBreak } = options;
  const promises: Promises = {
    ...deliveryPromises,
    ...flowPromises,
    ...closingPromises,
    ...(durable && durabilityPromises),
    ...(canBreak && outagePromises),
    "reports whether messages survive": async ({ bus }) => expect(bus.durable).toBe(durable),
  };
  describe(`${name} keeps the message bus promises`, () => {
    for (const [promise, keep] of Object.entries(promises)) {
      it(promise, () => withBench(open, keep));
    }
  });
}
