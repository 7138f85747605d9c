import { both, type Texts, textsOf } from "../../language/language.ts";

type Outcome = "document" | "not_found" | "unavailable" | "unreadable";

export const requestTexts = textsOf({
  title: both("Request", "ጥያቄ"),
  accepted: both("Accepted", "ተቀባይነት አግኝቷል"),
  acceptedText: both("The request was stored, and one credit taken.", "ጥያቄው ተመዝግቦ አንድ ክሬዲት ተቀንሷል።"),
  endedText: both(
    (time: string) => `It took ${time} in all.`,
    (time) => `በጠቅላላ ${time} ፈጅቷል።`,
  ),
  fromCache: both("Answered from memory", "ከተቀመጠ ውጤት ተመልሷል"),
  fromCacheText: both(
    "The same receipt was verified within the last 24 hours, so the bank was not asked again.",
    "ይኸው ደረሰኝ ባለፉት 24 ሰዓታት ውስጥ ስለተረጋገጠ ባንኩ ዳግመኛ አልተጠየቀም።",
  ),
  waiting: both("Waiting for its turn", "ተራውን እየጠበቀ ነው"),
  waitingText: both("It is in the queue of the bank.", "በባንኩ ወረፋ ውስጥ ነው።"),
  parkedText: both(
    "The bank does not answer at the moment. The request waits and is tried again by itself.",
    "ባንኩ ለጊዜው አይመልስም። ጥያቄው ይጠብቃል፤ በራሱ እንደገና ይሞከራል።",
  ),
  asked: both(
    (count: number) => (count === 1 ? "The bank was asked once" : `The bank was asked ${count} times`),
    (count) => `ባንኩ ${count} ጊዜ ተጠይቋል`,
  ),
  attemptTexts: {
    document: both("The bank showed a document.", "ባንኩ ሰነድ አሳይቷል።"),
    not_found: both("The bank knows no such receipt.", "ባንኩ ይህን ደረሰኝ አላገኘውም።"),
    unavailable: both("The bank did not answer.", "ባንኩ አልመለሰም።"),
    unreadable: both(
      "The bank answered with something that we could not read.",
      "ባንኩ የሰጠውን ምላሽ ማንበብ አልቻልንም።",
    ),
  } satisfies Record<Outcome, Texts<string>>,
  receiverTexts: {
    document: both("The last digits of your account open this receipt.", "የሂሳብዎ የመጨረሻ ቁጥሮች ይህን ደረሰኝ ይከፍቱታል።"),
    not_found: both(
      "The last digits of your account do not open this receipt.",
      "የሂሳብዎ የመጨረሻ ቁጥሮች ይህን ደረሰኝ አይከፍቱትም።",
    ),
    unavailable: both(
      "The bank did not say whether the digits of your account open this receipt.",
      "የሂሳብዎ ቁጥሮች ይህን ደረሰኝ ይከፍቱት እንደሆነ ባንኩ አልመለሰም።",
    ),
    unreadable: both(
      "We could not read whether the digits of your account open this receipt.",
      "የሂሳብዎ ቁጥሮች ይህን ደረሰኝ ይከፍቱት እንደሆነ የተሰጠውን ምላሽ ማንበብ አልቻልንም።",
    ),
  } satisfies Record<Outcome, Texts<string>>,
  noAttempts: both("The bank was not asked", "ባንኩ አልተጠየቀም"),
  asking: both("Asking the bank", "ባንኩን እየጠየቅን ነው"),
  ended: both("Verdict", "ውጤት"),
  match: both("Settlement account", "የመቀበያ ሂሳብ"),
  confirmation: both("Confirmations", "ማረጋገጫዎች"),
  webhooks: both("Webhooks", "ዌብሁኮች"),
  noWebhooks: both("No webhook", "ዌብሁክ የለም"),
  noWebhooksTodo: both(
    "The request named no webhook address, and the profile has none.",
    "በጥያቄው የዌብሁክ አድራሻ አልተገለጸም፤ በመገለጫውም ላይ የለም።",
  ),
  deliveryStates: {
    pending: both("Under way", "በመላክ ላይ"),
    delivered: both("Delivered", "ደርሷል"),
    exhausted: both("All attempts failed", "ሁሉም ሙከራዎች አልተሳኩም"),
    given_up: both("Given up", "ቀርቷል"),
  } satisfies Record<"pending" | "delivered" | "exhausted" | "given_up", Texts<string>>,
  nextAttempt: both(
    (time: string) => `Next attempt ${time}`,
    (time) => `ቀጣይ ሙከራ ${time}`,
  ),
  answered: both(
    (code: number) => `Answered ${code}`,
    (code) => `ምላሽ ${code}`,
  ),
  noAnswer: both(
    (why: string) => `No answer (${why})`,
    (why) => `ምላሽ የለም (${why})`,
  ),
  manual: both("by hand", "በእጅ"),
  redeliver: both("Send again", "እንደገና ላክ"),
  redelivered: both("It is being sent again.", "እንደገና በመላክ ላይ ነው።"),
  moreAttempts: both(
    (shown: number, all: number) => `The last ${shown} of ${all} attempts`,
    (shown, all) => `ከ${all} ሙከራዎች የመጨረሻዎቹ ${shown}`,
  ),
  unknown: both("There is no such request", "እንዲህ ያለ ጥያቄ የለም"),
  toRequests: both("All requests", "ሁሉም ጥያቄዎች"),
});
