import type { MetricsWindow } from "@receipts/contracts";
import type { Texts } from "../../language/language.ts";

export interface ReportsTexts {
  readonly title: string;
  readonly now: string;
  readonly window: string;
  readonly windows: Readonly<Record<MetricsWindow, string>>;
  readonly requests: string;
  readonly successRate: string;
  readonly p50: string;
  readonly p95: string;
  readonly p99: string;
  readonly unknown: string;
  readonly byBank: string;
  readonly noneNow: string;
  readonly noneNowTodo: string;
  readonly daily: string;
  readonly dailyHint: string;
  readonly period: string;
  readonly days: (count: number) => string;
  readonly show: string;
  readonly day: string;
  readonly failed: string;
  readonly successRateChart: string;
  readonly download: string;
  readonly noneDaily: string;
  readonly noneDailyTodo: string;
  readonly tryIt: string;
}

export const reportsTexts: Texts<ReportsTexts> = {
  en: {
    title: "Reports",
    now: "Lately",
    window: "Up to now",
    windows: { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days" },
    requests: "Requests",
    successRate: "Verified",
    p50: "Half within",
    p95: "95 % within",
    p99: "99 % within",
    unknown: "–",
    byBank: "By bank",
    noneNow: "No requests in this time",
    noneNowTodo: "Choose a longer time, or verify a receipt.",
    daily: "Day by day",
    dailyHint: "Days are those of UTC.",
    period: "Period",
    days: (count) => `Last ${count} days`,
    show: "Show",
    day: "Day",
    failed: "Failed",
    successRateChart: "Verified, of those that ended",
    download: "Download as CSV",
    noneDaily: "No requests in this period",
    noneDailyTodo: "Choose a longer period or another bank, or verify a receipt.",
    tryIt: "Verify a receipt",
  },
  am: {
    title: "ሪፖርቶች",
    now: "በቅርቡ",
    window: "እስከ አሁን",
    windows: { "1h": "1 ሰዓት", "24h": "24 ሰዓት", "7d": "7 ቀን", "30d": "30 ቀን" },
    requests: "ጥያቄዎች",
    successRate: "የተረጋገጡ",
    p50: "ግማሹ በዚህ ጊዜ ውስጥ",
    p95: "95 % በዚህ ጊዜ ውስጥ",
    p99: "99 % በዚህ ጊዜ ውስጥ",
    unknown: "–",
    byBank: "በየባንኩ",
    noneNow: "በዚህ ጊዜ ውስጥ ጥያቄ የለም",
    noneNowTodo: "ረዘም ያለ ጊዜ ይምረጡ፤ ወይም አንድ ደረሰኝ ያረጋግጡ።",
    daily: "በየቀኑ",
    dailyHint: "ቀናቱ በUTC አቆጣጠር ናቸው።",
    period: "ጊዜ",
    days: (count) => `ያለፉት ${count} ቀናት`,
    show: "አሳይ",
    day: "ቀን",
    failed: "ያልተሳኩ",
    successRateChart: "ከተጠናቀቁት የተረጋገጡ",
    download: "በCSV አውርድ",
    noneDaily: "በዚህ ጊዜ ውስጥ ጥያቄ የለም",
    noneDailyTodo: "ረዘም ያለ ጊዜ ወይም ሌላ ባንክ ይምረጡ፤ ወይም አንድ ደረሰኝ ያረጋግጡ።",
    tryIt: "ደረሰኝ ያረጋግጡ",
  },
};
