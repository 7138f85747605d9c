import type { TestWebhookScenario } from "@receipts/contracts";
import { both, type Texts, textsOf } from "../../language/language.ts";

export const gracePeriods = ["86400", "3600", "604800", "0"] as const;

export const webhooksTexts = textsOf({
  title: both("Webhooks", "ዌብሁኮች"),
  intro: both(
    "Your server is told when a request has ended, so that it need not ask.",
    "ጥያቄ ሲጠናቀቅ ሰርቨርዎ ሳይጠይቅ እንዲያውቅ ይደረጋል።",
  ),
  docs: both("Receiving webhooks, with code", "ዌብሁክ እንዴት እንደሚቀበሉ፣ ከምሳሌ ኮድ ጋር"),
  address: both("Default address", "መደበኛ አድራሻ"),
  addressHint: both(
    "For requests that name no address of their own. Empty: they send no webhook.",
    "የራሳቸውን አድራሻ ለማይገልጹ ጥያቄዎች። ባዶ ከሆነ ዌብሁክ አይላክም።",
  ),
  defaultUrl: both("Address", "አድራሻ"),
  secret: both("Signing secret", "የመፈረሚያ ሚስጥር"),
  secretIntro: both(
    "With it your server can tell that a webhook comes from here and was not changed on its way.",
    "ዌብሁኩ ከዚህ መላኩንና በመንገድ ላይ አለመቀየሩን ሰርቨርዎ በዚህ ያረጋግጣል።",
  ),
  signed: both("Webhooks are signed", "ዌብሁኮች ይፈረማሉ"),
  unsigned: both("Webhooks are not signed", "ዌብሁኮች አይፈረሙም"),
  rotating: both(
    (time: string) => `Until ${time} webhooks carry signatures of both the old and the new secret.`,
    (time) => `እስከ ${time} ድረስ ዌብሁኮች የአሮጌውንም የአዲሱንም ሚስጥር ፊርማ ይይዛሉ።`,
  ),
  makeSecret: both("Make a secret", "ሚስጥር ይፍጠሩ"),
  rotateSecret: both("Rotate", "ተካ"),
  rotateEffect: both(
    "A new secret is made. Give it to your server before the old one ends.",
    "አዲስ ሚስጥር ይፈጠራል። አሮጌው ከማብቃቱ በፊት ለሰርቨርዎ ይስጡት።",
  ),
  grace: both("The old secret goes on signing for", "አሮጌው ሚስጥር መፈረሙን የሚቀጥለው ለ"),
  gracePeriods: {
    "86400": both("A day", "አንድ ቀን"),
    "3600": both("An hour", "አንድ ሰዓት"),
    "604800": both("A week", "አንድ ሳምንት"),
    "0": both("No time: it ends at once", "ወዲያውኑ ያበቃል"),
  } satisfies Record<(typeof gracePeriods)[number], Texts<string>>,
  graceHint: both(
    "X-Webhook-Signature stays with the old secret for this time; webhook-signature has both.",
    "በዚህ ጊዜ X-Webhook-Signature በአሮጌው ሚስጥር ይቀጥላል፤ webhook-signature ሁለቱንም ይይዛል።",
  ),
  newSecret: both("Your signing secret", "የመፈረሚያ ሚስጥርዎ"),
  theSecret: both("the secret", "ሚስጥሩ"),
  secretWarning: both(
    "This is the only time that the secret is shown. Copy it now and keep it on your server.",
    "ሚስጥሩ የሚታየው አሁን ብቻ ነው። ቀድተው በሰርቨርዎ ላይ ያስቀምጡት።",
  ),
  secretNext: both(
    "Send a test delivery below once your server has it.",
    "ሰርቨርዎ ከያዘው በኋላ ከታች የሙከራ ዌብሁክ ይላኩ።",
  ),
  endRotation: both("End the old secret now", "አሮጌውን ሚስጥር አሁን አብቃ"),
  endRotationEffect: both(
    "From now on only the new secret signs. A server that still has the old one refuses what comes.",
    "ከአሁን ጀምሮ የሚፈርመው አዲሱ ሚስጥር ብቻ ነው። አሮጌውን የያዘ ሰርቨር የሚደርሰውን አይቀበልም።",
  ),
  rotationEnded: both("Only the new secret signs now.", "አሁን የሚፈርመው አዲሱ ሚስጥር ብቻ ነው።"),
  removeSecret: both("Remove the secret", "ሚስጥሩን አስወግድ"),
  removeSecretEffect: both(
    "Webhooks are no longer signed. A server that checks signatures refuses what comes.",
    "ዌብሁኮች ከእንግዲህ አይፈረሙም። ፊርማ የሚያረጋግጥ ሰርቨር የሚደርሰውን አይቀበልም።",
  ),
  secretRemoved: both("Webhooks are no longer signed.", "ዌብሁኮች ከእንግዲህ አይፈረሙም።"),
  test: both("Send a test", "ሙከራ ይላኩ"),
  testHint: both(
    "One attempt with sample data, marked as a test. It costs no credit.",
    "በናሙና መረጃ አንድ ጊዜ ብቻ ይላካል፤ ሙከራ መሆኑ ይገለጻል። ክሬዲት አይቀንስም።",
  ),
  testUrl: both("Send to", "የሚላክበት አድራሻ"),
  scenario: both("What it says", "ይዘቱ"),
  scenarios: {
    success: both("A verified receipt", "የተረጋገጠ ደረሰኝ"),
    failed: both("A failed payment", "ያልተሳካ ክፍያ"),
    not_found: both("A receipt that the bank does not know", "ባንኩ የማያውቀው ደረሰኝ"),
  } satisfies Record<TestWebhookScenario, Texts<string>>,
  send: both("Send the test", "ሙከራውን ላክ"),
  delivered: both("Delivered", "ደርሷል"),
  notDelivered: both("Not delivered", "አልደረሰም"),
  answered: both("Answer", "ምላሽ"),
  noAnswer: both(
    "No answer came. Is the address right, and can it be reached from the internet?",
    "ምላሽ አልመጣም። አድራሻው ትክክል ነው? ከኢንተርኔት ሊደረስበት ይችላል?",
  ),
  signature: both("Signed", "ተፈርሟል"),
  deliveryId: both("Delivery", "የመላኪያ መለያ"),
  recovery: both("Recover what was lost", "ያልደረሱትን እንደገና ይላኩ"),
  recoveryHint: both(
    "When your server was away for longer than webhooks are tried: all exhausted ones of that time are sent again.",
    "ሰርቨርዎ ዌብሁክ ከሚሞከርበት ጊዜ በላይ ካልሠራ፣ በዚያ ጊዜ ያልደረሱት ሁሉ እንደገና ይላካሉ።",
  ),
  untilHint: both("Up to its beginning, UTC. Empty: up to now.", "ቀኑ እስኪጀምር፣ በUTC። ባዶ ከሆነ እስከ አሁን።"),
  host: both("Only to this host", "ወደዚህ ሆስት ብቻ"),
  hostHint: both("As in the address: hooks.example.com", "በአድራሻው እንዳለ፦ hooks.example.com"),
  recover: both("Send them again", "እንደገና ላክ"),
  recoveryRuns: both("Recovery under way", "እንደገና በመላክ ላይ"),
  recoveryDone: both("Recovery done", "እንደገና መላኩ ተጠናቋል"),
  progress: both(
    (requeued: string, matched: string) => `${requeued} of ${matched} begun again`,
    (requeued, matched) => `ከ${matched} ውስጥ ${requeued} እንደገና ተጀምረዋል`,
  ),
  nothingToRecover: both(
    "No webhook of that time was exhausted: there is nothing to send again.",
    "በዚያ ጊዜ ሳይደርስ የቀረ ዌብሁክ የለም፤ እንደገና የሚላክ ነገር የለም።",
  ),
  matched: both("Found", "የተገኙ"),
  requeued: both("Begun again", "እንደገና የተጀመሩ"),
  deliveredCount: both("Delivered", "የደረሱ"),
  failed: both("Failed again", "እንደገና ያልተሳኩ"),
  pending: both("Under way", "በመላክ ላይ ያሉ"),
});
