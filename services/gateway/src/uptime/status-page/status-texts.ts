import { type BankState, type BankStatus, uptimeDays } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages";
import { judgedMinutes } from "../bank-state.ts";
import type { DayLevel } from "./status-view.ts";

export interface Duration {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const listedIn = (locale: string) => {
  const format = new Intl.ListFormat(locale, { type: "conjunction" });
  return (names: readonly string[]) => format.format(names);
};
const enList = listedIn("en-GB");
const amList = listedIn("am");

/** All texts of the status page. A missing translation is a type error. */
const en = {
  language: "Language",
  title: "Bank status",
  intro:
    "This page shows whether banks and wallets respond to our receipt queries. It uses real requests and is up to date within a few seconds.",
  asOf: "As of",
  refresh: "Refresh",
  allOperational: "All banks are operational",
  knownOperational: "All banks with recent requests are operational",
  noneKnown: "No recent requests to any bank",
  areDown: (banks: readonly string[]) => `${enList(banks)} ${banks.length === 1 ? "is" : "are"} down`,
  areDegraded: (banks: readonly string[]) => `${enList(banks)} ${banks.length === 1 ? "is" : "are"} degraded`,
  banks: "Banks and wallets",
  states: {
    operational: "Operational",
    degraded: "Degraded",
    down: "Down",
    unknown: "Unknown",
  } satisfies Record<BankState, string>,
  since: "since",
  noDataYet: "No data yet.",
  unsupported: "Receipts of this bank cannot be verified yet.",
  relays: ({ configured, usable }: NonNullable<BankStatus["relays"]>) =>
    `${usable} of ${counted(configured, "relay")} to this bank ${usable === 1 ? "works" : "work"}.`,
  availability: "Availability",
  spans: { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
  noData: "no data",
  daysSummary: ({ good, faults, down, unasked }: Readonly<Record<DayLevel, number>>) =>
    `The last ${uptimeDays} days: ${[
      counted(good, "good day"),
      ...(faults > 0 ? [counted(faults, "day with errors", "days with errors")] : []),
      ...(down > 0 ? [counted(down, "day mostly down", "days mostly down")] : []),
      ...(unasked > 0 ? [counted(unasked, "day without data", "days without data")] : []),
    ].join(", ")}`,
  oldestDay: `${uptimeDays} days ago`,
  newestDay: "today",
  dayByDay: "Daily availability",
  day: "Day (UTC)",
  answered: "Availability",
  levels: {
    good: "99 % or more available",
    faults: "less than 99 % available",
    down: "less than half available",
    unasked: "no data",
  } satisfies Record<DayLevel, string>,
  incidents: (count: number) => `Incidents: ${count}`,
  noIncidents: `No incidents in ${uptimeDays} days.`,
  incidentStart: "Started",
  incidentEnd: "Ended",
  incidentDuration: "Duration",
  ongoing: "ongoing",
  duration: ({ days, hours, minutes }: Duration) =>
    [
      ...(days > 0 ? [counted(days, "day")] : []),
      ...(hours > 0 ? [counted(hours, "hour")] : []),
      ...(days === 0 && (minutes > 0 || hours === 0) ? [counted(minutes, "minute")] : []),
    ].join(" "),
  meaning: "Meaning of each status",
  meanings: {
    operational: "More than 9 in 10 attempts succeed.",
    degraded: "At least 1 in 10 attempts fails. We retry it, so verifications can take longer.",
    down: "Most attempts fail. Verifications wait and are retried. If one ends without a verdict, its credit is refunded.",
    unknown: `No request to this bank in the last ${judgedMinutes} minutes, so its state is unknown.`,
  } satisfies Record<BankState, string>,
  bars: "Each bar is a day, the newest on the right:",
  times: "Times are in Addis Ababa time, 24-hour clock. Days are in UTC and start at 03:00 in Addis Ababa.",
  unreadable: {
    title: "The status is unavailable",
    todo: "Our database does not respond. This says nothing about the banks. Accepted requests are not lost. Refresh in a minute.",
  },
  failed: {
    title: "Something failed on our side",
    todo: "This says nothing about the banks. Refresh in a minute.",
  },
};

export type StatusTexts = typeof en;

const am: typeof en = {
  language: "ቋንቋ",
  title: "የባንኮች ሁኔታ",
  intro:
    "ስለ ደረሰኞች ስንጠይቃቸው ባንኮችና የሞባይል ገንዘብ አገልግሎቶች መልስ መስጠት አለመስጠታቸውን ያሳያል። መረጃው ከእውነተኛ ጥያቄዎች የተገኘ ሲሆን በየጥቂት ሰከንዱ ይታደሳል።",
  asOf: "መረጃው የተወሰደበት ጊዜ፦",
  refresh: "እንደገና ይመልከቱ",
  allOperational: "ሁሉም ባንኮች መልስ ይሰጣሉ",
  knownOperational: "የተጠየቁት ባንኮች ሁሉ መልስ ይሰጣሉ",
  noneKnown: "በቅርቡ የተጠየቀ ባንክ የለም",
  areDown: (banks) => `${amList(banks)} መልስ ${banks.length === 1 ? "አይሰጥም" : "አይሰጡም"}`,
  areDegraded: (banks) => `${amList(banks)} መልስ ${banks.length === 1 ? "የሚሰጠው" : "የሚሰጡት"} በችግር ነው`,
  banks: "ባንኮችና የሞባይል ገንዘብ አገልግሎቶች",
  states: {
    operational: "መልስ ይሰጣል",
    degraded: "መልስ የሚሰጠው በችግር ነው",
    down: "መልስ አይሰጥም",
    unknown: "አይታወቅም",
  },
  since: "ከዚህ ጊዜ ጀምሮ፦",
  noDataYet: "እስካሁን ተጠይቆ አያውቅም።",
  unsupported: "የዚህን ባንክ ደረሰኞች ገና ማረጋገጥ አይቻልም።",
  relays: ({ configured, usable }) => `ወደዚህ ባንክ ከሚያገናኙት ${configured} መስመሮች የሚሠሩት፦ ${usable}`,
  availability: "መልስ ያገኙ",
  spans: { "24h": "24 ሰዓት", "7d": "7 ቀን", "30d": "30 ቀን", "90d": "90 ቀን" },
  noData: "አልተጠየቀም",
  daysSummary: ({ good, faults, down, unasked }) =>
    `ያለፉት ${uptimeDays} ቀናት፦ ${[
      `${good} ጥሩ ቀን`,
      ...(faults > 0 ? [`${faults} ችግር የነበረበት ቀን`] : []),
      ...(down > 0 ? [`${down} በአብዛኛው መልስ ያልተገኘበት ቀን`] : []),
      ...(unasked > 0 ? [`${unasked} ያልተጠየቀበት ቀን`] : []),
    ].join("፣ ")}`,
  oldestDay: `ከ${uptimeDays} ቀን በፊት`,
  newestDay: "ዛሬ",
  dayByDay: "በየቀኑ",
  day: "ቀን (በUTC)",
  answered: "መልስ ያገኙ",
  levels: {
    good: "99 % ወይም ከዚያ በላይ መልስ ያገኘበት",
    faults: "ከ99 % በታች መልስ ያገኘበት",
    down: "ከግማሽ በታች መልስ ያገኘበት",
    unasked: "ያልተጠየቀበት",
  },
  incidents: (count) => `የአገልግሎት መቋረጦች፦ ${count}`,
  noIncidents: `ባለፉት ${uptimeDays} ቀናት የአገልግሎት መቋረጥ አልነበረም።`,
  incidentStart: "የጀመረበት",
  incidentEnd: "ያበቃበት",
  incidentDuration: "የቆየበት ጊዜ",
  ongoing: "አላበቃም",
  duration: ({ days, hours, minutes }) =>
    [
      ...(days > 0 ? [`${days} ቀን`] : []),
      ...(hours > 0 ? [`${hours} ሰዓት`] : []),
      ...(days === 0 && (minutes > 0 || hours === 0) ? [`${minutes} ደቂቃ`] : []),
    ].join(" ከ"),
  meaning: "የቃላቱ ትርጉም",
  meanings: {
    operational: "ከአሥር ሙከራዎች ከዘጠኝ በላይ የሚሆኑት መልስ ያገኛሉ።",
    degraded: "ከአሥር ሙከራዎች አንድ ወይም ከዚያ በላይ መልስ አያገኝም። ሙከራው ይደገማል፤ ስለዚህ ማረጋገጡ ሊዘገይ ይችላል።",
    down: "አብዛኞቹ ሙከራዎች መልስ አያገኙም። ጥያቄዎች ይጠብቃሉ፤ ይደገማሉም። ያለ ውጤት ያበቃ ጥያቄ ክሬዲቱ ይመለሳል።",
    unknown: `ባለፉት ${judgedMinutes} ደቂቃዎች ባንኩን የጠየቀ የለም፤ ስለዚህ ሁኔታው አይታወቅም። የችግር ምልክት አይደለም።`,
  },
  bars: "እያንዳንዱ ዘንግ አንድ ቀን ነው፤ በቀኝ ጫፍ ያለው የዛሬው ነው፦",
  times: "ሰዓቱ የአዲስ አበባ ሲሆን በ24 ሰዓት አቆጣጠር ነው። ቀናቱ በUTC ናቸው፤ በአዲስ አበባ 03:00 ላይ ይጀምራሉ።",
  unreadable: {
    title: "ሁኔታውን አሁን ማወቅ አልተቻለም",
    todo: "የራሳችን የመረጃ ቋት መልስ አይሰጥም። ይህ ስለ ባንኮቹ የሚናገረው ነገር የለም። የተቀበልናቸው ጥያቄዎች አይጠፉም። ከአንድ ደቂቃ በኋላ እንደገና ይመልከቱ።",
  },
  failed: {
    title: "በእኛ በኩል ችግር አጋጥሟል",
    todo: "ይህ ስለ ባንኮቹ የሚናገረው ነገር የለም። ከአንድ ደቂቃ በኋላ እንደገና ይመልከቱ።",
  },
};

export const statusTexts: Readonly<Record<PageLanguage, StatusTexts>> = { en, am };
