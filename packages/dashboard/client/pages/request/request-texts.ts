import { both, type Texts, textsOf } from "@receipts/web-pages/texts";

type Outcome = "document" | "not_found" | "unavailable" | "unreadable";

export const requestTexts = textsOf({
  title: both("Request", "ጥያቄ"),
  accepted: both("Request received", "ጥያቄው ደርሷል"),
  acceptedText: both("We stored the request and debited one credit.", "ጥያቄው ተመዝግቦ አንድ ክሬዲት ተቀንሷል።"),
  endedText: both(
    (time: string) => `Total time: ${time}.`,
    (time) => `በጠቅላላ ${time} ፈጅቷል።`,
  ),
  fromCache: both("From cache", "ከተቀመጠ ውጤት ተመልሷል"),
  fromCacheText: both(
    "This receipt was verified within the last 24 hours, so we did not query the bank again.",
    "ይኸው ደረሰኝ ባለፉት 24 ሰዓታት ውስጥ ስለተረጋገጠ ባንኩ ዳግመኛ አልተጠየቀም።",
  ),
  waiting: both("Queued", "ተራውን እየጠበቀ ነው"),
  waitingText: both("The request is in the bank's queue.", "በባንኩ ወረፋ ውስጥ ነው።"),
  parkedText: both(
    "The bank does not respond at the moment. The request waits and is retried automatically.",
    "ባንኩ ለጊዜው አይመልስም። ጥያቄው ይጠብቃል፤ በራሱ እንደገና ይሞከራል።",
  ),
  notBooked: both("Not booked yet", "ገና አልተመዘገበም"),
  notBookedText: both(
    (next: string, until: string) =>
      `The bank does not have this payment yet. It is asked again on ${next}, and until ${until} at most.`,
    (next, until) => `ባንኩ ይህን ክፍያ ገና አልመዘገበውም። በ${next} እንደገና ይጠየቃል፤ ቢበዛ እስከ ${until} ድረስ።`,
  ),
  attempts: both(
    (count: number) => (count === 1 ? "1 attempt at the bank" : `${count} attempts at the bank`),
    (count) => `ባንኩ ${count} ጊዜ ተጠይቋል`,
  ),
  attemptTexts: {
    document: both("The bank returned a document.", "ባንኩ ሰነድ አሳይቷል።"),
    not_found: both("The bank did not find this receipt.", "ባንኩ ይህን ደረሰኝ አላገኘውም።"),
    unavailable: both("The bank did not respond.", "ባንኩ አልመለሰም።"),
    unreadable: both("We could not read the bank's response.", "ባንኩ የሰጠውን ምላሽ ማንበብ አልቻልንም።"),
  } satisfies Record<Outcome, Texts<string>>,
  receiverTexts: {
    document: both("The last digits of your account open this receipt.", "የሒሳብዎ የመጨረሻ ቁጥሮች ይህን ደረሰኝ ይከፍቱታል።"),
    not_found: both(
      "The last digits of your account do not open this receipt.",
      "የሒሳብዎ የመጨረሻ ቁጥሮች ይህን ደረሰኝ አይከፍቱትም።",
    ),
    unavailable: both(
      "The bank did not respond, so we do not know whether your account digits open this receipt.",
      "የሒሳብዎ ቁጥሮች ይህን ደረሰኝ ይከፍቱት እንደሆነ ባንኩ አልመለሰም።",
    ),
    unreadable: both(
      "We could not read the response, so we do not know whether your account digits open this receipt.",
      "የሒሳብዎ ቁጥሮች ይህን ደረሰኝ ይከፍቱት እንደሆነ የተሰጠውን ምላሽ ማንበብ አልቻልንም።",
    ),
  } satisfies Record<Outcome, Texts<string>>,
  noAttempts: both("No attempt at the bank", "ባንኩ አልተጠየቀም"),
  querying: both("Querying the bank", "ባንኩን እየጠየቅን ነው"),
  ended: both("Verdict", "ውጤት"),
  match: both("Your bank account", "የእርስዎ የባንክ ሒሳብ"),
  confirmation: both("Confirmations", "ማረጋገጫዎች"),
  webhooks: both("Webhooks", "ዌብሁኮች"),
  noWebhooks: both("No webhook", "ዌብሁክ የለም"),
  noWebhooksTodo: both(
    "The request named no webhook URL, and no endpoint gets this event.",
    "በጥያቄው የዌብሁክ አድራሻ አልተገለጸም፤ ይህን ሁነት የሚቀበል አድራሻም የለም።",
  ),
  resolved: both(
    { accept: "The payment is accepted.", reject: "The receipt is rejected." },
    { accept: "ክፍያው ተቀባይነት አግኝቷል።", reject: "ደረሰኙ ተቀባይነት አላገኘም።" },
  ),
  ofDeposit: both("Decided with its deposit", "ከክፍያ ጥያቄው ጋር ይወሰናል"),
  ofDepositTodo: both(
    "A payer has sent this receipt for a deposit. The decision about it there is the decision here too.",
    "ከፋዩ ይህን ደረሰኝ ለአንድ የክፍያ ጥያቄ ልኮታል። እዚያ ሲወሰን ይህም ይወሰናል።",
  ),
  unknown: both("Request not found", "እንዲህ ያለ ጥያቄ የለም"),
  toRequests: both("All payments", "ሁሉም ክፍያዎች"),
});
