import type { BankAccount, BankCode } from "@receipts/contracts";
import { textsOf } from "../../language/language.ts";

const walletEn = "The phone number of the wallet, such as 0911 22 33 44.";
const walletAm = "የሞባይል ገንዘቡ ስልክ ቁጥር፤ ለምሳሌ 0911 22 33 44።";

export const bankAccountsTexts = textsOf({
  en: {
    title: "Bank accounts",
    intro:
      "The accounts that you are paid to. Every receipt is compared with them, and payers of deposits are shown them. Each change is in the audit log and is told to your default webhook.",
    docs: "How receivers are compared",
    add: "Add an account",
    edit: "Edit",
    none: "No bank account yet",
    noneTodo:
      "Add the accounts that your customers pay to. Then every verified receipt says whether the money went to one of them.",
    accountNumber: "Account number",
    accountName: "Account name",
    accountNameHint: "As the bank prints it on receipts: payers compare it, and so do we.",
    otherNames: "Other names",
    otherNamesHint:
      "Other spellings that the bank prints on receipts to this account, separated by commas. Five at most.",
    showsLittle:
      "Receipts of this bank hide a part of the account number. A payment is accepted by itself only where the receiver's name on the receipt agrees with one of the names above; every other one waits for you. Look at a receipt of yours and enter the name exactly as it is printed there.",
    label: "Label",
    labelHint: "For yourself: a branch, a till.",
    owner: "Belongs to",
    owners: { user: "You", business: "The business" } satisfies Record<BankAccount["owner"], string>,
    ownerHint: "It is told apart in every result.",
    noBusiness: "To save accounts of a business, give its name in the profile first.",
    toProfile: "To the profile",
    /** What the number looks like, where a bank has a shape of its own. */
    numberHints: {
      cbe: "All 13 digits, beginning with 1000.",
      telebirr: walletEn,
      mpesa: walletEn,
      cbebirr: walletEn,
    } as Partial<Record<BankCode, string>>,
    numberHint: "The whole number: digits only, none hidden.",
    duplicate: "this account is saved already",
    added: "The account is saved.",
    saved: "Saved",
    remove: "Remove",
    removeTitle: (account: string) => `Remove ${account}?`,
    removeEffect:
      "Receipts that were paid to it no longer match, and new deposits do not offer it. Deposits that are open keep it.",
    removed: "The account is removed.",
    account: "Account",
  },
  am: {
    title: "የባንክ ሂሳቦች",
    intro:
      "ገንዘብ የሚቀበሉባቸው ሂሳቦች። እያንዳንዱ ደረሰኝ ከእነዚህ ጋር ይመሳከራል፤ ለከፋዮችም የሚታዩት እነዚህ ናቸው። እያንዳንዱ ለውጥ በክንውን መዝገብ ይመዘገባል፤ በዌብሁክም ይገለጻል።",
    docs: "የተቀባይ ሂሳብ እንዴት እንደሚመሳከር",
    add: "ሂሳብ ያክሉ",
    edit: "አስተካክል",
    none: "እስካሁን የባንክ ሂሳብ የለም",
    noneTodo: "ደንበኞችዎ የሚከፍሉባቸውን ሂሳቦች ያክሉ። ከዚያ የተረጋገጠ ደረሰኝ ሁሉ ገንዘቡ ወደ ሂሳብዎ መግባቱን ይነግርዎታል።",
    accountNumber: "የሂሳብ ቁጥር",
    accountName: "የሂሳቡ ባለቤት ስም",
    accountNameHint: "ባንኩ በደረሰኞች ላይ እንደሚያትመው፤ ከፋዮችም እኛም እናመሳክረዋለን።",
    otherNames: "ሌሎች ስሞች",
    otherNamesHint: "ባንኩ ወደዚህ ሂሳብ በተላኩ ደረሰኞች ላይ የሚያትማቸው ሌሎች አጻጻፎች፤ በኮማ ይለያዩ። ቢበዛ አምስት።",
    showsLittle:
      "የዚህ ባንክ ደረሰኞች የሂሳብ ቁጥሩን በከፊል ይደብቃሉ። ክፍያ በራሱ ተቀባይነት የሚያገኘው በደረሰኙ ላይ ያለው የተቀባይ ስም ከላይ ካሉት ስሞች ከአንዱ ጋር ሲስማማ ብቻ ነው፤ ሌላው ሁሉ የእርስዎን ውሳኔ ይጠብቃል። አንድ ደረሰኝዎን ተመልክተው ስሙን ልክ እንደታተመው ያስገቡ።",
    label: "መለያ ስም",
    labelHint: "ለራስዎ፦ ቅርንጫፍ ወይም ሱቅ።",
    owner: "የማን ነው",
    owners: { user: "የእርስዎ", business: "የድርጅቱ" },
    ownerHint: "በእያንዳንዱ ውጤት ተለይቶ ይገለጻል።",
    noBusiness: "የድርጅት ሂሳብ ለማስቀመጥ መጀመሪያ በመገለጫው ላይ የድርጅቱን ስም ያስገቡ።",
    toProfile: "ወደ መገለጫው",
    numberHints: {
      cbe: "በ1000 የሚጀምሩ 13ቱም አሃዞች።",
      telebirr: walletAm,
      mpesa: walletAm,
      cbebirr: walletAm,
    },
    numberHint: "ሙሉ ቁጥሩ፤ አሃዞች ብቻ፣ የተደበቀ ሳይኖር።",
    duplicate: "ይህ ሂሳብ አስቀድሞ ተቀምጧል።",
    added: "ሂሳቡ ተቀምጧል።",
    saved: "የተቀመጠው",
    remove: "አስወግድ",
    removeTitle: (account) => `${account} ይወገድ?`,
    removeEffect: "ወደዚህ ሂሳብ የተከፈሉ ደረሰኞች ከእንግዲህ አይጣጣሙም፤ በአዲስ ክፍያዎችም አይቀርብም። ክፍት የሆኑ ክፍያዎች እንዳሉ ይቀጥላሉ።",
    removed: "ሂሳቡ ተወግዷል።",
    account: "ሂሳብ",
  },
});

export type BankAccountsTexts = (typeof bankAccountsTexts)["en"];
