import { bankUptimeTexts } from "@receipts/web-pages/bank-uptime";
import { both, textsOf } from "@receipts/web-pages/texts";

export const uptimeTexts = textsOf({
  ...bankUptimeTexts,
  title: both("Bank uptime", "የባንኮች ሁኔታ"),
  intro: both(
    "How often banks and wallets respond to our receipt queries, measured with real requests.",
    "ስለ ደረሰኞች ሲጠየቁ ባንኮችና የሞባይል ገንዘብ አገልግሎቶች መልስ መስጠት አለመስጠታቸው። መረጃው ከእውነተኛ ጥያቄዎች የተገኘ ነው።",
  ),
  publicPage: both("Public status page", "ለሁሉም ክፍት የሆነው የሁኔታ ገጽ"),
  since: both(
    (time: string) => `since ${time}`,
    (time) => `ከዚህ ጊዜ ጀምሮ፦ ${time}`,
  ),
  began: both("Started", "የጀመረበት"),
  ended: both("Ended", "ያበቃበት"),
  ongoing: both("ongoing", "አላበቃም"),
  legend: both(
    "Each bar is a day (UTC), the newest on the right:",
    "እያንዳንዱ ዘንግ አንድ ቀን ነው (በUTC)፤ በቀኝ ጫፍ ያለው የዛሬው ነው፦",
  ),
});
