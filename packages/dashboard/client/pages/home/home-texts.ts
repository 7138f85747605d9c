import type { SampleOutcome } from "@receipts/contracts";
import { both, type Texts, textsOf } from "../../language/language.ts";

export const homeTexts = textsOf({
  title: both("Home", "መነሻ"),
  tryIt: both("Try it", "ይሞክሩት"),
  tryItHint: both(
    "Verify a receipt right here. The number below is one that the bank sandbox knows.",
    "እዚሁ አንድ ደረሰኝ ያረጋግጡ። ከታች ያለው ቁጥር የሙከራ ባንኩ የሚያውቀው ነው።",
  ),
  /** Where there is no sandbox. */
  tryItForRealHint: both(
    "Verify a receipt of yours right here. The bank itself is asked, and its answer costs one credit.",
    "እዚሁ ደረሰኝዎን ያረጋግጡ። ባንኩ ራሱ ይጠየቃል፣ መልሱም አንድ ክሬዲት ያስከፍላል።",
  ),
  outcome: both("What the sandbox plays", "የሙከራ ባንኩ ምላሽ"),
  outcomes: {
    success: both("A genuine receipt", "ትክክለኛ ደረሰኝ"),
    notFound: both("A receipt that does not exist", "የሌለ ደረሰኝ"),
    reversed: both("A reversed payment", "የተመለሰ ክፍያ"),
    down: both("A bank that is down", "የማይሰራ ባንክ"),
    slow: both("A slow bank", "ዘግይቶ የሚመልስ ባንክ"),
    unrecognizable: both("An answer that cannot be read", "ሊነበብ የማይችል ምላሽ"),
  } satisfies Record<SampleOutcome, Texts<string>>,
  reference: both("Transaction number, SMS or receipt link", "የግብይት ቁጥር፣ አጭር መልእክት (SMS) ወይም የደረሰኝ ሊንክ"),
  suffix: both("Last digits of the account", "የሂሳቡ የመጨረሻ አሃዞች"),
  phone: both("Phone number", "ስልክ ቁጥር"),
  submit: both("Verify", "አረጋግጥ"),
  stages: {
    sending: both("Sending…", "በመላክ ላይ…"),
    queued: both("Accepted, and waiting for its turn…", "ተቀባይነት አግኝቶ ተራውን እየጠበቀ ነው…"),
    running: both("Asking the bank…", "ባንኩን እየጠየቅን ነው…"),
  } satisfies Record<"sending" | "queued" | "running", Texts<string>>,
  wholeStory: both("The whole story of this request", "የዚህ ጥያቄ ሙሉ ሂደት"),
  result: both("Result", "ውጤት"),
  resultHint: both(
    "The verdict comes here: amount, payer, receiver, and whether the money went to your account.",
    "ውጤቱ እዚህ ይታያል፦ የገንዘብ መጠን፣ ከፋይ፣ ተቀባይ፣ እና ገንዘቡ ወደ እርስዎ ሂሳብ መግባቱ።",
  ),
  sameCall: both("The same call from your program", "ይኸው ጥያቄ ከፕሮግራምዎ"),
  sameCallHint: both(
    "With an API key of yours in place of YOUR_API_KEY.",
    "YOUR_API_KEY የሚለውን በኤፒአይ ቁልፍዎ ይተኩ።",
  ),
  copyCode: both("the call", "ጥያቄው"),
  balance: both("Credits left", "የቀረ ክሬዲት"),
  recent: both("Latest requests", "የቅርብ ጊዜ ጥያቄዎች"),
  allRequests: both("All requests", "ሁሉም ጥያቄዎች"),
  noRequests: both("No requests yet", "እስካሁን ጥያቄ የለም"),
  noRequestsTodo: both(
    "Verify the receipt above: it is the first one.",
    "ከላይ ያለውን ደረሰኝ ያረጋግጡ፤ የመጀመሪያው እሱ ይሆናል።",
  ),
});
