import type { BankAccount, BankCode } from "@receipts/contracts";
import { both, textsOf } from "../../language/language.ts";

const walletEn = "The phone number of the wallet, such as 0911 22 33 44.";
const walletAm = "የሞባይል ገንዘቡ ስልክ ቁጥር፤ ለምሳሌ 0911 22 33 44።";

export const bankAccountsTexts = textsOf({
  title: both("Bank accounts", "የባንክ ሂሳቦች"),
  intro: both(
    "The accounts that you are paid to. Every receipt is compared with them, and payers of deposits are shown them. Each change is in the audit log and is told to your default webhook.",
    "ገንዘብ የሚቀበሉባቸው ሂሳቦች። እያንዳንዱ ደረሰኝ ከእነዚህ ጋር ይመሳከራል፤ ለከፋዮችም የሚታዩት እነዚህ ናቸው። እያንዳንዱ ለውጥ በክንውን መዝገብ ይመዘገባል፤ በዌብሁክም ይገለጻል።",
  ),
  docs: both("How receivers are compared", "የተቀባይ ሂሳብ እንዴት እንደሚመሳከር"),
  add: both("Add an account", "ሂሳብ ያክሉ"),
  edit: both("Edit", "አስተካክል"),
  none: both("No bank account yet", "እስካሁን የባንክ ሂሳብ የለም"),
  noneTodo: both(
    "Add the accounts that your customers pay to. Then every verified receipt says whether the money went to one of them.",
    "ደንበኞችዎ የሚከፍሉባቸውን ሂሳቦች ያክሉ። ከዚያ የተረጋገጠ ደረሰኝ ሁሉ ገንዘቡ ወደ ሂሳብዎ መግባቱን ይነግርዎታል።",
  ),
  accountNumber: both("Account number", "የሂሳብ ቁጥር"),
  accountName: both("Account name", "የሂሳቡ ባለቤት ስም"),
  accountNameHint: both(
    "As the bank prints it on receipts: payers compare it, and so do we.",
    "ባንኩ በደረሰኞች ላይ እንደሚያትመው፤ ከፋዮችም እኛም እናመሳክረዋለን።",
  ),
  otherNames: both("Other names", "ሌሎች ስሞች"),
  otherNamesHint: both(
    "Other spellings that the bank prints on receipts to this account, separated by commas. Five at most.",
    "ባንኩ ወደዚህ ሂሳብ በተላኩ ደረሰኞች ላይ የሚያትማቸው ሌሎች አጻጻፎች፤ በኮማ ይለያዩ። ቢበዛ አምስት።",
  ),
  showsLittle: both(
    "Receipts of this bank hide a part of the account number. A payment is accepted by itself only where the receiver's name on the receipt agrees with one of the names above; every other one waits for you. Look at a receipt of yours and enter the name exactly as it is printed there.",
    "የዚህ ባንክ ደረሰኞች የሂሳብ ቁጥሩን በከፊል ይደብቃሉ። ክፍያ በራሱ ተቀባይነት የሚያገኘው በደረሰኙ ላይ ያለው የተቀባይ ስም ከላይ ካሉት ስሞች ከአንዱ ጋር ሲስማማ ብቻ ነው፤ ሌላው ሁሉ የእርስዎን ውሳኔ ይጠብቃል። አንድ ደረሰኝዎን ተመልክተው ስሙን ልክ እንደታተመው ያስገቡ።",
  ),
  label: both("Label", "መለያ ስም"),
  labelHint: both("For yourself: a branch, a till.", "ለራስዎ፦ ቅርንጫፍ ወይም ሱቅ።"),
  owner: both("Belongs to", "የማን ነው"),
  owners: both({ user: "You", business: "The business" } satisfies Record<BankAccount["owner"], string>, {
    user: "የእርስዎ",
    business: "የድርጅቱ",
  }),
  ownerHint: both("It is told apart in every result.", "በእያንዳንዱ ውጤት ተለይቶ ይገለጻል።"),
  noBusiness: both(
    "To save accounts of a business, give its name in the profile first.",
    "የድርጅት ሂሳብ ለማስቀመጥ መጀመሪያ በመገለጫው ላይ የድርጅቱን ስም ያስገቡ።",
  ),
  toProfile: both("To the profile", "ወደ መገለጫው"),
  /** What the number looks like, where a bank has a shape of its own. */
  numberHints: both(
    {
      cbe: "All 13 digits, beginning with 1000.",
      telebirr: walletEn,
      mpesa: walletEn,
      cbebirr: walletEn,
    } as Partial<Record<BankCode, string>>,
    {
      cbe: "በ1000 የሚጀምሩ 13ቱም አሃዞች።",
      telebirr: walletAm,
      mpesa: walletAm,
      cbebirr: walletAm,
    },
  ),
  numberHint: both("The whole number: digits only, none hidden.", "ሙሉ ቁጥሩ፤ አሃዞች ብቻ፣ የተደበቀ ሳይኖር።"),
  duplicate: both("this account is saved already", "ይህ ሂሳብ አስቀድሞ ተቀምጧል።"),
  added: both("The account is saved.", "ሂሳቡ ተቀምጧል።"),
  saved: both("Saved", "የተቀመጠው"),
  remove: both("Remove", "አስወግድ"),
  removeTitle: both(
    (account: string) => `Remove ${account}?`,
    (account) => `${account} ይወገድ?`,
  ),
  removeEffect: both(
    "Receipts that were paid to it no longer match, and new deposits do not offer it. Deposits that are open keep it.",
    "ወደዚህ ሂሳብ የተከፈሉ ደረሰኞች ከእንግዲህ አይጣጣሙም፤ በአዲስ ክፍያዎችም አይቀርብም። ክፍት የሆኑ ክፍያዎች እንዳሉ ይቀጥላሉ።",
  ),
  removed: both("The account is removed.", "ሂሳቡ ተወግዷል።"),
  account: both("Account", "ሂሳብ"),
});
