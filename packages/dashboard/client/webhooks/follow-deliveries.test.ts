import { followDeliveries } from "./follow-deliveries.ts";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pending = (waitMs: number | null) => ({
  state: "pending" as const,
  nextAttemptAt: waitMs === null ? null : new Date(Date.now() + waitMs).toISOString(),
});
const delivered = { state: "delivered" as const, nextAttemptAt: null };

/** Returns the time after which the page loads again. */
function waitOf(deliveries: Parameters<typeof followDeliveries>[0]): number | undefined {
  const startedAt = Date.now();
  let calledAt: number | undefined;
  followDeliveries(deliveries, () => {
    calledAt = Date.now();
  });
  jest.advanceTimersByTime(3_600_000);
  return calledAt === undefined ? undefined : calledAt - startedAt;
}

describe("a followed list", () => {
  it.each([
    ["soon after a due attempt", () => [delivered, pending(-1_000)], 1_500],
    ["after the next attempt of any delivery", () => [pending(20_000), pending(10_000)], 11_500],
    ["each minute before a late attempt", () => [pending(1_800_000)], 60_000],
    ["each minute without a time", () => [pending(null)], 60_000],
    ["never once all have ended", () => [delivered], undefined],
  ])("loads again %s", (_when, deliveries, expected) => {
    expect(waitOf(deliveries())).toBe(expected);
  });

  it("stops when the page is left", () => {
    const changed = jest.fn();
    followDeliveries([pending(0)], changed)?.();
    jest.advanceTimersByTime(60_000);
    expect(changed).not.toHaveBeenCalled();
  });
});
