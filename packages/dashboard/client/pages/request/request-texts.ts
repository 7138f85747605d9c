import type { Texts } from "../../language/language.ts";

type Outcome = "document" | "not_found" | "unavailable" | "unreadable";

export interface RequestTexts {
  readonly title: string;
  readonly story: string;
  readonly accepted: string;
  readonly acceptedText: string;
  readonly endedText: (time: string) => string;
  readonly fromCache: string;
  readonly fromCacheText: string;
  readonly waiting: string;
  readonly waitingText: string;
  readonly parkedText: string;
  readonly asked: (count: number) => string;
  readonly attemptTexts: Readonly<Record<Outcome, string>>;
  readonly receiverTexts: Readonly<Record<Outcome, string>>;
  readonly noAttempts: string;
  readonly asking: string;
  readonly attempt: string;
  readonly outcome: string;
  readonly took: string;
  readonly ended: string;
  readonly match: string;
  readonly confirmation: string;
  readonly webhooks: string;
  readonly noWebhooks: string;
  readonly noWebhooksTodo: string;
  readonly address: string;
  readonly deliveryStates: Readonly<Record<"pending" | "delivered" | "exhausted" | "given_up", string>>;
  readonly nextAttempt: (time: string) => string;
  readonly answered: (code: number) => string;
  readonly noAnswer: (why: string) => string;
  readonly manual: string;
  readonly redeliver: string;
  readonly redelivered: string;
  readonly moreAttempts: (shown: number, all: number) => string;
  readonly json: string;
  readonly unknown: string;
  readonly unknownTodo: string;
  readonly toRequests: string;
}

export const requestTexts: Texts<RequestTexts> = {
  en: {
    title: "Request",
    story: "What happened",
    accepted: "Accepted",
    acceptedText: "The request was stored, and one credit taken.",
    endedText: (time) => `It took ${time} in all.`,
    fromCache: "Answered from memory",
    fromCacheText: "The same receipt was verified within the last 24 hours, so the bank was not asked again.",
    waiting: "Waiting for its turn",
    waitingText: "It is in the queue of the bank.",
    parkedText: "The bank does not answer at the moment. The request waits and is tried again by itself.",
    asked: (count) => (count === 1 ? "The bank was asked once" : `The bank was asked ${count} times`),
    attemptTexts: {
      document: "The bank showed a document.",
      not_found: "The bank knows no such receipt.",
      unavailable: "The bank did not answer.",
      unreadable: "The bank answered with something that we could not read.",
    },
    receiverTexts: {
      document: "The last digits of your account open this receipt.",
      not_found: "The last digits of your account do not open this receipt.",
      unavailable: "The bank did not say whether the digits of your account open this receipt.",
      unreadable: "We could not read whether the digits of your account open this receipt.",
    },
    noAttempts: "The bank was not asked",
    asking: "Asking the bank",
    attempt: "Attempt",
    outcome: "What came of it",
    took: "Took",
    ended: "Verdict",
    match: "Settlement account",
    confirmation: "Confirmations",
    webhooks: "Webhooks",
    noWebhooks: "No webhook",
    noWebhooksTodo: "The request named no webhook address, and the profile has none.",
    address: "Address",
    deliveryStates: {
      pending: "Under way",
      delivered: "Delivered",
      exhausted: "All attempts failed",
      given_up: "Given up",
    },
    nextAttempt: (time) => `Next attempt ${time}`,
    answered: (code) => `Answered ${code}`,
    noAnswer: (why) => `No answer (${why})`,
    manual: "by hand",
    redeliver: "Send again",
    redelivered: "It is being sent again.",
    moreAttempts: (shown, all) => `The last ${shown} of ${all} attempts`,
    json: "As the API has it",
    unknown: "There is no such request",
    unknownTodo: "It belongs to another account, or the address is mistyped.",
    toRequests: "All requests",
  },
  am: {
    title: "ጥያቄ",
    story: "ሂደቱ",
    accepted: "ተቀባይነት አግኝቷል",
    acceptedText: "ጥያቄው ተመዝግቦ አንድ ክሬዲት ተቀንሷል።",
    endedText: (time) => `በጠቅላላ ${time} ፈጅቷል።`,
    fromCache: "ከተቀመጠ ውጤት ተመልሷል",
    fromCacheText: "ይኸው ደረሰኝ ባለፉት 24 ሰዓታት ውስጥ ስለተረጋገጠ ባንኩ ዳግመኛ አልተጠየቀም።",
    waiting: "ተራውን እየጠበቀ ነው",
    waitingText: "በባንኩ ወረፋ ውስጥ ነው።",
    parkedText: "ባንኩ ለጊዜው አይመልስም። ጥያቄው ይጠብቃል፤ በራሱ እንደገና ይሞከራል።",
    asked: (count) => `ባንኩ ${count} ጊዜ ተጠይቋል`,
    attemptTexts: {
      document: "ባንኩ ሰነድ አሳይቷል።",
      not_found: "ባንኩ ይህን ደረሰኝ አላገኘውም።",
      unavailable: "ባንኩ አልመለሰም።",
      unreadable: "ባንኩ የሰጠውን ምላሽ ማንበብ አልቻልንም።",
    },
    receiverTexts: {
      document: "የሂሳብዎ የመጨረሻ ቁጥሮች ይህን ደረሰኝ ይከፍቱታል።",
      not_found: "የሂሳብዎ የመጨረሻ ቁጥሮች ይህን ደረሰኝ አይከፍቱትም።",
      unavailable: "የሂሳብዎ ቁጥሮች ይህን ደረሰኝ ይከፍቱት እንደሆነ ባንኩ አልመለሰም።",
      unreadable: "የሂሳብዎ ቁጥሮች ይህን ደረሰኝ ይከፍቱት እንደሆነ የተሰጠውን ምላሽ ማንበብ አልቻልንም።",
    },
    noAttempts: "ባንኩ አልተጠየቀም",
    asking: "ባንኩን እየጠየቅን ነው",
    attempt: "ሙከራ",
    outcome: "ውጤቱ",
    took: "የፈጀው ጊዜ",
    ended: "ውጤት",
    match: "የመቀበያ ሂሳብ",
    confirmation: "ማረጋገጫዎች",
    webhooks: "ዌብሁኮች",
    noWebhooks: "ዌብሁክ የለም",
    noWebhooksTodo: "በጥያቄው የዌብሁክ አድራሻ አልተገለጸም፤ በመገለጫውም ላይ የለም።",
    address: "አድራሻ",
    deliveryStates: {
      pending: "በመላክ ላይ",
      delivered: "ደርሷል",
      exhausted: "ሁሉም ሙከራዎች አልተሳኩም",
      given_up: "ቀርቷል",
    },
    nextAttempt: (time) => `ቀጣይ ሙከራ ${time}`,
    answered: (code) => `ምላሽ ${code}`,
    noAnswer: (why) => `ምላሽ የለም (${why})`,
    manual: "በእጅ",
    redeliver: "እንደገና ላክ",
    redelivered: "እንደገና በመላክ ላይ ነው።",
    moreAttempts: (shown, all) => `ከ${all} ሙከራዎች የመጨረሻዎቹ ${shown}`,
    json: "በኤፒአይ እንዳለው",
    unknown: "እንዲህ ያለ ጥያቄ የለም",
    unknownTodo: "የሌላ መለያ ነው፤ ወይም አድራሻው ተሳስቷል።",
    toRequests: "ሁሉም ጥያቄዎች",
  },
};
