import type { FailureReason, ProcessingStatus, VerificationStatus } from "@receipts/contracts";
import type { ApiFault } from "../api/api-fault.ts";
import type { NavGroup } from "../app/page.ts";
import { faultTexts } from "./fault-texts.ts";
import type { Texts } from "./language.ts";

/** What more than one page says. */
export interface SharedTexts {
  readonly brand: string;
  readonly skip: string;
  readonly menu: string;
  readonly navigation: string;
  readonly language: string;
  readonly groups: Readonly<Record<NavGroup, string>>;
  readonly accountMenu: string;
  readonly changePassword: string;
  readonly signOut: string;
  readonly signOutEverywhere: string;
  readonly signedOut: string;
  readonly notFound: { readonly title: string; readonly todo: string; readonly home: string };
  readonly loading: string;
  readonly tryAgain: string;
  readonly requestId: string;
  readonly close: string;
  readonly cancel: string;
  readonly save: string;
  readonly saved: string;
  readonly copy: string;
  readonly copied: string;
  readonly optional: string;
  readonly faults: (fault: ApiFault) => string;
  /** Of one field, in the words of the API; where those are not of the language, that it is wrong. */
  readonly fieldFault: (message: string) => string;
  readonly bank: string;
  readonly allBanks: string;
  readonly amount: string;
  readonly status: string;
  readonly time: string;
  readonly reference: string;
  readonly actions: string;
  readonly yes: string;
  readonly no: string;
  readonly page: {
    readonly label: string;
    readonly previous: string;
    readonly next: string;
    readonly range: (from: number, to: number, total: string) => string;
  };
  readonly chartAsTable: string;
  readonly verdicts: Readonly<Record<VerificationStatus, string>>;
  readonly processing: Readonly<Record<ProcessingStatus, string>>;
  readonly failureReasons: Readonly<Record<FailureReason, string>>;
}

const en: SharedTexts = {
  brand: "Receipts",
  skip: "Skip to the page",
  menu: "Menu",
  navigation: "Pages",
  language: "Language",
  groups: { work: "Payments", money: "Money", developers: "Developers", account: "Account" },
  accountMenu: "Your account",
  changePassword: "Change the password",
  signOut: "Sign out",
  signOutEverywhere: "Sign out everywhere",
  signedOut: "You have signed out.",
  notFound: {
    title: "There is no such page",
    todo: "The address may be cut off or mistyped.",
    home: "To the first page",
  },
  loading: "Loading…",
  tryAgain: "Try again",
  requestId: "Request id",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  saved: "Saved.",
  copy: "Copy",
  copied: "Copied",
  optional: "optional",
  faults: faultTexts.en,
  fieldFault: (message) => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`,
  bank: "Bank",
  allBanks: "All banks",
  amount: "Amount",
  status: "Status",
  time: "Time",
  reference: "Reference",
  actions: "Actions",
  yes: "Yes",
  no: "No",
  page: {
    label: "Pages of the list",
    previous: "Previous",
    next: "Next",
    range: (from, to, total) => `${from}–${to} of ${total}`,
  },
  chartAsTable: "The chart as a table",
  verdicts: { success: "Verified", failed: "Failed", not_found: "Not found", pending: "Pending" },
  processing: { queued: "Queued", running: "Running", completed: "Completed", failed: "No verdict" },
  failureReasons: {
    bank_response_unrecognized: "The bank answered with something that we could not read.",
    bank_unavailable: "The bank could not be reached.",
    deadline_exceeded: "The time for an answer was over before the bank could be asked.",
  },
};

const am: SharedTexts = {
  brand: "ደረሰኝ ማረጋገጫ",
  skip: "ወደ ገጹ ይሂዱ",
  menu: "ምናሌ",
  navigation: "ገጾች",
  language: "ቋንቋ",
  groups: { work: "ክፍያዎች", money: "ገንዘብ", developers: "ለገንቢዎች", account: "መለያ" },
  accountMenu: "የእርስዎ መለያ",
  changePassword: "የይለፍ ቃል ይቀይሩ",
  signOut: "ይውጡ",
  signOutEverywhere: "ከሁሉም መሣሪያዎች ይውጡ",
  signedOut: "ወጥተዋል።",
  notFound: {
    title: "እንዲህ ያለ ገጽ የለም",
    todo: "አድራሻው ተቆርጦ ወይም ተሳስቶ ሊሆን ይችላል።",
    home: "ወደ መጀመሪያው ገጽ",
  },
  loading: "በመጫን ላይ…",
  tryAgain: "እንደገና ይሞክሩ",
  requestId: "የጥያቄ መለያ",
  close: "ዝጋ",
  cancel: "ይቅር",
  save: "አስቀምጥ",
  saved: "ተቀምጧል።",
  copy: "ቅዳ",
  copied: "ተቀድቷል",
  optional: "ግዴታ ያልሆነ",
  faults: faultTexts.am,
  // A page may have said it in Amharic itself.
  fieldFault: (message) => (/\p{Script=Ethiopic}/u.test(message) ? message : "ያስገቡት ትክክል አይደለም።"),
  bank: "ባንክ",
  allBanks: "ሁሉም ባንኮች",
  amount: "የገንዘብ መጠን",
  status: "ሁኔታ",
  time: "ጊዜ",
  reference: "የግብይት ቁጥር",
  actions: "ተግባራት",
  yes: "አዎ",
  no: "አይደለም",
  page: {
    label: "የዝርዝሩ ገጾች",
    previous: "ወደ ኋላ",
    next: "ወደ ፊት",
    range: (from, to, total) => `ከ${total} ውስጥ ${from}–${to}`,
  },
  chartAsTable: "ሰንጠረዡ በቁጥር",
  verdicts: { success: "ተረጋግጧል", failed: "አልተሳካም", not_found: "አልተገኘም", pending: "በመጠባበቅ ላይ" },
  processing: { queued: "ወረፋ ላይ", running: "በመረጋገጥ ላይ", completed: "ተጠናቋል", failed: "ውጤት አልተገኘም" },
  failureReasons: {
    bank_response_unrecognized: "ባንኩ የሰጠውን ምላሽ ማንበብ አልቻልንም።",
    bank_unavailable: "ባንኩን ማግኘት አልተቻለም።",
    deadline_exceeded: "ባንኩን ከመጠየቃችን በፊት የተፈቀደው ጊዜ አልፏል።",
  },
};

export const sharedTexts: Texts<SharedTexts> = { en, am };
