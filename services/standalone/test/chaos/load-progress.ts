import { until } from "@receipts/testing";
import { chaosSeconds, loadPerSecond } from "./chaos-system.ts";
import type { Load } from "./load.ts";

/** Waits for so many more accepted requests: the load is the clock of these tests. */
export async function untilAccepted(load: Load, more: number): Promise<void> {
  const goal = load.accepted.size + more;
  await until(() => load.accepted.size >= goal, {
    progress: () => load.accepted.size,
    what: `${more} more accepted requests`,
  });
}

/** Waits for as many responses, good or bad, as `share` of the load's duration brings. */
export async function untilResponses(load: Load, share: number): Promise<void> {
  const goal = load.responses.length + chaosSeconds * loadPerSecond * share;
  await until(() => load.responses.length >= goal, {
    progress: () => load.responses.length,
    what: "the responses",
  });
}
