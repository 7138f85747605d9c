import { boundedPeriodOf, daysOf } from "./requested-period.ts";
import { addDays, dateIn, startOfDate } from "./time-zone.ts";

const start = (date: string, timeZone: string) => startOfDate(date, timeZone).toISOString();

it("a zone has one clock, however its name is spelled", () => {
  const made = jest.spyOn(Intl, "DateTimeFormat");
  for (const name of ["Indian/Mauritius", "indian/mauritius", "INDIAN/mauritius", "iNDIAN/MAURITIUS"])
    expect(dateIn(new Date("2026-03-02T21:00:00Z"), name)).toBe("2026-03-03");
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});

describe("a day in a time zone", () => {
  it.each(["0001-01-01", "0002-01-01", "0100-05-05", "0999-12-31", "1000-01-01", "9999-12-31"])(
    "has its begin in the year of %s too, in every zone",
    (date) => {
      for (const timeZone of Intl.supportedValuesOf("timeZone").filter((_zone, at) => at % 10 === 0))
        expect(Math.abs(startOfDate(date, timeZone).getTime() - Date.parse(date))).toBeLessThan(
          2 * 86_400_000,
        );
    },
  );

  it.each([
    ["2026-03-02", "UTC", "2026-03-02T00:00:00.000Z"],
    ["2026-03-02", "Africa/Addis_Ababa", "2026-03-01T21:00:00.000Z"],
    ["2026-03-02", "Asia/Kathmandu", "2026-03-01T18:15:00.000Z"],
    ["2026-03-02", "Pacific/Kiritimati", "2026-03-01T10:00:00.000Z"],
    ["2026-03-02", "Pacific/Pago_Pago", "2026-03-02T11:00:00.000Z"],
    // Midnight is skipped.
    ["2026-04-24", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    ["2026-03-08", "America/Havana", "2026-03-08T05:00:00.000Z"],
    // Midnight comes twice.
    ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
    // The day itself is skipped.
    ["2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
  ])("begins on %s in %s at %s", (date, timeZone, moment) => {
    expect(start(date, timeZone)).toBe(moment);
  });

  it("begins at the first moment of its date, and where the day before ends, all year in every zone", () => {
    for (const timeZone of Intl.supportedValuesOf("timeZone").filter((_zone, at) => at % 10 === 0)) {
      const year = { startDate: "2026-01-01", endDate: "2026-12-31", timeZone };
      const period = boundedPeriodOf(year, { now: new Date(), defaultDays: 1, maxDays: 400 });
      const days = daysOf(period);
      expect(days).toHaveLength(365);
      for (const { date, startsAt } of days) {
        const seen = [dateIn(startsAt, timeZone), dateIn(new Date(startsAt.getTime() - 1), timeZone) < date];
        expect({ timeZone, date, seen }).toEqual({ timeZone, date, seen: [date, true] });
      }
    }
  });

  it("keeps the time of its clocks when they change between two days", () => {
    const before = new Date("2026-04-20T10:00:00Z");
    expect(addDays(before, 10, "Africa/Cairo").toISOString()).toBe("2026-04-30T09:00:00.000Z");
  });
});
