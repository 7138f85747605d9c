import type { TestWebhookScenario } from "@receipts/contracts";
import type { Texts } from "../../language/language.ts";

export const gracePeriods = ["86400", "3600", "604800", "0"] as const;

export interface WebhooksTexts {
  readonly title: string;
  readonly intro: string;
  readonly docs: string;
  readonly address: string;
  readonly addressHint: string;
  readonly defaultUrl: string;
  readonly secret: string;
  readonly secretIntro: string;
  readonly signed: string;
  readonly unsigned: string;
  readonly rotating: (time: string) => string;
  readonly makeSecret: string;
  readonly rotateSecret: string;
  readonly rotateEffect: string;
  readonly grace: string;
  readonly gracePeriods: Readonly<Record<(typeof gracePeriods)[number], string>>;
  readonly graceHint: string;
  readonly newSecret: string;
  readonly theSecret: string;
  readonly secretWarning: string;
  readonly secretNext: string;
  readonly keptSafe: string;
  readonly endRotation: string;
  readonly endRotationEffect: string;
  readonly rotationEnded: string;
  readonly removeSecret: string;
  readonly removeSecretEffect: string;
  readonly secretRemoved: string;
  readonly test: string;
  readonly testHint: string;
  readonly testUrl: string;
  readonly scenario: string;
  readonly scenarios: Readonly<Record<TestWebhookScenario, string>>;
  readonly send: string;
  readonly delivered: string;
  readonly notDelivered: string;
  readonly answered: string;
  readonly noAnswer: string;
  readonly took: string;
  readonly signature: string;
  readonly deliveryId: string;
  readonly recovery: string;
  readonly recoveryHint: string;
  readonly since: string;
  readonly until: string;
  readonly untilHint: string;
  readonly host: string;
  readonly hostHint: string;
  readonly recover: string;
  readonly recoveryRuns: string;
  readonly recoveryDone: string;
  readonly progress: (requeued: string, matched: string) => string;
  readonly nothingToRecover: string;
  readonly matched: string;
  readonly requeued: string;
  readonly deliveredCount: string;
  readonly failed: string;
  readonly pending: string;
}

export const webhooksTexts: Texts<WebhooksTexts> = {
  en: {
    title: "Webhooks",
    intro: "Your server is told when a request has ended, so that it need not ask.",
    docs: "Receiving webhooks, with code",
    address: "Default address",
    addressHint: "For requests that name no address of their own. Empty: they send no webhook.",
    defaultUrl: "Address",
    secret: "Signing secret",
    secretIntro:
      "With it your server can tell that a webhook comes from here and was not changed on its way.",
    signed: "Webhooks are signed",
    unsigned: "Webhooks are not signed",
    rotating: (time) => `Until ${time} webhooks carry signatures of both the old and the new secret.`,
    makeSecret: "Make a secret",
    rotateSecret: "Rotate",
    rotateEffect: "A new secret is made. Give it to your server before the old one ends.",
    grace: "The old secret goes on signing for",
    gracePeriods: {
      "86400": "A day",
      "3600": "An hour",
      "604800": "A week",
      "0": "No time: it ends at once",
    },
    graceHint: "X-Webhook-Signature stays with the old secret for this time; webhook-signature has both.",
    newSecret: "Your signing secret",
    theSecret: "the secret",
    secretWarning: "This is the only time that the secret is shown. Copy it now and keep it on your server.",
    secretNext: "Send a test delivery below once your server has it.",
    keptSafe: "I have kept it",
    endRotation: "End the old secret now",
    endRotationEffect:
      "From now on only the new secret signs. A server that still has the old one refuses what comes.",
    rotationEnded: "Only the new secret signs now.",
    removeSecret: "Remove the secret",
    removeSecretEffect: "Webhooks are no longer signed. A server that checks signatures refuses what comes.",
    secretRemoved: "Webhooks are no longer signed.",
    test: "Send a test",
    testHint: "One attempt with sample data, marked as a test. It costs no credit.",
    testUrl: "Send to",
    scenario: "What it says",
    scenarios: {
      success: "A verified receipt",
      failed: "A failed payment",
      not_found: "A receipt that the bank does not know",
    },
    send: "Send the test",
    delivered: "Delivered",
    notDelivered: "Not delivered",
    answered: "Answer",
    noAnswer: "No answer came. Is the address right, and can it be reached from the internet?",
    took: "Took",
    signature: "Signed",
    deliveryId: "Delivery",
    recovery: "Recover what was lost",
    recoveryHint:
      "When your server was away for longer than webhooks are tried: all exhausted ones of that time are sent again.",
    since: "From day",
    until: "To day",
    untilHint: "Up to its beginning, UTC. Empty: up to now.",
    host: "Only to this host",
    hostHint: "As in the address: hooks.example.com",
    recover: "Send them again",
    recoveryRuns: "Recovery under way",
    recoveryDone: "Recovery done",
    progress: (requeued, matched) => `${requeued} of ${matched} begun again`,
    nothingToRecover: "No webhook of that time was exhausted: there is nothing to send again.",
    matched: "Found",
    requeued: "Begun again",
    deliveredCount: "Delivered",
    failed: "Failed again",
    pending: "Under way",
  },
  am: {
    title: "ዌብሁኮች",
    intro: "ጥያቄ ሲጠናቀቅ ሰርቨርዎ ሳይጠይቅ እንዲያውቅ ይደረጋል።",
    docs: "ዌብሁክ እንዴት እንደሚቀበሉ፣ ከምሳሌ ኮድ ጋር",
    address: "መደበኛ አድራሻ",
    addressHint: "የራሳቸውን አድራሻ ለማይገልጹ ጥያቄዎች። ባዶ ከሆነ ዌብሁክ አይላክም።",
    defaultUrl: "አድራሻ",
    secret: "የመፈረሚያ ሚስጥር",
    secretIntro: "ዌብሁኩ ከዚህ መላኩንና በመንገድ ላይ አለመቀየሩን ሰርቨርዎ በዚህ ያረጋግጣል።",
    signed: "ዌብሁኮች ይፈረማሉ",
    unsigned: "ዌብሁኮች አይፈረሙም",
    rotating: (time) => `እስከ ${time} ድረስ ዌብሁኮች የአሮጌውንም የአዲሱንም ሚስጥር ፊርማ ይይዛሉ።`,
    makeSecret: "ሚስጥር ይፍጠሩ",
    rotateSecret: "ተካ",
    rotateEffect: "አዲስ ሚስጥር ይፈጠራል። አሮጌው ከማብቃቱ በፊት ለሰርቨርዎ ይስጡት።",
    grace: "አሮጌው ሚስጥር መፈረሙን የሚቀጥለው ለ",
    gracePeriods: { "86400": "አንድ ቀን", "3600": "አንድ ሰዓት", "604800": "አንድ ሳምንት", "0": "ወዲያውኑ ያበቃል" },
    graceHint: "በዚህ ጊዜ X-Webhook-Signature በአሮጌው ሚስጥር ይቀጥላል፤ webhook-signature ሁለቱንም ይይዛል።",
    newSecret: "የመፈረሚያ ሚስጥርዎ",
    theSecret: "ሚስጥሩ",
    secretWarning: "ሚስጥሩ የሚታየው አሁን ብቻ ነው። ቀድተው በሰርቨርዎ ላይ ያስቀምጡት።",
    secretNext: "ሰርቨርዎ ከያዘው በኋላ ከታች የሙከራ ዌብሁክ ይላኩ።",
    keptSafe: "አስቀምጬዋለሁ",
    endRotation: "አሮጌውን ሚስጥር አሁን አብቃ",
    endRotationEffect: "ከአሁን ጀምሮ የሚፈርመው አዲሱ ሚስጥር ብቻ ነው። አሮጌውን የያዘ ሰርቨር የሚደርሰውን አይቀበልም።",
    rotationEnded: "አሁን የሚፈርመው አዲሱ ሚስጥር ብቻ ነው።",
    removeSecret: "ሚስጥሩን አስወግድ",
    removeSecretEffect: "ዌብሁኮች ከእንግዲህ አይፈረሙም። ፊርማ የሚያረጋግጥ ሰርቨር የሚደርሰውን አይቀበልም።",
    secretRemoved: "ዌብሁኮች ከእንግዲህ አይፈረሙም።",
    test: "ሙከራ ይላኩ",
    testHint: "በናሙና መረጃ አንድ ጊዜ ብቻ ይላካል፤ ሙከራ መሆኑ ይገለጻል። ክሬዲት አይቀንስም።",
    testUrl: "የሚላክበት አድራሻ",
    scenario: "ይዘቱ",
    scenarios: {
      success: "የተረጋገጠ ደረሰኝ",
      failed: "ያልተሳካ ክፍያ",
      not_found: "ባንኩ የማያውቀው ደረሰኝ",
    },
    send: "ሙከራውን ላክ",
    delivered: "ደርሷል",
    notDelivered: "አልደረሰም",
    answered: "ምላሽ",
    noAnswer: "ምላሽ አልመጣም። አድራሻው ትክክል ነው? ከኢንተርኔት ሊደረስበት ይችላል?",
    took: "የፈጀው ጊዜ",
    signature: "ተፈርሟል",
    deliveryId: "የመላኪያ መለያ",
    recovery: "ያልደረሱትን እንደገና ይላኩ",
    recoveryHint: "ሰርቨርዎ ዌብሁክ ከሚሞከርበት ጊዜ በላይ ካልሠራ፣ በዚያ ጊዜ ያልደረሱት ሁሉ እንደገና ይላካሉ።",
    since: "ከዚህ ቀን",
    until: "እስከዚህ ቀን",
    untilHint: "ቀኑ እስኪጀምር፣ በUTC። ባዶ ከሆነ እስከ አሁን።",
    host: "ወደዚህ ሆስት ብቻ",
    hostHint: "በአድራሻው እንዳለ፦ hooks.example.com",
    recover: "እንደገና ላክ",
    recoveryRuns: "እንደገና በመላክ ላይ",
    recoveryDone: "እንደገና መላኩ ተጠናቋል",
    progress: (requeued, matched) => `ከ${matched} ውስጥ ${requeued} እንደገና ተጀምረዋል`,
    nothingToRecover: "በዚያ ጊዜ ሳይደርስ የቀረ ዌብሁክ የለም፤ እንደገና የሚላክ ነገር የለም።",
    matched: "የተገኙ",
    requeued: "እንደገና የተጀመሩ",
    deliveredCount: "የደረሱ",
    failed: "እንደገና ያልተሳኩ",
    pending: "በመላክ ላይ ያሉ",
  },
};
