import type { Calendar } from "@receipts/contracts";
import { comparedPeriods } from "./payment-periods.ts";

const periodsAt = (now: string, timeZone = "Africa/Addis_Ababa", calendar: Calendar = "gregorian") => {
  const periods = comparedPeriods(new Date(now), timeZone, calendar);
  return Object.fromEntries(
    Object.entries(periods).map(([name, { current, before }]) => [
      name,
      [current, before].map(({ from, before: end }) => `${from.toISOString()} ${end.toISOString()}`),
    ]),
  );
};

describe("the periods of a report of payments", () => {
  it("end with the present quarter of an hour, and those before at the same time", () => {
    expect(periodsAt("2026-11-25T07:31:00Z")).toEqual({
      today: [
        "2026-11-24T21:00:00.000Z 2026-11-25T07:45:00.000Z",
        "2026-11-23T21:00:00.000Z 2026-11-24T07:45:00.000Z",
      ],
      week: [
        "2026-11-22T21:00:00.000Z 2026-11-25T07:45:00.000Z",
        "2026-11-15T21:00:00.000Z 2026-11-18T07:45:00.000Z",
      ],
      month: [
        "2026-10-31T21:00:00.000Z 2026-11-25T07:45:00.000Z",
        "2026-09-30T21:00:00.000Z 2026-10-25T07:45:00.000Z",
      ],
    });
  });

  it("cover the last quarter of a day to its end, and a shorter month to its end", () => {
    const { today, month } = periodsAt("2026-03-31T20:59:59.999Z");
    expect(today?.[0]).toBe("2026-03-30T21:00:00.000Z 2026-03-31T21:00:00.000Z");
    expect(month?.[1]).toBe("2026-01-31T21:00:00.000Z 2026-02-28T21:00:00.000Z");
  });

  it("count Ethiopian months, of which the last has five or six days", () => {
    // 8 Meskerem 2019; Pagume 2018 had five days.
    const { month } = periodsAt("2026-09-18T09:00:00Z", "Africa/Addis_Ababa", "ethiopian");
    expect(month).toEqual([
      "2026-09-10T21:00:00.000Z 2026-09-18T09:15:00.000Z",
      "2026-09-05T21:00:00.000Z 2026-09-10T21:00:00.000Z",
    ]);
  });

  it("keep the time of the clocks where these changed between the days", () => {
    const { today } = periodsAt("2026-03-08T18:00:00Z", "America/New_York");
    expect(today).toEqual([
      "2026-03-08T05:00:00.000Z 2026-03-08T18:15:00.000Z",
      "2026-03-07T05:00:00.000Z 2026-03-07T19:15:00.000Z",
    ]);
  });
});
