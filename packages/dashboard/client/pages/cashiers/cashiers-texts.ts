import { both, textsOf } from "@receipts/web-pages/texts";

export const cashiersTexts = textsOf({
  title: both("Cashiers", "ገንዘብ ተቀባዮች"),
  intro: both(
    "The people who verify receipts at a till. Each signs in there with an own PIN.",
    "በመሸጫ መሣሪያ ላይ ደረሰኝ የሚያረጋግጡ ሰዎች። እያንዳንዱ በራሱ ፒን ይገባል።",
  ),
  docs: both("How a cashier verifies", "ገንዘብ ተቀባይ እንዴት እንደሚያረጋግጥ"),
  none: both("No cashier yet", "እስካሁን ገንዘብ ተቀባይ የለም"),
  noneTodo: both(
    "Add each person with an own PIN. Every payment then shows who verified it.",
    "እያንዳንዱን ሰው ከራሱ ፒን ጋር ያክሉ። ከዚያ በእያንዳንዱ ክፍያ ላይ ያረጋገጠው ሰው ይታያል።",
  ),
  add: both("Add cashier", "ገንዘብ ተቀባይ ያክሉ"),
  name: both("Name", "ስም"),
  nameHint: both("The till shows it.", "በመሸጫ መሣሪያው ላይ ይታያል።"),
  branchHint: both(
    "The cashier can sign in on the tills of this branch, and on tills without a branch.",
    "በዚህ ቅርንጫፍ መሣሪያዎችና ቅርንጫፍ በሌላቸው መሣሪያዎች ላይ መግባት ይችላል።",
  ),
  pin: both("PIN", "ፒን"),
  pinHint: both(
    "Six digits that are no sequence and do not repeat. Let the cashier choose and enter them.",
    "ተከታታይ ያልሆኑና የማይደጋገሙ ስድስት አሃዞች። ገንዘብ ተቀባዩ ራሱ መርጦ ያስገባቸው።",
  ),
  saved: both("Cashier saved.", "ገንዘብ ተቀባዩ ተቀምጧል።"),
  since: both("Since", "ከመቼ ጀምሮ"),
  active: both("Active", "ይሠራል"),
  locked: both("Locked: too many wrong PINs", "የተሳሳተ ፒን ስለበዛ ታግዷል"),
  edit: both("Edit", "አስተካክል"),
  setPin: both("Set PIN", "ፒን ስጥ"),
  pinTitle: both(
    (name: string) => `New PIN for ${name}`,
    (name) => `ለ${name} አዲስ ፒን`,
  ),
  pinEffect: both(
    "The old PIN and the cashier's sessions end at once. A locked cashier is unlocked.",
    "የድሮው ፒንና የገንዘብ ተቀባዩ ክፍት መግቢያዎች ወዲያውኑ ያበቃሉ። የታገደ ገንዘብ ተቀባይ እገዳው ይነሳል።",
  ),
  pinSet: both("The new PIN works.", "አዲሱ ፒን ይሠራል።"),
  remove: both("Remove", "አስወግድ"),
  removeTitle: both(
    (name: string) => `Remove ${name}?`,
    (name) => `${name} ይወገዱ?`,
  ),
  removeEffect: both(
    "The cashier's sessions end at once. Payments that the cashier verified stay in the list.",
    "የገንዘብ ተቀባዩ ክፍት መግቢያዎች ወዲያውኑ ያበቃሉ። ያረጋገጣቸው ክፍያዎች በዝርዝሩ ላይ ይቆያሉ።",
  ),
  removed: both("The cashier is removed.", "ገንዘብ ተቀባዩ ተወግዷል።"),
});
