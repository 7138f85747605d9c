import type { FailureReason, Role } from "@receipts/contracts";
import { both, type Texts, textsOf } from "@receipts/web-pages/texts";
import { faultTexts } from "./fault-texts.ts";
import { ofFirstFrame } from "./first-frame-text.ts";

/** Texts that several pages share. */
export const sharedTexts = textsOf({
  brand: ofFirstFrame("brand"),
  skip: both("Skip to content", "ወደ ገጹ ይሂዱ"),
  menu: both("Menu", "ምናሌ"),
  navigation: both("Pages", "ገጾች"),
  language: both("Language", "ቋንቋ"),
  groups: both(
    { work: "Daily work", settings: "Settings", developers: "Developers" },
    { work: "የዕለት ሥራ", settings: "ቅንብሮች", developers: "ለገንቢዎች" },
  ),
  accountMenu: both("Your account", "የእርስዎ መለያ"),
  changePassword: both("Change password", "የይለፍ ቃል ይቀይሩ"),
  signIn: both("Sign in", "ይግቡ"),
  signOut: both("Sign out", "ይውጡ"),
  security: both("Security", "ደህንነት"),
  switchAccount: both("Switch to", "ወደዚህ ይቀይሩ፦"),
  code: ofFirstFrame("code"),
  codeHint: ofFirstFrame("codeHint"),
  sandbox: {
    all: both(
      "Test mode: receipts are checked in a sandbox, not at the banks.",
      "የሙከራ ሁኔታ፦ ደረሰኞች የሚረጋገጡት በባንኮች ሳይሆን በሙከራ ሥርዓት ነው።",
    ),
    some: both(
      (banks: string) => `Test mode: receipts of ${banks} are checked in a sandbox, not at the bank.`,
      (banks) => `የሙከራ ሁኔታ፦ የ${banks} ደረሰኞች የሚረጋገጡት በባንኩ ሳይሆን በሙከራ ሥርዓት ነው።`,
    ),
  },
  proof: {
    title: both("Confirm your password", "የይለፍ ቃልዎን ያረጋግጡ"),
    why: both(
      "This change needs a proof of identity of the last 5 minutes.",
      "ይህ ለውጥ በመጨረሻዎቹ 5 ደቂቃዎች ውስጥ ማንነትዎን ማረጋገጥ ይጠይቃል።",
    ),
    submit: both("Confirm", "አረጋግጥ"),
  },
  roles: {
    owner: both("Owner", "ባለቤት"),
    manager: both("Manager", "ሥራ አስኪያጅ"),
    developer: both("Developer", "ገንቢ"),
    cashier: both("Cashier", "ገንዘብ ተቀባይ"),
  } satisfies Record<Role, Texts<string>>,
  sessions: both("Sessions", "ክፍት መግቢያዎች"),
  signOutEverywhere: both("Sign out everywhere", "ከሁሉም መሣሪያዎች ይውጡ"),
  signedOut: both("You are signed out.", "ወጥተዋል።"),
  notFound: {
    title: both("Page not found", "እንዲህ ያለ ገጽ የለም"),
    todo: both("The address may be incomplete or mistyped.", "አድራሻው ተቆርጦ ወይም ተሳስቶ ሊሆን ይችላል።"),
    home: both("Go to home", "ወደ መነሻ ገጽ"),
  },
  loading: ofFirstFrame("loading"),
  tryAgain: both("Try again", "እንደገና ይሞክሩ"),
  requestId: both("Request id", "የጥያቄ መለያ"),
  close: both("Close", "ዝጋ"),
  searchAll: both("Search all", "ሁሉንም ፈልግ"),
  cancel: both("Cancel", "ይቅር"),
  save: both("Save", "አስቀምጥ"),
  saved: both("Saved.", "ተቀምጧል።"),
  copy: both("Copy", "ቅዳ"),
  copied: both("Copied", "ተቀድቷል"),
  optional: both("optional", "ግዴታ ያልሆነ"),
  faults: faultTexts,
  /** The API's message for one field. Amharic replaces an English message by a general one. */
  fieldFault: both(
    (message: string) => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`,
    (message) => (/\p{Script=Ethiopic}/u.test(message) ? message : "ያስገቡት ትክክል አይደለም።"),
  ),
  /** For `12,50`, which could be read as a hundred times as much. */
  askAmount: both(
    (amount: string) => `do you mean ${amount}? Write the cents after a point`,
    (amount) => `${amount} ማለትዎ ነው? ሳንቲሙን ከነጥብ በኋላ ይጻፉ`,
  ),
  openDeposit: both("Open the deposit", "የክፍያ ጥያቄውን ክፈት"),
  amountUnclear: both("write an amount in birr, such as 1250.00", "መጠኑን በብር ይጻፉ፤ ለምሳሌ 1250.00"),
  email: ofFirstFrame("email"),
  password: ofFirstFrame("password"),
  newPassword: both("New password", "አዲስ የይለፍ ቃል"),
  newPasswordHint: both(
    "At least 12 characters. A few words that only you would combine are easy to remember.",
    "ቢያንስ 12 ፊደላት ወይም አሃዞች። እርስዎ ብቻ የሚያውቋቸው ጥቂት ቃላት ለማስታወስ ቀላል ናቸው።",
  ),
  yourName: both("Your name", "ስምዎ"),
  secretSaved: both("I have saved it", "አስቀምጬዋለሁ"),
  bank: both("Bank", "ባንክ"),
  allBanks: both("All banks", "ሁሉም ባንኮች"),
  amount: both("Amount", "የገንዘብ መጠን"),
  status: both("Status", "ሁኔታ"),
  time: both("Time", "ጊዜ"),
  reference: both("Reference", "የግብይት ቁጥር"),
  actions: both("Actions", "ተግባራት"),
  yes: both("Yes", "አዎ"),
  no: both("No", "አይደለም"),
  duration: both("Duration", "የፈጀው ጊዜ"),
  paidAt: both("Paid", "የተከፈለበት ጊዜ"),
  byBank: both("By bank", "በየባንኩ"),
  timeline: both("Timeline", "ሂደቱ"),
  json: both("JSON", "በኤፒአይ እንዳለው"),
  notYours: both(
    "It belongs to another account, or the address is mistyped.",
    "የሌላ መለያ ነው፤ ወይም አድራሻው ተሳስቷል።",
  ),
  filters: both("Filters", "ማጣሪያዎች"),
  filter: both("Filter", "አጣራ"),
  clearFilters: both("Clear filters", "ማጣሪያዎቹን አጥፋ"),
  download: both("Download", "አውርድ"),
  all: both("All", "ሁሉም"),
  show: both("Show", "አሳይ"),
  period: both("Period", "ጊዜ"),
  lastDays: both(
    (count: number) => `Last ${count} days`,
    (count) => `ያለፉት ${count} ቀናት`,
  ),
  day: both("Day", "ቀን"),
  fromDay: both("From day", "ከዚህ ቀን"),
  toDay: both("To day", "እስከዚህ ቀን"),
  accountDays: both("Days are in your account's time zone.", "ቀናቱ በመለያዎ የሰዓት ሰቅ አቆጣጠር ናቸው።"),
  utcDays: both("Days are in UTC.", "ቀናቱ በUTC አቆጣጠር ናቸው።"),
  page: {
    label: both("List pages", "የዝርዝሩ ገጾች"),
    previous: both("Previous", "ወደ ኋላ"),
    next: both("Next", "ወደ ፊት"),
    range: both(
      (from: number, to: number, total: string) => `${from}–${to} of ${total}`,
      (from, to, total) => `ከ${total} ውስጥ ${from}–${to}`,
    ),
  },
  chartAsTable: both("Show as table", "ሰንጠረዡ በቁጥር"),
  verdicts: both(
    { success: "Verified", failed: "Failed", not_found: "Not found", pending: "Pending" },
    { success: "ተረጋግጧል", failed: "አልተሳካም", not_found: "አልተገኘም", pending: "በመጠባበቅ ላይ" },
  ),
  processing: both(
    { queued: "Queued", running: "Running", completed: "Completed", failed: "No verdict" },
    { queued: "ወረፋ ላይ", running: "በመረጋገጥ ላይ", completed: "ተጠናቋል", failed: "ውጤት አልተገኘም" },
  ),
  failureReasons: {
    bank_response_unrecognized: both("We could not read the bank's response.", "ባንኩ የሰጠውን ምላሽ ማንበብ አልቻልንም።"),
    bank_unavailable: both("We could not reach the bank.", "ባንኩን ማግኘት አልተቻለም።"),
    deadline_exceeded: both("The request expired before a bank attempt.", "ባንኩን ከመጠየቃችን በፊት የተፈቀደው ጊዜ አልፏል።"),
  } satisfies Record<FailureReason, Texts<string>>,
});

export type SharedTexts = (typeof sharedTexts)["en"];
