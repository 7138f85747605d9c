import { both, textsOf } from "@receipts/web-pages/texts";
import { webhookEndpointPlace } from "../../webhooks/webhook-places.ts";

export const webhookEndpointTexts = textsOf({
  title: webhookEndpointPlace.title,
  unknown: both("Endpoint not found", "እንዲህ ያለ አድራሻ የለም"),
  toWebhooks: both("All endpoints", "ሁሉም አድራሻዎች"),
  details: both("Details", "ዝርዝር"),
  noLimit: both("No limit of its own", "የራሱ ገደብ የለውም"),
  noHeaders: both("None", "የለም"),
  created: both("Created", "የተፈጠረው"),
  id: both("Endpoint id", "የአድራሻው መለያ"),
  secret: both("Signing secret", "የመፈረሚያ ሚስጥር"),
  accountSecret: both(
    "The account secret signs webhooks to the default URL.",
    "ወደ መደበኛው አድራሻ የሚላኩትን የመለያው ሚስጥር ይፈርማል።",
  ),
  toSecret: both("Go to account secret", "ወደ መለያው ሚስጥር"),
  statistics: both("Success of the latest calls", "የቅርብ ጥሪዎች ውጤት"),
  noAttempts: both("Nothing was sent in the last 7 days.", "ባለፉት 7 ቀናት ምንም አልተላከም።"),
  accepted: both("Accepted", "የተቀበሉት"),
  acceptedOf: both(
    (delivered: number, attempts: number, percent: number) =>
      `${delivered} of ${attempts} calls (${percent} %)`,
    (delivered: number, attempts: number, percent: number) => `ከ${attempts} ጥሪዎች ${delivered} (${percent} %)`,
  ),
  p95: both("95 of 100 calls took at most", "ከ100 ጥሪዎች 95ቱ ቢበዛ የወሰዱት"),
  lastFailure: both("Last failed call", "የመጨረሻው ያልተሳካ ጥሪ"),
  noFailure: both("No call failed", "ያልተሳካ ጥሪ የለም"),
  test: both("Send test", "ሙከራ ላክ"),
  testHint: both(
    "We send sample data of one event, marked as a test. It costs no credit.",
    "የአንድ ሁነት ናሙና ይላካል፤ ሙከራ መሆኑ ይገለጻል። ክሬዲት አይቀንስም።",
  ),
  latest: both("Latest deliveries", "የቅርብ ጊዜ ዌብሁኮች"),
  none: both("No delivery yet", "እስካሁን የተላከ የለም"),
  noneTodo: both("Send a test to see the first one.", "የመጀመሪያውን ለማየት ሙከራ ይላኩ።"),
  inLog: both("Show in log", "በመዝገቡ አሳይ"),
  disable: both("Disable", "አቁም"),
  disableTitle: both("Disable this endpoint?", "ይህ አድራሻ ይቁም?"),
  disableEffect: both(
    "It gets no new webhooks, and we give up those that wait. You can enable it again.",
    "አዲስ ዌብሁክ አይላክበትም፤ ተራ የሚጠብቁትም ይቀራሉ። በኋላ እንደገና ማስጀመር ይችላሉ።",
  ),
  disabled: both("The endpoint is disabled.", "አድራሻው ቆሟል።"),
  remove: both("Delete", "ሰርዝ"),
  removeTitle: both("Delete this endpoint?", "ይህ አድራሻ ይሰረዝ?"),
  removeEffect: both(
    "It gets no more webhooks, and its secret and headers are deleted. Its deliveries stay in the log.",
    "ከእንግዲህ ዌብሁክ አይላክበትም፤ ሚስጥሩና ሄደሮቹም ይሰረዛሉ። የተላኩት በመዝገቡ ይቆያሉ።",
  ),
  removed: both("The endpoint is deleted.", "አድራሻው ተሰርዟል።"),
});
