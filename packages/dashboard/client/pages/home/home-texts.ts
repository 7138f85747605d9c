import type { SampleOutcome } from "@receipts/contracts";
import { textsOf } from "../../language/language.ts";

export const homeTexts = textsOf({
  en: {
    title: "Home",
    tryIt: "Try it",
    tryItHint: "Verify a receipt right here. The number below is one that the bank sandbox knows.",
    /** Where there is no sandbox. */
    tryItForRealHint:
      "Verify a receipt of yours right here. The bank itself is asked, and its answer costs one credit.",
    outcome: "What the sandbox plays",
    outcomes: {
      success: "A genuine receipt",
      notFound: "A receipt that does not exist",
      reversed: "A reversed payment",
      down: "A bank that is down",
      slow: "A slow bank",
      unrecognizable: "An answer that cannot be read",
    } satisfies Record<SampleOutcome, string>,
    reference: "Transaction number, SMS or receipt link",
    suffix: "Last digits of the account",
    phone: "Phone number",
    submit: "Verify",
    stages: {
      sending: "Sending…",
      queued: "Accepted, and waiting for its turn…",
      running: "Asking the bank…",
    } satisfies Record<"sending" | "queued" | "running", string>,
    wholeStory: "The whole story of this request",
    result: "Result",
    resultHint:
      "The verdict comes here: amount, payer, receiver, and whether the money went to your account.",
    sameCall: "The same call from your program",
    sameCallHint: "With an API key of yours in place of YOUR_API_KEY.",
    copyCode: "the call",
    balance: "Credits left",
    recent: "Latest requests",
    allRequests: "All requests",
    noRequests: "No requests yet",
    noRequestsTodo: "Verify the receipt above: it is the first one.",
  },
  am: {
    title: "መነሻ",
    tryIt: "ይሞክሩት",
    tryItHint: "እዚሁ አንድ ደረሰኝ ያረጋግጡ። ከታች ያለው ቁጥር የሙከራ ባንኩ የሚያውቀው ነው።",
    tryItForRealHint: "እዚሁ ደረሰኝዎን ያረጋግጡ። ባንኩ ራሱ ይጠየቃል፣ መልሱም አንድ ክሬዲት ያስከፍላል።",
    outcome: "የሙከራ ባንኩ ምላሽ",
    outcomes: {
      success: "ትክክለኛ ደረሰኝ",
      notFound: "የሌለ ደረሰኝ",
      reversed: "የተመለሰ ክፍያ",
      down: "የማይሰራ ባንክ",
      slow: "ዘግይቶ የሚመልስ ባንክ",
      unrecognizable: "ሊነበብ የማይችል ምላሽ",
    },
    reference: "የግብይት ቁጥር፣ አጭር መልእክት (SMS) ወይም የደረሰኝ ሊንክ",
    suffix: "የሂሳቡ የመጨረሻ አሃዞች",
    phone: "ስልክ ቁጥር",
    submit: "አረጋግጥ",
    stages: {
      sending: "በመላክ ላይ…",
      queued: "ተቀባይነት አግኝቶ ተራውን እየጠበቀ ነው…",
      running: "ባንኩን እየጠየቅን ነው…",
    },
    wholeStory: "የዚህ ጥያቄ ሙሉ ሂደት",
    result: "ውጤት",
    resultHint: "ውጤቱ እዚህ ይታያል፦ የገንዘብ መጠን፣ ከፋይ፣ ተቀባይ፣ እና ገንዘቡ ወደ እርስዎ ሂሳብ መግባቱ።",
    sameCall: "ይኸው ጥያቄ ከፕሮግራምዎ",
    sameCallHint: "YOUR_API_KEY የሚለውን በኤፒአይ ቁልፍዎ ይተኩ።",
    copyCode: "ጥያቄው",
    balance: "የቀረ ክሬዲት",
    recent: "የቅርብ ጊዜ ጥያቄዎች",
    allRequests: "ሁሉም ጥያቄዎች",
    noRequests: "እስካሁን ጥያቄ የለም",
    noRequestsTodo: "ከላይ ያለውን ደረሰኝ ያረጋግጡ፤ የመጀመሪያው እሱ ይሆናል።",
  },
});

export type HomeTexts = (typeof homeTexts)["en"];
