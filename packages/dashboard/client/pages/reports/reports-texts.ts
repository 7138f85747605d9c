import { both, textsOf } from "@receipts/web-pages/texts";

export const reportsTexts = textsOf({
  title: both("Reports", "ሪፖርቶች"),
  now: both("Recent", "በቅርቡ"),
  window: both("Period", "ጊዜ"),
  windows: both(
    { "1h": "1 hour", "24h": "24 hours", "7d": "7 days", "30d": "30 days" },
    { "1h": "1 ሰዓት", "24h": "24 ሰዓት", "7d": "7 ቀን", "30d": "30 ቀን" },
  ),
  requests: both("Requests", "ጥያቄዎች"),
  successRate: both("Verified", "የተረጋገጡ"),
  p50: both("Median", "ግማሹ በዚህ ጊዜ ውስጥ"),
  p95: both("95 % within", "95 % በዚህ ጊዜ ውስጥ"),
  p99: both("99 % within", "99 % በዚህ ጊዜ ውስጥ"),
  unknown: both("–", "–"),
  noneNow: both("No recent requests", "በዚህ ጊዜ ውስጥ ጥያቄ የለም"),
  noneNowTodo: both("Choose a longer period, or verify a receipt.", "ረዘም ያለ ጊዜ ይምረጡ፤ ወይም አንድ ደረሰኝ ያረጋግጡ።"),
  daily: both("Daily", "በየቀኑ"),
  failed: both("Failed", "ያልተሳኩ"),
  successRateChart: both("Share verified", "ከተጠናቀቁት የተረጋገጡ"),
  noneDaily: both("No requests in this period", "በዚህ ጊዜ ውስጥ ጥያቄ የለም"),
  noneDailyTodo: both(
    "Choose a longer period or another bank, or verify a receipt.",
    "ረዘም ያለ ጊዜ ወይም ሌላ ባንክ ይምረጡ፤ ወይም አንድ ደረሰኝ ያረጋግጡ።",
  ),
  tryIt: both("Verify a receipt", "ደረሰኝ ያረጋግጡ"),
});
