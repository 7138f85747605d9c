import { until } from "@receipts/testing";
import { chaosSeconds, loadPerSecond } from "./chaos-system.ts";
import type { Load } from "./load.ts";

/** Waits for so many more accepted requests: the load is the clock of these tests. */
export async function untilAccepted(load: Load, more: number): Promise<void> {
  const goal = load.accepted.size + more;
  await until(() => load.accepted.size >= goal, {
    timeoutMs: 180_000,
    what: `${more} more accepted requests`,
  });
}

/** Waits for as many responses, good or bad, as `share` of the load's duration brings. */
export async function untilResponses(load: Load, share: number): Promise<void> {
  const goal = load.responses.length + chaosSeconds * loadPerSecond * share;
  await until(() => load.responses.length >= goal, { timeoutMs: 180_000, what: "the responses" });
}
