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

/** Everything that the status page says. A text that one language lacks is a fault of types. */
const en = {
  language: "Language",
  title: "Status of the banks",
  intro:
    "Whether banks and wallets answer when we ask them about receipts. It comes from real requests, and is looked at again every few seconds.",
  asOf: "As of",
  lookAgain: "Look again",
  allAnswer: "All banks answer",
  askedAnswer: "Every bank that was asked answers",
  nothingKnown: "No bank has been asked lately",
  doNotAnswer: (banks: readonly string[]) =>
    `${enList(banks)} ${banks.length === 1 ? "does" : "do"} not answer`,
  haveFaults: (banks: readonly string[]) =>
    `${enList(banks)} ${banks.length === 1 ? "answers" : "answer"} with faults`,
  banks: "Banks and wallets",
  states: {
    operational: "Answers",
    degraded: "Answers with faults",
    down: "Does not answer",
    unknown: "Unknown",
  } satisfies Record<BankState, string>,
  since: "since",
  neverAsked: "It has never been asked.",
  unsupported: "Receipts of this bank cannot be verified yet.",
  relays: ({ configured, usable }: NonNullable<BankStatus["relays"]>) =>
    `${usable} of ${counted(configured, "relay")} to this bank ${usable === 1 ? "works" : "work"}.`,
  availability: "Answered",
  spans: { "24h": "24 hours", "7d": "7 days", "30d": "30 days", "90d": "90 days" },
  notAsked: "not asked",
  daysSummary: ({ good, faults, down, unasked }: Readonly<Record<DayLevel, number>>) =>
    `The last ${uptimeDays} days: ${[
      counted(good, "good day"),
      ...(faults > 0 ? [counted(faults, "day with faults", "days with faults")] : []),
      ...(down > 0 ? [counted(down, "day mostly in vain", "days mostly in vain")] : []),
      ...(unasked > 0 ? [counted(unasked, "day not asked", "days not asked")] : []),
    ].join(", ")}`,
  oldestDay: `${uptimeDays} days ago`,
  newestDay: "today",
  dayByDay: "Day by day",
  day: "Day (UTC)",
  answered: "Answered",
  levels: {
    good: "99 % or more answered",
    faults: "less than 99 % answered",
    down: "less than half answered",
    unasked: "not asked",
  } satisfies Record<DayLevel, string>,
  incidents: (count: number) => `Incidents: ${count}`,
  noIncidents: `No incident in ${uptimeDays} days.`,
  incidentStart: "Began",
  incidentEnd: "Ended",
  incidentDuration: "Lasted",
  goesOn: "goes on",
  duration: ({ days, hours, minutes }: Duration) =>
    [
      ...(days > 0 ? [counted(days, "day")] : []),
      ...(hours > 0 ? [counted(hours, "hour")] : []),
      ...(days === 0 && (minutes > 0 || hours === 0) ? [counted(minutes, "minute")] : []),
    ].join(" "),
  meaning: "What the words mean",
  meanings: {
    operational: "More than nine of ten attempts are answered.",
    degraded:
      "One attempt in ten, or more, is in vain. It is made again, so that verifications may take longer.",
    down: "Most attempts are in vain. Verifications wait and are tried again; one that ends without a verdict gives its credit back.",
    unknown: `Nobody has asked the bank in the last ${judgedMinutes} minutes, so that nobody knows. It is no sign of a fault.`,
  } satisfies Record<BankState, string>,
  bars: "Each bar is a day, the newest on the right:",
  times: "Times are of Addis Ababa, on the 24-hour clock. Days are of UTC: they begin at 03:00 there.",
  unreadable: {
    title: "The status cannot be read at the moment",
    todo: "Our own database does not answer. This says nothing about the banks. Requests that were accepted are not lost. Look again in a minute.",
  },
  failed: {
    title: "Something failed on our side",
    todo: "This says nothing about the banks. Look again in a minute.",
  },
};

export type StatusTexts = typeof en;

const am: typeof en = {
  language: "ቋንቋ",
  title: "የባንኮች ሁኔታ",
  intro:
    "ስለ ደረሰኞች ስንጠይቃቸው ባንኮችና የሞባይል ገንዘብ አገልግሎቶች መልስ መስጠት አለመስጠታቸውን ያሳያል። መረጃው ከእውነተኛ ጥያቄዎች የተገኘ ሲሆን በየጥቂት ሰከንዱ ይታደሳል።",
  asOf: "መረጃው የተወሰደበት ጊዜ፦",
  lookAgain: "እንደገና ይመልከቱ",
  allAnswer: "ሁሉም ባንኮች መልስ ይሰጣሉ",
  askedAnswer: "የተጠየቁት ባንኮች ሁሉ መልስ ይሰጣሉ",
  nothingKnown: "በቅርቡ የተጠየቀ ባንክ የለም",
  doNotAnswer: (banks) => `${amList(banks)} መልስ ${banks.length === 1 ? "አይሰጥም" : "አይሰጡም"}`,
  haveFaults: (banks) => `${amList(banks)} መልስ ${banks.length === 1 ? "የሚሰጠው" : "የሚሰጡት"} በችግር ነው`,
  banks: "ባንኮችና የሞባይል ገንዘብ አገልግሎቶች",
  states: {
    operational: "መልስ ይሰጣል",
    degraded: "መልስ የሚሰጠው በችግር ነው",
    down: "መልስ አይሰጥም",
    unknown: "አይታወቅም",
  },
  since: "ከዚህ ጊዜ ጀምሮ፦",
  neverAsked: "እስካሁን ተጠይቆ አያውቅም።",
  unsupported: "የዚህን ባንክ ደረሰኞች ገና ማረጋገጥ አይቻልም።",
  relays: ({ configured, usable }) => `ወደዚህ ባንክ ከሚያገናኙት ${configured} መስመሮች የሚሠሩት፦ ${usable}`,
  availability: "መልስ ያገኙ",
  spans: { "24h": "24 ሰዓት", "7d": "7 ቀን", "30d": "30 ቀን", "90d": "90 ቀን" },
  notAsked: "አልተጠየቀም",
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
  goesOn: "አላበቃም",
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
