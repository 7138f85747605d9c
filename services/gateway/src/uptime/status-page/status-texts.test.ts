import { itIsWhole } from "../../../test/page-texts.ts";
import { statusTexts } from "./status-texts.ts";
import { dayText, durationBetween, percentText, timeText } from "./status-time.ts";

function givenTo(place: string): unknown {
  if (place.endsWith("duration")) return { days: 0, hours: 2, minutes: 3 };
  if (place.endsWith("daysSummary")) return { good: 80, faults: 1, down: 2, unasked: 7 };
  if (place.endsWith("relays")) return { configured: 3, usable: 2 };
  return place.endsWith("incidents") ? 3 : ["A", "B"];
}

describe("the texts of the status page", () => {
  itIsWhole(statusTexts, (place) => [givenTo(place)]);

  it("use the right number", () => {
    const { duration, daysSummary, areDown: doNotAnswer, areDegraded: haveFaults, relays } = statusTexts.en;
    expect(relays({ configured: 1, usable: 0 })).toBe("0 of 1 relay to this bank work.");
    expect(relays({ configured: 3, usable: 1 })).toBe("1 of 3 relays to this bank works.");
    expect(duration({ days: 0, hours: 1, minutes: 1 })).toBe("1 hour 1 minute");
    expect(duration({ days: 2, hours: 3, minutes: 4 })).toBe("2 days 3 hours");
    expect(doNotAnswer(["A"])).toBe("A is down");
    expect(haveFaults(["A", "B", "C"])).toBe("A, B and C are degraded");
    expect(daysSummary({ good: 1, faults: 0, down: 2, unasked: 0 })).toBe(
      "The last 90 days: 1 good day, 2 days mostly down",
    );
    expect(statusTexts.am.areDown(["ሀ", "ለ"])).toMatch(/ሀ.*ለ መልስ አይሰጡም$/);
  });
});

describe("times", () => {
  it("are in Addis Ababa time, days in UTC, both on the Gregorian calendar", () => {
    expect(timeText("2026-01-31T21:05:00.000Z", "en")).toBe("1 Feb 2026, 00:05");
    expect(dayText("2026-01-31", "en")).toBe("31 Jan 2026");
    expect(timeText("2026-01-31T21:05:00.000Z", "am")).toMatch(/\p{Script=Ethiopic}.* 2026.*00:05/u);
    expect(dayText("2026-01-31", "am")).toMatch(/31.* 2026/);
  });

  it.each([
    ["2026-01-31T00:00:00.000Z", "2026-01-31T00:00:01.000Z", { days: 0, hours: 0, minutes: 1 }],
    ["2026-01-31T00:00:00.000Z", "2026-01-31T02:10:00.000Z", { days: 0, hours: 2, minutes: 10 }],
    ["2026-01-31T00:00:00.000Z", "2026-02-02T01:00:00.000Z", { days: 2, hours: 1, minutes: 0 }],
  ])("from %s to %s are counted in minutes, rounded up", (from, to, parts) => {
    expect(durationBetween(from, to)).toEqual(parts);
  });

  /** A bank with any failure must not show 100 %. */
  it.each([
    [1, "100 %"],
    [0.9999, "99.99 %"],
    [0.9375, "93.75 %"],
    [0.29, "29.00 %"],
    [0, "0.00 %"],
  ])("formats a share of %p as %s", (share, text) => {
    expect(percentText(share)).toBe(text);
  });
});
