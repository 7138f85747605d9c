import { type ShownDays, shownTime, usualDays } from "./shown-time.ts";

const evening = new Date("2026-11-24T21:30:05.000Z");
const ethiopian: ShownDays = { ...usualDays, calendar: "ethiopian" };
const DAY_MS = 86_400_000;

describe("a time on the calendar of an account", () => {
  it("is in Addis Ababa and Gregorian, unless the account says otherwise", () => {
    expect(shownTime(evening, "en")).toBe("25 Nov 2026, 00:30");
    expect(shownTime(evening, "en", { ...usualDays, timeZone: "America/New_York" })).toBe(
      "24 Nov 2026, 16:30",
    );
  });

  it("is Ethiopian in both languages, without an era", () => {
    expect(shownTime(evening, "en", ethiopian)).toBe("16 Hedar 2019, 00:30");
    expect(shownTime(evening, "am", ethiopian)).toBe("16 ኅዳር 2019 00:30");
    expect(shownTime(evening, "en", ethiopian, "second")).toBe("16 Hedar 2019, 00:30:05");
    expect(shownTime(evening, "en", ethiopian, "day")).toBe("16 Hedar 2019");
    expect(shownTime(evening, "en", ethiopian, "clock")).toBe("00:30:05");
  });

  const months = [
    ...["Meskerem", "Tekemt", "Hedar", "Tahsas", "Ter", "Yekatit", "Megabit"],
    ...["Miazia", "Genbot", "Sene", "Hamle", "Nehasse", "Pagumen"],
  ];
  /** Twelve months of 30 days, and five days, or six before a year that four divides. */
  const daysIn = (year: number, month: number) => (month < 12 ? 30 : year % 4 === 3 ? 6 : 5);
  const years = Array.from({ length: 12 }, (_, nth) => 2013 + nth);
  const calendar = years.flatMap((year) =>
    months.flatMap((name, month) =>
      Array.from({ length: daysIn(year, month) }, (_, day) => `${day + 1} ${name} ${year}`),
    ),
  );

  it.each(["00:30", "23:30"])("is right on each day of twelve years, at %s", (clock) => {
    const [hour = 0, minute = 0] = clock.split(":").map(Number);
    // 1 Meskerem 2013 in Addis Ababa, three hours ahead.
    const start = Date.UTC(2020, 8, 11, hour - 3, minute);
    const shown = calendar.map((_, nth) => shownTime(new Date(start + nth * DAY_MS), "en", ethiopian));
    expect(shown).toEqual(calendar.map((day) => `${day}, ${clock}`));
  });
});

describe("a time on the Ethiopian clock", () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour - 3, 5));
  const shown = (hour: number, language: "en" | "am") =>
    shownTime(at(hour), language, { ...usualDays, clock: "ethiopian" }, "clockMinute");

  it.each([
    [0, "6:05 at night", "ሌሊት 6:05"],
    [5, "11:05 at night", "ሌሊት 11:05"],
    [6, "12:05 in the morning", "ጠዋት 12:05"],
    [7, "1:05 in the morning", "ጠዋት 1:05"],
    [11, "5:05 in the morning", "ጠዋት 5:05"],
    [12, "6:05 in the afternoon", "ቀን 6:05"],
    [17, "11:05 in the afternoon", "ቀን 11:05"],
    [18, "12:05 in the evening", "ምሽት 12:05"],
    [23, "5:05 in the evening", "ምሽት 5:05"],
  ])("counts from 6:00 and from 18:00: %i:05 is %s", (hour, en, am) => {
    expect([shown(hour, "en"), shown(hour, "am")]).toEqual([en, am]);
  });

  it("follows the day, also on the Ethiopian calendar", () => {
    const days: ShownDays = { ...ethiopian, clock: "ethiopian" };
    expect(shownTime(evening, "en", days)).toBe("16 Hedar 2019, 6:30 at night");
    expect(shownTime(evening, "am", days)).toBe("16 ኅዳር 2019 ሌሊት 6:30");
    expect(shownTime(evening, "en", days, "clock")).toBe("6:30:05 at night");
    expect(shownTime(evening, "en", days, "day")).toBe("16 Hedar 2019");
  });

  it("is the usual one for a session of before the choice", () => {
    const before = { timeZone: "UTC", calendar: "gregorian" } as ShownDays;
    expect(shownTime(evening, "en", before)).toBe("24 Nov 2026, 21:30");
  });
});
