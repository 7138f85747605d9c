import type { BankState } from "@receipts/contracts";
import { both, counted, type Texts, textsOf } from "@receipts/web-pages/texts";
import type { DayLevel } from "./uptime-days.ts";

export const uptimeTexts = textsOf({
  title: both("Bank uptime", "የባንኮች ሁኔታ"),
  intro: both(
    "How often banks and wallets respond to our receipt queries, measured with real requests.",
    "ስለ ደረሰኞች ሲጠየቁ ባንኮችና የሞባይል ገንዘብ አገልግሎቶች መልስ መስጠት አለመስጠታቸው። መረጃው ከእውነተኛ ጥያቄዎች የተገኘ ነው።",
  ),
  publicPage: both("Public status page", "ለሁሉም ክፍት የሆነው የሁኔታ ገጽ"),
  states: {
    operational: both("Operational", "መልስ ይሰጣል"),
    degraded: both("Degraded", "መልስ የሚሰጠው በችግር ነው"),
    down: both("Down", "መልስ አይሰጥም"),
    unknown: both("Unknown", "አይታወቅም"),
  } satisfies Record<BankState, Texts<string>>,
  since: both(
    (time: string) => `since ${time}`,
    (time) => `ከዚህ ጊዜ ጀምሮ፦ ${time}`,
  ),
  noDataYet: both("No data yet.", "እስካሁን ተጠይቆ አያውቅም።"),
  availability: both("Availability", "መልስ ያገኙ"),
  spans: both(
    { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
    { "24h": "24 ሰዓት", "7d": "7 ቀን", "30d": "30 ቀን", "90d": "90 ቀን" },
  ),
  noData: both("no data", "አልተጠየቀም"),
  daysSummary: both(
    ({ good, faults, down, unasked }: Readonly<Record<DayLevel, number>>) =>
      `The last 90 days: ${[
        counted(good, "good day", "good days"),
        ...(faults > 0 ? [counted(faults, "day with errors", "days with errors")] : []),
        ...(down > 0 ? [counted(down, "day mostly down", "days mostly down")] : []),
        ...(unasked > 0 ? [counted(unasked, "day without data", "days without data")] : []),
      ].join(", ")}`,
    ({ good, faults, down, unasked }) =>
      `ያለፉት 90 ቀናት፦ ${[
        `${good} ጥሩ ቀን`,
        ...(faults > 0 ? [`${faults} ችግር የነበረበት ቀን`] : []),
        ...(down > 0 ? [`${down} በአብዛኛው መልስ ያልተገኘበት ቀን`] : []),
        ...(unasked > 0 ? [`${unasked} ያልተጠየቀበት ቀን`] : []),
      ].join("፣ ")}`,
  ),
  oldestDay: both("90 days ago", "ከ90 ቀን በፊት"),
  newestDay: both("today", "ዛሬ"),
  levels: {
    good: both("99 % or more available", "99 % ወይም ከዚያ በላይ መልስ ያገኘበት"),
    faults: both("less than 99 % available", "ከ99 % በታች መልስ ያገኘበት"),
    down: both("less than half available", "ከግማሽ በታች መልስ ያገኘበት"),
    unasked: both("no data", "ያልተጠየቀበት"),
  } satisfies Record<DayLevel, Texts<string>>,
  incidents: both(
    (count: number) => `Incidents: ${count}`,
    (count) => `የአገልግሎት መቋረጦች፦ ${count}`,
  ),
  noIncidents: both("No incidents in 90 days.", "ባለፉት 90 ቀናት የአገልግሎት መቋረጥ አልነበረም።"),
  began: both("Started", "የጀመረበት"),
  ended: both("Ended", "ያበቃበት"),
  ongoing: both("ongoing", "አላበቃም"),
  legend: both(
    "Each bar is a day (UTC), the newest on the right:",
    "እያንዳንዱ ዘንግ አንድ ቀን ነው (በUTC)፤ በቀኝ ጫፍ ያለው የዛሬው ነው፦",
  ),
});
