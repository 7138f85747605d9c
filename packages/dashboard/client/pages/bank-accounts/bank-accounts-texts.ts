import type { BankAccount, BankCode } from "@receipts/contracts";
import { both, textsOf } from "@receipts/web-pages/texts";

const walletEn = "The phone number of the wallet, such as 0911 22 33 44.";
const walletAm = "የሞባይል ገንዘቡ ስልክ ቁጥር፤ ለምሳሌ 0911 22 33 44።";

export const bankAccountsTexts = textsOf({
  title: both("Bank accounts", "የባንክ ሒሳቦች"),
  intro: both(
    "The accounts that receive your money. We compare every receipt with them and show them to payers. Each change is in the audit log and is sent to your default webhook.",
    "ገንዘብ የሚቀበሉባቸው ሒሳቦች። እያንዳንዱ ደረሰኝ ከእነዚህ ጋር ይመሳከራል፤ ለከፋዮችም የሚታዩት እነዚህ ናቸው። እያንዳንዱ ለውጥ በክንውን መዝገብ ይመዘገባል፤ በዌብሁክም ይገለጻል።",
  ),
  docs: both("How receivers are compared", "የተቀባይ ሒሳብ እንዴት እንደሚመሳከር"),
  add: both("Add account", "ሒሳብ ያክሉ"),
  edit: both("Edit", "አስተካክል"),
  none: both("No bank account yet", "እስካሁን የባንክ ሒሳብ የለም"),
  noneTodo: both(
    "Add the accounts that your customers pay to. Every verified receipt then shows whether the money went to one of them.",
    "ደንበኞችዎ የሚከፍሉባቸውን ሒሳቦች ያክሉ። ከዚያ የተረጋገጠ ደረሰኝ ሁሉ ገንዘቡ ወደ ሒሳብዎ መግባቱን ይነግርዎታል።",
  ),
  accountNumber: both("Account number", "የሒሳብ ቁጥር"),
  accountName: both("Account name", "የሒሳቡ ባለቤት ስም"),
  accountNameHint: both(
    "As the bank prints it on receipts. Payers and we check it.",
    "ባንኩ በደረሰኞች ላይ እንደሚያትመው፤ ከፋዮችም እኛም እናመሳክረዋለን።",
  ),
  oddNumber: both("No account has this number: correct it", "እንዲህ ያለ የሒሳብ ቁጥር የለም፤ ያስተካክሉት"),
  alwaysReviewed: both("Name too short", "ስሙ አጭር ነው"),
  otherNames: both("Other names", "ሌሎች ስሞች"),
  otherNamesHint: both(
    "Other spellings on receipts to this account, separated by commas. At most five.",
    "ባንኩ ወደዚህ ሒሳብ በተላኩ ደረሰኞች ላይ የሚያትማቸው ሌሎች አጻጻፎች፤ በኮማ ይለያዩ። ቢበዛ አምስት።",
  ),
  showsLittle: both(
    "Receipts of this bank hide part of the account number. We accept a payment automatically only if the receiver's name on the receipt matches a name above. Every other payment waits for your decision. Enter the name exactly as one of your receipts shows it. One word, such as Selam PLC, never matches: its payments always wait for you. Of a joint account, either holder is enough.",
    "የዚህ ባንክ ደረሰኞች የሒሳብ ቁጥሩን በከፊል ይደብቃሉ። ክፍያ በራሱ ተቀባይነት የሚያገኘው በደረሰኙ ላይ ያለው የተቀባይ ስም ከላይ ካሉት ስሞች ከአንዱ ጋር ሲስማማ ብቻ ነው፤ ሌላው ሁሉ የእርስዎን ውሳኔ ይጠብቃል። አንድ ደረሰኝዎን ተመልክተው ስሙን ልክ እንደታተመው ያስገቡ። እንደ Selam PLC ያለ የአንድ ቃል ስም በጭራሽ አይስማማም፤ ክፍያዎቹ ሁልጊዜ እርስዎን ይጠብቃሉ። የጋራ ሒሳብ ከሆነ የአንደኛው ባለቤት ስም ይበቃል።",
  ),
  label: both("Label", "መለያ ስም"),
  labelHint: both("For your own use, such as a branch or a till.", "ለራስዎ፦ ቅርንጫፍ ወይም ሱቅ።"),
  branchHint: both(
    "For your overview. Receipts are compared with the accounts of all branches.",
    "ለእርስዎ ግንዛቤ ነው። ደረሰኞች ከሁሉም ቅርንጫፎች ሒሳቦች ጋር ይመሳከራሉ።",
  ),
  owner: both("Owner", "የማን ነው"),
  owners: both({ user: "You", business: "The business" } satisfies Record<BankAccount["owner"], string>, {
    user: "የእርስዎ",
    business: "የድርጅቱ",
  }),
  ownerHint: both("Every result shows the owner.", "በእያንዳንዱ ውጤት ተለይቶ ይገለጻል።"),
  noBusiness: both(
    "To save business accounts, first enter the business name in your profile.",
    "የድርጅት ሒሳብ ለማስቀመጥ መጀመሪያ በመገለጫው ላይ የድርጅቱን ስም ያስገቡ።",
  ),
  toProfile: both("Go to profile", "ወደ መገለጫው"),
  /** For banks with a number format of their own. */
  numberHints: both(
    {
      cbe: "All 13 digits, starting with 1000.",
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
  numberHint: both("Full number, digits only.", "ሙሉ ቁጥሩ፤ አሃዞች ብቻ፣ የተደበቀ ሳይኖር።"),
  duplicate: both("this account is already saved", "ይህ ሒሳብ አስቀድሞ ተቀምጧል።"),
  added: both("Account saved.", "ሒሳቡ ተቀምጧል።"),
  saved: both("Saved", "የተቀመጠው"),
  remove: both("Remove", "አስወግድ"),
  removeTitle: both(
    (account: string) => `Remove ${account}?`,
    (account) => `${account} ይወገድ?`,
  ),
  removeEffect: both(
    "Receipts paid to it no longer match, and new deposits do not offer it. Open deposits keep it.",
    "ወደዚህ ሒሳብ የተከፈሉ ደረሰኞች ከእንግዲህ አይጣጣሙም፤ በአዲስ ክፍያዎችም አይቀርብም። ክፍት የሆኑ ክፍያዎች እንዳሉ ይቀጥላሉ።",
  ),
  removed: both("Account removed.", "ሒሳቡ ተወግዷል።"),
  account: both("Account", "ሒሳብ"),
});
