import { both, textsOf } from "@receipts/web-pages/texts";

export const recoveryTexts = textsOf({
  title: both("Resend missed webhooks", "ያልደረሱትን እንደገና ይላኩ"),
  hint: both(
    "After a long outage of your server, resend all webhooks of that time that were never delivered.",
    "ሰርቨርዎ ዌብሁክ ከሚሞከርበት ጊዜ በላይ ካልሠራ፣ በዚያ ጊዜ ያልደረሱት ሁሉ እንደገና ይላካሉ።",
  ),
  endpointHint: both(
    "Resend all webhooks to this endpoint that failed since a day, each under its own delivery id.",
    "ከዚህ ቀን ጀምሮ ወደዚህ አድራሻ ያልደረሱት ሁሉ፣ እያንዳንዱ በራሱ መለያ እንደገና ይላካሉ።",
  ),
  disabledHint: both("Enable the endpoint first.", "መጀመሪያ አድራሻውን እንደገና ያስጀምሩ።"),
  untilHint: both(
    "Up to the start of this day, UTC. If empty, up to now.",
    "ቀኑ እስኪጀምር፣ በUTC። ባዶ ከሆነ እስከ አሁን።",
  ),
  host: both("Only this host", "ወደዚህ ሆስት ብቻ"),
  hostHint: both("As in the URL: hooks.example.com", "በአድራሻው እንዳለ፦ hooks.example.com"),
  recover: both("Resend all failed", "ያልደረሱትን ሁሉ ላክ"),
  running: both("Recovery in progress", "እንደገና በመላክ ላይ"),
  done: both("Recovery done", "እንደገና መላኩ ተጠናቋል"),
  progress: both(
    (requeued: string, matched: string) => `${requeued} of ${matched} queued again`,
    (requeued, matched) => `ከ${matched} ውስጥ ${requeued} እንደገና ተጀምረዋል`,
  ),
  nothingToRecover: both(
    "No webhook of that period has failed for good. There is nothing to resend.",
    "በዚያ ጊዜ ሳይደርስ የቀረ ዌብሁክ የለም፤ እንደገና የሚላክ ነገር የለም።",
  ),
  matched: both("Found", "የተገኙ"),
  requeued: both("Queued again", "እንደገና የተጀመሩ"),
  delivered: both("Delivered", "የደረሱ"),
  failed: both("Failed again", "እንደገና ያልተሳኩ"),
  pending: both("In progress", "በመላክ ላይ ያሉ"),
});
