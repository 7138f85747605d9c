import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

export const gracePeriods = ["86400", "3600", "604800", "0"] as const;

/** Texts about signing secrets, of the account and of an endpoint. */
export const secretTexts = textsOf({
  intro: both(
    "With it, your server can check that a webhook comes from us and is unchanged.",
    "ዌብሁኩ ከዚህ መላኩንና በመንገድ ላይ አለመቀየሩን ሰርቨርዎ በዚህ ያረጋግጣል።",
  ),
  signed: both("Webhooks are signed", "ዌብሁኮች ይፈረማሉ"),
  unsigned: both("Webhooks are not signed", "ዌብሁኮች አይፈረሙም"),
  rotating: both(
    (time: string) => `Until ${time}, webhooks carry signatures of both the old and the new secret.`,
    (time) => `እስከ ${time} ድረስ ዌብሁኮች የአሮጌውንም የአዲሱንም ሚስጥር ፊርማ ይይዛሉ።`,
  ),
  rotate: both("Rotate secret", "ሚስጥሩን ተካ"),
  rotateEffect: both(
    "We create a new secret. Add it to your server before the old one ends.",
    "አዲስ ሚስጥር ይፈጠራል። አሮጌው ከማብቃቱ በፊት ለሰርቨርዎ ይስጡት።",
  ),
  endRotation: both("End old secret", "አሮጌውን ሚስጥር አሁን አብቃ"),
  endRotationEffect: both(
    "From now on, only the new secret signs. A server that still has the old one rejects webhooks.",
    "ከአሁን ጀምሮ የሚፈርመው አዲሱ ሚስጥር ብቻ ነው። አሮጌውን የያዘ ሰርቨር የሚደርሰውን አይቀበልም።",
  ),
  rotationEnded: both("Only the new secret signs now.", "አሁን የሚፈርመው አዲሱ ሚስጥር ብቻ ነው።"),
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
  warning: both(
    "We show the secret only once. Copy it now and store it on your server.",
    "ሚስጥሩ የሚታየው አሁን ብቻ ነው። ቀድተው በሰርቨርዎ ላይ ያስቀምጡት።",
  ),
  next: both(
    "When your server has it, send a test from the endpoint's page.",
    "ሰርቨርዎ ከያዘው በኋላ ከአድራሻው ገጽ ሙከራ ይላኩ።",
  ),
});
