import type { TestWebhookScenario } from "@receipts/contracts";
import { both, type Texts, textsOf } from "../../language/language.ts";

export const gracePeriods = ["86400", "3600", "604800", "0"] as const;

export const webhooksTexts = textsOf({
  title: both("Webhooks", "ዌብሁኮች"),
  intro: both("We notify your server when a request ends.", "ጥያቄ ሲጠናቀቅ ሰርቨርዎ ሳይጠይቅ እንዲያውቅ ይደረጋል።"),
  docs: both("How to receive webhooks", "ዌብሁክ እንዴት እንደሚቀበሉ፣ ከምሳሌ ኮድ ጋር"),
  address: both("Default URL", "መደበኛ አድራሻ"),
  addressHint: both(
    "For requests without a webhook URL. If empty, these requests send no webhook.",
    "የራሳቸውን አድራሻ ለማይገልጹ ጥያቄዎች። ባዶ ከሆነ ዌብሁክ አይላክም።",
  ),
  defaultUrl: both("Webhook URL", "አድራሻ"),
  secret: both("Signing secret", "የመፈረሚያ ሚስጥር"),
  secretIntro: both(
    "With it, your server can check that a webhook comes from us and is unchanged.",
    "ዌብሁኩ ከዚህ መላኩንና በመንገድ ላይ አለመቀየሩን ሰርቨርዎ በዚህ ያረጋግጣል።",
  ),
  signed: both("Webhooks are signed", "ዌብሁኮች ይፈረማሉ"),
  unsigned: both("Webhooks are not signed", "ዌብሁኮች አይፈረሙም"),
  rotating: both(
    (time: string) => `Until ${time}, webhooks carry signatures of both the old and the new secret.`,
    (time) => `እስከ ${time} ድረስ ዌብሁኮች የአሮጌውንም የአዲሱንም ሚስጥር ፊርማ ይይዛሉ።`,
  ),
  createSecret: both("Create secret", "ሚስጥር ይፍጠሩ"),
  rotateSecret: both("Rotate", "ተካ"),
  rotateEffect: both(
    "We create a new secret. Add it to your server before the old one ends.",
    "አዲስ ሚስጥር ይፈጠራል። አሮጌው ከማብቃቱ በፊት ለሰርቨርዎ ይስጡት።",
  ),
  grace: both("Keep the old secret for", "አሮጌው ሚስጥር መፈረሙን የሚቀጥለው ለ"),
  gracePeriods: {
    "86400": both("1 day", "አንድ ቀን"),
    "3600": both("1 hour", "አንድ ሰዓት"),
    "604800": both("1 week", "አንድ ሳምንት"),
    "0": both("End it now", "ወዲያውኑ ያበቃል"),
  } satisfies Record<(typeof gracePeriods)[number], Texts<string>>,
  graceHint: both(
    "During this time, X-Webhook-Signature uses the old secret and webhook-signature uses both.",
    "በዚህ ጊዜ X-Webhook-Signature በአሮጌው ሚስጥር ይቀጥላል፤ webhook-signature ሁለቱንም ይይዛል።",
  ),
  newSecret: both("Your signing secret", "የመፈረሚያ ሚስጥርዎ"),
  theSecret: both("the secret", "ሚስጥሩ"),
  secretWarning: both(
    "We show the secret only once. Copy it now and store it on your server.",
    "ሚስጥሩ የሚታየው አሁን ብቻ ነው። ቀድተው በሰርቨርዎ ላይ ያስቀምጡት።",
  ),
  secretNext: both("When your server has it, send a test below.", "ሰርቨርዎ ከያዘው በኋላ ከታች የሙከራ ዌብሁክ ይላኩ።"),
  endRotation: both("End old secret", "አሮጌውን ሚስጥር አሁን አብቃ"),
  endRotationEffect: both(
    "From now on, only the new secret signs. A server that still has the old one rejects webhooks.",
    "ከአሁን ጀምሮ የሚፈርመው አዲሱ ሚስጥር ብቻ ነው። አሮጌውን የያዘ ሰርቨር የሚደርሰውን አይቀበልም።",
  ),
  rotationEnded: both("Only the new secret signs now.", "አሁን የሚፈርመው አዲሱ ሚስጥር ብቻ ነው።"),
  removeSecret: both("Remove secret", "ሚስጥሩን አስወግድ"),
  removeSecretEffect: both(
    "Webhooks are no longer signed. A server that checks signatures rejects them.",
    "ዌብሁኮች ከእንግዲህ አይፈረሙም። ፊርማ የሚያረጋግጥ ሰርቨር የሚደርሰውን አይቀበልም።",
  ),
  secretRemoved: both("Webhooks are no longer signed.", "ዌብሁኮች ከእንግዲህ አይፈረሙም።"),
  test: both("Test webhook", "ሙከራ ይላኩ"),
  testHint: both(
    "One attempt with sample data, marked as a test. It costs no credit.",
    "በናሙና መረጃ አንድ ጊዜ ብቻ ይላካል፤ ሙከራ መሆኑ ይገለጻል። ክሬዲት አይቀንስም።",
  ),
  testUrl: both("Send to", "የሚላክበት አድራሻ"),
  scenario: both("Verdict", "ይዘቱ"),
  scenarios: {
    success: both("Verified receipt", "የተረጋገጠ ደረሰኝ"),
    failed: both("Failed payment", "ያልተሳካ ክፍያ"),
    not_found: both("Receipt not found", "ባንኩ የማያውቀው ደረሰኝ"),
  } satisfies Record<TestWebhookScenario, Texts<string>>,
  send: both("Send test", "ሙከራውን ላክ"),
  delivered: both("Delivered", "ደርሷል"),
  notDelivered: both("Not delivered", "አልደረሰም"),
  response: both("Response", "ምላሽ"),
  noResponse: both(
    "No response. Check the URL, and that the internet can reach it.",
    "ምላሽ አልመጣም። አድራሻው ትክክል ነው? ከኢንተርኔት ሊደረስበት ይችላል?",
  ),
  signature: both("Signed", "ተፈርሟል"),
  deliveryId: both("Delivery", "የመላኪያ መለያ"),
  recovery: both("Resend missed webhooks", "ያልደረሱትን እንደገና ይላኩ"),
  recoveryHint: both(
    "After a long outage of your server, resend all webhooks of that time that were never delivered.",
    "ሰርቨርዎ ዌብሁክ ከሚሞከርበት ጊዜ በላይ ካልሠራ፣ በዚያ ጊዜ ያልደረሱት ሁሉ እንደገና ይላካሉ።",
  ),
  untilHint: both(
    "Up to the start of this day, UTC. If empty, up to now.",
    "ቀኑ እስኪጀምር፣ በUTC። ባዶ ከሆነ እስከ አሁን።",
  ),
  host: both("Only this host", "ወደዚህ ሆስት ብቻ"),
  hostHint: both("As in the URL: hooks.example.com", "በአድራሻው እንዳለ፦ hooks.example.com"),
  recover: both("Resend", "እንደገና ላክ"),
  recoveryRuns: both("Recovery in progress", "እንደገና በመላክ ላይ"),
  recoveryDone: both("Recovery done", "እንደገና መላኩ ተጠናቋል"),
  progress: both(
    (requeued: string, matched: string) => `${requeued} of ${matched} queued again`,
    (requeued, matched) => `ከ${matched} ውስጥ ${requeued} እንደገና ተጀምረዋል`,
  ),
  nothingToRecover: both(
    "No webhook of that period has run out of attempts. There is nothing to resend.",
    "በዚያ ጊዜ ሳይደርስ የቀረ ዌብሁክ የለም፤ እንደገና የሚላክ ነገር የለም።",
  ),
  matched: both("Found", "የተገኙ"),
  requeued: both("Queued again", "እንደገና የተጀመሩ"),
  deliveredCount: both("Delivered", "የደረሱ"),
  failed: both("Failed again", "እንደገና ያልተሳኩ"),
  pending: both("In progress", "በመላክ ላይ ያሉ"),
});
