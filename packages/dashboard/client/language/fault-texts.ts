import type { AskFor } from "@receipts/contracts";
import { afterPrefix, type PageLanguage, type Texts } from "@receipts/web-pages/texts";
import type { ApiFault, FaultCode } from "../api/api-fault.ts";
import { bankName } from "./banks.ts";

/** English texts for errors without an API message. For all others, the API's message is more specific. */
const own: Partial<Record<FaultCode, string>> = {
  offline: "Could not send. Check your connection and try again.",
  unreadable: "We could not read the response. Try again in a minute.",
  internal_error: "Something failed on our side. Try again in a minute.",
  service_unavailable: "The service is temporarily unavailable. Try again in a minute.",
  unauthenticated: "Your session has ended. Sign in again.",
  reference_not_found: "No reference was found in the file. Choose a sharper picture, or type the reference.",
  invalid_payload: "Some of your input is invalid. Check the fields.",
};

const amharic: Readonly<Record<FaultCode, string>> = {
  offline: "መላክ አልተቻለም። የኢንተርኔት ግንኙነትዎን አረጋግጠው እንደገና ይሞክሩ።",
  unreadable: "የደረሰውን ምላሽ ማንበብ አልተቻለም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
  internal_error: "በእኛ በኩል ችግር አጋጥሟል። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
  service_unavailable: "አገልግሎቱ ለጊዜው አይሰራም። ከአንድ ደቂቃ በኋላ እንደገና ይሞክሩ።",
  queue_unavailable: "ጥያቄው ተመዝግቧል፤ ሆኖም ወረፋው ለጊዜው አይሰራም። ዳግመኛ አይላኩት፤ ሲመለስ በራሱ ይጠናቀቃል።",
  malformed_json: "የተላከው ሊነበብ አልቻለም።",
  invalid_request: "የተላከው ትክክል አይደለም።",
  invalid_api_key: "የኤፒአይ ቁልፉ የለም፣ ተሰርዟል ወይም ጊዜው አልፏል።",
  unauthenticated: "የመግቢያ ጊዜዎ አብቅቷል። እንደገና ይግቡ።",
  credits_exhausted: "የማረጋገጫ ክሬዲትዎ አልቋል።",
  permission_denied: "ይህን ለማድረግ ፈቃድ የለዎትም።",
  origin_rejected: "ጥያቄው የመጣው ከሌላ ድረ ገጽ ነው፤ አልተፈጸመም።",
  two_factor_required: "የመተግበሪያዎ ኮድ ወይም የመመለሻ ኮድ ያስፈልጋል።",
  fresh_sign_in_required: "መጀመሪያ የይለፍ ቃልዎን እንደገና ያረጋግጡ።",
  two_factor_enrollment_required: "መለያው ባለሁለት ደረጃ መግቢያ ይጠይቃል። መጀመሪያ ያዘጋጁት።",
  not_found: "የፈለጉት አልተገኘም።",
  method_not_allowed: "ይህ አድራሻ እንዲህ ያለ ጥያቄ አይቀበልም።",
  idempotency_conflict: "ይህ መለያ ቁልፍ ለሌላ ጥያቄ ጥቅም ላይ ውሏል።",
  idempotency_in_progress: "ያንኑ ጥያቄ በመፈጸም ላይ ነን። ጥቂት ጠብቀው እንደገና ይሞክሩ።",
  already_exists: "ይኸው አስቀድሞ አለ።",
  invalid_state: "አሁን ባለበት ሁኔታ ይህን ማድረግ አይቻልም።",
  request_timeout: "የተላከው በጊዜው አልደረሰም። እንደገና ይላኩ።",
  payload_too_large: "የተላከው ከሚፈቀደው መጠን ይበልጣል።",
  unsupported_media_type: "የዚህ ዓይነት ፋይል አይቻልም።",
  invalid_payload: "ካስገቡት ውስጥ ትክክል ያልሆነ አለ። መስኮቹን ያረጋግጡ።",
  unsupported_bank: "የዚህ ባንክ ደረሰኝ ማረጋገጥ አይቻልም።",
  bank_not_detected: "ደረሰኙ ከየትኛው ባንክ እንደሆነ መለየት አልተቻለም። ባንኩን ይምረጡ።",
  no_receipt_in_message: "በዚህ መልእክት ውስጥ ሊረጋገጥ የሚችል ደረሰኝ የለም።",
  reference_not_found: "በፋይሉ ላይ የግብይት ቁጥር አልተገኘም። ሙሉ ደረሰኙን በግልጽ የሚያሳይ ፎቶ ይምረጡ፣ ወይም ቁጥሩን ይጻፉ።",
  unsafe_webhook_url: "ይህ የዌብሁክ አድራሻ ሊጠራ የሚችል አይደለም።",
  rate_limited: "በአጭር ጊዜ ውስጥ በጣም ብዙ ሙከራ ተደርጓል። ጥቂት ጠብቀው እንደገና ይሞክሩ።",
  queue_saturated: "የዚህ ባንክ ወረፋ ሞልቷል። ጥቂት ጠብቀው እንደገና ይሞክሩ።",
};

/** Returns the message for a failed call. */
export const faultTexts: Texts<(fault: ApiFault) => string> = {
  en: (fault) => withWait("en", own[fault.code] ?? sentence(fault.message), fault),
  am: (fault) =>
    withWait("am", `${amharic[fault.code] ?? amharic.unreadable}${askForInAmharic(fault)}`, fault),
};

/** English comes from the API. */
const askedInAmharic: Readonly<Record<AskFor["what"], string>> = {
  receipt_link: "የደረሰኙን ሊንክ ወይም ሊንኩ ያለበትን መልእክት",
  transaction_number: "የግብይት ቁጥሩን",
  qr_code: "የደረሰኙን ሊንክ ወይም የኪውአር ኮዱን ፎቶ",
  account_digits: "የከፈለበትን ሒሳብ የመጨረሻ አሃዞች",
};

function askForInAmharic({ askFor }: ApiFault): string {
  if (askFor === undefined) return "";
  const from = askFor.bank === null ? "" : ` ክፍያው የመጣው ከ${afterPrefix(bankName(askFor.bank, "am"))} ነው።`;
  return `${from} ከፋዩን ${askedInAmharic[askFor.what]} ይጠይቁ።`;
}

const waits: Texts<(seconds: number) => string> = {
  en: (seconds) => `You can try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  am: (seconds) => `ከ${seconds} ሰከንድ በኋላ እንደገና መሞከር ይችላሉ።`,
};

function withWait(language: PageLanguage, text: string, { code, retryAfterSeconds }: ApiFault): string {
  if (code !== "rate_limited" || retryAfterSeconds === undefined) return text;
  return `${text} ${waits[language](Math.ceil(retryAfterSeconds))}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
