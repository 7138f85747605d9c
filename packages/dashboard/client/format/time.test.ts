import { ageText, dateText, hourText, lastDays, paymentTime, showDaysOf, timeText } from "./time.ts";

afterEach(() => showDaysOf());

const evening = "2026-11-24T21:30:00.000Z";

describe("a time", () => {
  it("is shown in Addis Ababa, on the Gregorian calendar, unless the account says otherwise", () => {
    expect(timeText(evening, "en")).toBe("25 Nov 2026, 00:30");
    showDaysOf({ timeZone: "America/New_York", calendar: "gregorian", clock: "international" });
    expect(timeText(evening, "en")).toBe("24 Nov 2026, 16:30");
  });

  it("is shown on the account's calendar and clock", () => {
    showDaysOf({ timeZone: "Africa/Addis_Ababa", calendar: "ethiopian", clock: "ethiopian" });
    expect(timeText(evening, "en")).toBe("16 Hedar 2019, 6:30 at night");
    expect(dateText("2026-11-24", "en")).toBe("15 Hedar 2019");
    expect(hourText(7, "am")).toBe("ጠዋት 1:00");
  });
});

describe("the day of a receipt without a time", () => {
  it("is the one in Ethiopia, in any zone of the account", () => {
    showDaysOf({ timeZone: "America/New_York", calendar: "gregorian", clock: "international" });
    expect(paymentTime("2026-11-23T21:00:00.000Z", "en").values).toContain("24 Nov 2026");
    expect(paymentTime("2026-11-23T21:05:00.000Z", "en").values).not.toContain("24 Nov 2026");
  });
});

describe("a date of a report", () => {
  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("is the same day in %s", (timeZone) => {
    showDaysOf({ timeZone, calendar: "gregorian", clock: "international" });
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
