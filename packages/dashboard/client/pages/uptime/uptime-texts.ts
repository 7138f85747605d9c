import type { BankState } from "@receipts/contracts";
import { textsOf } from "../../language/language.ts";
import type { DayLevel } from "./uptime-days.ts";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const uptimeTexts = textsOf({
  en: {
    title: "Uptime of the banks",
    intro:
      "Whether banks and wallets answer when they are asked about receipts. It comes from real requests.",
    publicPage: "The public status page",
    states: {
      operational: "Answers",
      degraded: "Answers with faults",
      down: "Does not answer",
      unknown: "Unknown",
    } satisfies Record<BankState, string>,
    since: (time: string) => `since ${time}`,
    neverAsked: "It has never been asked.",
    availability: "Answered",
    spans: { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
    notAsked: "not asked",
    daysSummary: ({ good, faults, down, unasked }: Readonly<Record<DayLevel, number>>) =>
      `The last 90 days: ${[
        counted(good, "good day", "good days"),
        ...(faults > 0 ? [counted(faults, "day with faults", "days with faults")] : []),
        ...(down > 0 ? [counted(down, "day mostly in vain", "days mostly in vain")] : []),
        ...(unasked > 0 ? [counted(unasked, "day not asked", "days not asked")] : []),
      ].join(", ")}`,
    oldestDay: "90 days ago",
    newestDay: "today",
    levels: {
      good: "99 % or more answered",
      faults: "less than 99 % answered",
      down: "less than half answered",
      unasked: "not asked",
    } satisfies Record<DayLevel, string>,
    incidents: (count: number) => `Incidents: ${count}`,
    noIncidents: "No incident in 90 days.",
    began: "Began",
    ended: "Ended",
    goesOn: "goes on",
    legend: "Each bar is a day (UTC), the newest on the right:",
  },
  am: {
    title: "የባንኮች ሁኔታ",
    intro: "ስለ ደረሰኞች ሲጠየቁ ባንኮችና የሞባይል ገንዘብ አገልግሎቶች መልስ መስጠት አለመስጠታቸው። መረጃው ከእውነተኛ ጥያቄዎች የተገኘ ነው።",
    publicPage: "ለሁሉም ክፍት የሆነው የሁኔታ ገጽ",
    states: {
      operational: "መልስ ይሰጣል",
      degraded: "መልስ የሚሰጠው በችግር ነው",
      down: "መልስ አይሰጥም",
      unknown: "አይታወቅም",
    },
    since: (time) => `ከዚህ ጊዜ ጀምሮ፦ ${time}`,
    neverAsked: "እስካሁን ተጠይቆ አያውቅም።",
    availability: "መልስ ያገኙ",
    spans: { "24h": "24 ሰዓት", "7d": "7 ቀን", "30d": "30 ቀን", "90d": "90 ቀን" },
    notAsked: "አልተጠየቀም",
    daysSummary: ({ good, faults, down, unasked }) =>
      `ያለፉት 90 ቀናት፦ ${[
        `${good} ጥሩ ቀን`,
        ...(faults > 0 ? [`${faults} ችግር የነበረበት ቀን`] : []),
        ...(down > 0 ? [`${down} በአብዛኛው መልስ ያልተገኘበት ቀን`] : []),
        ...(unasked > 0 ? [`${unasked} ያልተጠየቀበት ቀን`] : []),
      ].join("፣ ")}`,
    oldestDay: "ከ90 ቀን በፊት",
    newestDay: "ዛሬ",
    levels: {
      good: "99 % ወይም ከዚያ በላይ መልስ ያገኘበት",
      faults: "ከ99 % በታች መልስ ያገኘበት",
      down: "ከግማሽ በታች መልስ ያገኘበት",
      unasked: "ያልተጠየቀበት",
    },
    incidents: (count) => `የአገልግሎት መቋረጦች፦ ${count}`,
    noIncidents: "ባለፉት 90 ቀናት የአገልግሎት መቋረጥ አልነበረም።",
    began: "የጀመረበት",
    ended: "ያበቃበት",
    goesOn: "አላበቃም",
    legend: "እያንዳንዱ ዘንግ አንድ ቀን ነው (በUTC)፤ በቀኝ ጫፍ ያለው የዛሬው ነው፦",
  },
});
