import type { BankState, BankStatus, DailyProbeOutcome } from "@receipts/contracts";
import { bankUptimeTexts, both, counted, type Texts, textsOf } from "@receipts/web-pages";
import { judgedMinutes } from "../bank-state.ts";

export interface Duration {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

const listedIn = (locale: string) => {
  const format = new Intl.ListFormat(locale, { type: "conjunction" });
  return (names: readonly string[]) => format.format(names);
};
const enList = listedIn("en-GB");
const amList = listedIn("am");

/** All texts of the status page. A missing translation is a type error. */
export const statusTexts = textsOf({
  ...bankUptimeTexts,
  language: both("Language", "ቋንቋ"),
  title: both("Bank status", "የባንኮች ሁኔታ"),
  intro: both(
    "This page shows whether banks and wallets respond to our receipt queries. It uses real requests and is up to date within a few seconds.",
    "ስለ ደረሰኞች ስንጠይቃቸው ባንኮችና የሞባይል ገንዘብ አገልግሎቶች መልስ መስጠት አለመስጠታቸውን ያሳያል። መረጃው ከእውነተኛ ጥያቄዎች የተገኘ ሲሆን በየጥቂት ሰከንዱ ይታደሳል።",
  ),
  asOf: both("As of", "መረጃው የተወሰደበት ጊዜ፦"),
  refresh: both("Refresh", "እንደገና ይመልከቱ"),
  allOperational: both("All banks are operational", "ሁሉም ባንኮች መልስ ይሰጣሉ"),
  knownOperational: both("All banks with recent requests are operational", "የተጠየቁት ባንኮች ሁሉ መልስ ይሰጣሉ"),
  noneKnown: both("No recent requests to any bank", "በቅርቡ የተጠየቀ ባንክ የለም"),
  areDown: both(
    (banks: readonly string[]) => `${enList(banks)} ${banks.length === 1 ? "is" : "are"} down`,
    (banks) => `${amList(banks)} መልስ ${banks.length === 1 ? "አይሰጥም" : "አይሰጡም"}`,
  ),
  areDegraded: both(
    (banks: readonly string[]) => `${enList(banks)} ${banks.length === 1 ? "is" : "are"} degraded`,
    (banks) => `${amList(banks)} መልስ ${banks.length === 1 ? "የሚሰጠው" : "የሚሰጡት"} በችግር ነው`,
  ),
  banks: both("Banks and wallets", "ባንኮችና የሞባይል ገንዘብ አገልግሎቶች"),
  since: both("since", "ከዚህ ጊዜ ጀምሮ፦"),
  unsupported: both("Receipts of this bank cannot be verified yet.", "የዚህን ባንክ ደረሰኞች ገና ማረጋገጥ አይቻልም።"),
  relays: both(
    ({ configured, usable }: NonNullable<BankStatus["relays"]>) =>
      `${usable} of ${counted(configured, "relay")} to this bank ${usable === 1 ? "works" : "work"}.`,
    ({ configured, usable }) => `ወደዚህ ባንክ ከሚያገናኙት ${configured} መስመሮች የሚሠሩት፦ ${usable}`,
  ),
  dailyProbe: {
    responded: both("Daily check: it responds as expected,", "የዕለቱ ፍተሻ፦ እንደሚጠበቀው መልስ ሰጥቷል፤"),
    unreadable: both(
      "Daily check: it responds in a new form that we cannot read,",
      "የዕለቱ ፍተሻ፦ ልናነበው በማንችለው አዲስ መልክ መልስ ሰጥቷል፤",
    ),
    unavailable: both("Daily check: it did not respond,", "የዕለቱ ፍተሻ፦ መልስ አልሰጠም፤"),
  } satisfies Record<DailyProbeOutcome, Texts<string>>,
  dayByDay: both("Daily availability", "በየቀኑ"),
  day: both("Day (UTC)", "ቀን (በUTC)"),
  answered: both("Availability", "መልስ ያገኙ"),
  incidentStart: both("Started", "የጀመረበት"),
  incidentEnd: both("Ended", "ያበቃበት"),
  incidentDuration: both("Duration", "የቆየበት ጊዜ"),
  ongoing: both("ongoing", "አላበቃም"),
  duration: both(
    ({ days, hours, minutes }: Duration) =>
      [
        ...(days > 0 ? [counted(days, "day")] : []),
        ...(hours > 0 ? [counted(hours, "hour")] : []),
        ...(days === 0 && (minutes > 0 || hours === 0) ? [counted(minutes, "minute")] : []),
      ].join(" "),
    ({ days, hours, minutes }) =>
      [
        ...(days > 0 ? [`${days} ቀን`] : []),
        ...(hours > 0 ? [`${hours} ሰዓት`] : []),
        ...(days === 0 && (minutes > 0 || hours === 0) ? [`${minutes} ደቂቃ`] : []),
      ].join(" ከ"),
  ),
  meaning: both("Meaning of each status", "የቃላቱ ትርጉም"),
  meanings: {
    operational: both("More than 9 in 10 attempts succeed.", "ከአሥር ሙከራዎች ከዘጠኝ በላይ የሚሆኑት መልስ ያገኛሉ።"),
    degraded: both(
      "At least 1 in 10 attempts fails. We retry it, so verifications can take longer.",
      "ከአሥር ሙከራዎች አንድ ወይም ከዚያ በላይ መልስ አያገኝም። ሙከራው ይደገማል፤ ስለዚህ ማረጋገጡ ሊዘገይ ይችላል።",
    ),
    down: both(
      "Most attempts fail. Verifications wait and are retried. If one ends without a verdict, its credit is refunded.",
      "አብዛኞቹ ሙከራዎች መልስ አያገኙም። ጥያቄዎች ይጠብቃሉ፤ ይደገማሉም። ያለ ውጤት ያበቃ ጥያቄ ክሬዲቱ ይመለሳል።",
    ),
    unknown: both(
      `No request to this bank in the last ${judgedMinutes} minutes, so its state is unknown.`,
      `ባለፉት ${judgedMinutes} ደቂቃዎች ባንኩን የጠየቀ የለም፤ ስለዚህ ሁኔታው አይታወቅም። የችግር ምልክት አይደለም።`,
    ),
  } satisfies Record<BankState, Texts<string>>,
  bars: both("Each bar is a day, the newest on the right:", "እያንዳንዱ ዘንግ አንድ ቀን ነው፤ በቀኝ ጫፍ ያለው የዛሬው ነው፦"),
  times: both(
    "Times are in Addis Ababa time, 24-hour clock. Days are in UTC and start at 03:00 in Addis Ababa.",
    "ሰዓቱ የአዲስ አበባ ሲሆን በ24 ሰዓት አቆጣጠር ነው። ቀናቱ በUTC ናቸው፤ በአዲስ አበባ 03:00 ላይ ይጀምራሉ።",
  ),
  unreadable: {
    title: both("The status is unavailable", "ሁኔታውን አሁን ማወቅ አልተቻለም"),
    todo: both(
      "Our database does not respond. This says nothing about the banks. Accepted requests are not lost. Refresh in a minute.",
      "የራሳችን የመረጃ ቋት መልስ አይሰጥም። ይህ ስለ ባንኮቹ የሚናገረው ነገር የለም። የተቀበልናቸው ጥያቄዎች አይጠፉም። ከአንድ ደቂቃ በኋላ እንደገና ይመልከቱ።",
    ),
  },
  failed: {
    title: both("Something failed on our side", "በእኛ በኩል ችግር አጋጥሟል"),
    todo: both(
      "This says nothing about the banks. Refresh in a minute.",
      "ይህ ስለ ባንኮቹ የሚናገረው ነገር የለም። ከአንድ ደቂቃ በኋላ እንደገና ይመልከቱ።",
    ),
  },
});

export type StatusTexts = (typeof statusTexts)["en"];
