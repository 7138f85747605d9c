import { defaultRetrySchedule, nextAttemptInMs, parseRetrySchedule } from "./retry-schedule.ts";

const now = new Date("2026-11-21T10:00:00Z");
const schedule = parseRetrySchedule(defaultRetrySchedule) ?? [];
const next = (attempts: number, options: { retryAfter?: string; random?: number } = {}) =>
  nextAttemptInMs({ schedule, attempts, retryAfter: options.retryAfter, now, random: options.random ?? 0 });

describe("the retry schedule", () => {
  it("waits 0 s, 30 s, 2 min, 8 min and 30 min before attempts 1 to 5, then ends", () => {
    expect([0, 1, 2, 3, 4, 5].map((attempts) => next(attempts))).toEqual([
      0,
      30_000,
      120_000,
      480_000,
      1_800_000,
      undefined,
    ]);
  });

  it("adds jitter of up to a tenth, except before the first attempt", () => {
    expect(next(0, { random: 1 })).toBe(0);
    expect(next(1, { random: 1 })).toBe(33_000);
    expect(next(4, { random: 0.5 })).toBe(1_890_000);
  });

  it.each([
    ["seconds that are longer", "90", 90_000],
    ["seconds that are shorter, which never shorten a delay", "5", 30_000],
    ["a date", "Sat, 21 Nov 2026 10:05:00 GMT", 300_000],
    ["a date in the past", "Sat, 21 Nov 2026 09:00:00 GMT", 30_000],
    ["more than a day, cut to a day", "999999", 86_400_000],
    ["far more than a day, cut to a day", "99999999999999999999", 86_400_000],
    ["nonsense", "soon", 30_000],
    ["a negative number", "-5", 30_000],
  ])("honours Retry-After: %s", (_case, retryAfter, expected) => {
    expect(next(1, { retryAfter })).toBe(expected);
  });

  it.each([
    ["0s,30s,2m,8m,30m", [0, 30_000, 120_000, 480_000, 1_800_000]],
    ["10ms, 1h", [10, 3_600_000]],
    ["", undefined],
    ["30", undefined],
    ["1s,,2s", undefined],
    [Array.from({ length: 21 }, () => "1s").join(","), undefined],
  ])("reads %p", (text, expected) => {
    expect(parseRetrySchedule(text)).toEqual(expected);
  });
});
