import { both, textsOf } from "@receipts/web-pages/texts";
import { webhookDeliveryPlace } from "../../webhooks/webhook-places.ts";

export const webhookDeliveryTexts = textsOf({
  title: webhookDeliveryPlace.title,
  unknown: both("Delivery not found", "እንዲህ ያለ ዌብሁክ የለም"),
  toLog: both("All deliveries", "ሁሉም የተላኩ ዌብሁኮች"),
  details: both("Details", "ዝርዝር"),
  eventId: both("Event id", "የሁነቱ መለያ"),
  finished: both("Finished", "ያለቀው"),
  nextAttempt: both("Next attempt", "ቀጣይ ሙከራ"),
  attempts: both("Attempts", "ሙከራዎች"),
  waiting: both("The first attempt is due.", "የመጀመሪያው ሙከራ በቅርቡ ይደረጋል።"),
  noAttempts: both("No attempt is stored. They are kept for 30 days.", "የተቀመጠ ሙከራ የለም። የሚቀመጡት ለ30 ቀናት ነው።"),
  moreAttempts: both(
    (shown: number, all: number) => `The last ${shown} of ${all} attempts`,
    (shown, all) => `ከ${all} ሙከራዎች የመጨረሻዎቹ ${shown}`,
  ),
  attempt: both(
    (number: number, met: string) => `Attempt ${number}: ${met}`,
    (number, met) => `ሙከራ ${number}፦ ${met}`,
  ),
  manual: both("Resent by a person or a recovery.", "በሰው ወይም በአንድነት እንደገና የተላከ።"),
  phases: {
    dns: both("DNS", "የስም ፍለጋ (DNS)"),
    connect: both("Connection", "ግንኙነት"),
    firstByte: both("First byte", "የመጀመሪያ ባይት"),
  },
  response: both("Response of your server", "ሰርቨርዎ የመለሰው"),
  payload: both("Payload", "የተላከው"),
  payloadHint: both("Indented to read. Copy gives the exact bytes.", "ለንባብ የተስተካከለ ነው። ሲቀዱ ልክ እንደተላከው ይገኛል።"),
  thePayload: both("the payload", "የተላከው"),
  erased: both("The payload was erased with its personal data.", "ከግል መረጃው ጋር ተሰርዟል።"),
});
