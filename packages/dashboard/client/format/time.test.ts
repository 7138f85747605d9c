import { ageText, dateText, lastDays, showDaysOf, timeText } from "./time.ts";

afterEach(() => showDaysOf());

const evening = "2026-11-24T21:30:00.000Z";

describe("a time", () => {
  it("is shown in Addis Ababa, on the Gregorian calendar, unless the account says otherwise", () => {
    expect(timeText(evening, "en")).toBe("25 Nov 2026, 00:30");
    showDaysOf({ timeZone: "America/New_York", calendar: "gregorian" });
    expect(timeText(evening, "en")).toBe("24 Nov 2026, 16:30");
  });

  it("is shown on the Ethiopian calendar in both languages, without an era", () => {
    showDaysOf({ timeZone: "Africa/Addis_Ababa", calendar: "ethiopian" });
    expect(timeText(evening, "en")).toBe("16 Hedar 2019, 00:30");
    expect(timeText(evening, "am")).toBe("16 ኅዳር 2019 00:30");
    expect(timeText(evening, "en", "day")).toBe("16 Hedar 2019");
    expect(timeText(evening, "en", "clock")).toBe("00:30:00");
  });

  it("falls on the thirteenth month before the Ethiopian new year", () => {
    showDaysOf({ timeZone: "Africa/Addis_Ababa", calendar: "ethiopian" });
    expect(dateText("2026-09-10", "en")).toBe("5 Pagumen 2018");
    expect(dateText("2026-09-11", "en")).toBe("1 Meskerem 2019");
  });
});

describe("a date of a report", () => {
  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("is the same day in %s", (timeZone) => {
    showDaysOf({ timeZone, calendar: "gregorian" });
    expect(dateText("2026-11-24", "en")).toBe("24 Nov 2026");
  });
});

describe("the last days", () => {
  it("end with today in the zone of the account", () => {
    const night = new Date("2026-03-01T22:00:00.000Z");
    expect(lastDays(2, night, "UTC")).toEqual(["2026-02-28", "2026-03-01"]);
    expect(lastDays(2, night, "Africa/Addis_Ababa")).toEqual(["2026-03-01", "2026-03-02"]);
    expect(lastDays(7, night, "America/Los_Angeles")[0]).toBe("2026-02-23");
  });
});

describe("the age of a payment", () => {
  const midnight = "2026-11-23T21:00:00.000Z";
  const after = (hours: number) => ({ now: Date.parse(midnight) + hours * 3_600_000 });

  it.each([
    [5, "today"],
    [23, "today"],
    [24, "yesterday"],
    [49, "2 days ago"],
  ])("is counted in days for a receipt without a time: %i hours later %s", (hours, age) => {
    expect(ageText(midnight, "en", { isDay: true, ...after(hours) })).toBe(age);
  });

  it("is counted in minutes and hours otherwise", () => {
    expect(ageText(midnight, "en", after(0.5))).toBe("30 minutes ago");
    expect(ageText(midnight, "en", after(14))).toBe("14 hours ago");
    expect(ageText(midnight, "en", after(-0.1))).toBe("0 minutes ago");
    expect(ageText(midnight, "en", after(-3))).toBe("in the future");
  });
});
