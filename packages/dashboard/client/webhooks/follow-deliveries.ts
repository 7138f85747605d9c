import type { LoggedDelivery } from "@receipts/contracts";

const SOON_MS = 1_500;
const LATEST_MS = 60_000;

/** Calls back when a pending delivery can have changed. Undefined if none is pending. */
export function followDeliveries(
  deliveries: readonly Pick<LoggedDelivery, "state" | "nextAttemptAt">[],
  changed: () => void,
): (() => void) | undefined {
  const waits = deliveries
    .filter(({ state }) => state === "pending")
    .map(({ nextAttemptAt }) =>
      nextAttemptAt === null ? LATEST_MS : Date.parse(nextAttemptAt) - Date.now() + SOON_MS,
    );
  if (waits.length === 0) return undefined;
  const timer = setTimeout(changed, Math.min(LATEST_MS, Math.max(SOON_MS, Math.min(...waits))));
  return () => clearTimeout(timer);
}
