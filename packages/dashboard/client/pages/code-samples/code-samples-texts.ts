import type { SampleOutcome } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";
import { codeSamplesPlace } from "./code-samples-place.ts";

export const codeSamplesTexts = textsOf({
  title: codeSamplesPlace.title,
  call: both("The call", "ጥያቄው"),
  sandboxHint: both(
    "The bank sandbox knows this number. Choose another outcome to see what your program gets.",
    "ይህን ቁጥር የሙከራ ባንኩ ያውቀዋል። ፕሮግራምዎ ምን እንደሚያገኝ ለማየት ሌላ ምላሽ ይምረጡ።",
  ),
  /** Shown without a sandbox. */
  realHint: both(
    "The bank itself is asked, and its response costs one credit.",
    "ባንኩ ራሱ ይጠየቃል፣ መልሱም አንድ ክሬዲት ያስከፍላል።",
  ),
  outcome: both("Sandbox outcome", "የሙከራ ባንኩ ምላሽ"),
  outcomes: {
    success: both("Genuine receipt", "ትክክለኛ ደረሰኝ"),
    notFound: both("Receipt not found", "የሌለ ደረሰኝ"),
    reversed: both("Reversed payment", "የተመለሰ ክፍያ"),
    down: both("Bank down", "የማይሰራ ባንክ"),
    slow: both("Slow bank", "ዘግይቶ የሚመልስ ባንክ"),
    unrecognizable: both("Unreadable response", "ሊነበብ የማይችል ምላሽ"),
  } satisfies Record<SampleOutcome, Texts<string>>,
  reference: both("Reference, SMS or receipt link", "የግብይት ቁጥር፣ አጭር መልእክት (SMS) ወይም የደረሰኝ ሊንክ"),
  submit: both("Send the call", "ጥያቄውን ላክ"),
  result: both("Result", "ውጤት"),
  resultHint: both("The result appears here.", "ውጤቱ እዚህ ይታያል።"),
  inCode: both("Same call in code", "ይኸው ጥያቄ ከፕሮግራምዎ"),
  inCodeHint: both("Replace YOUR_API_KEY with your API key.", "YOUR_API_KEY የሚለውን በኤፒአይ ቁልፍዎ ይተኩ።"),
  copied: both("the call", "ጥያቄው"),
});
