export {
  bankUptimeTexts,
  countLevels,
  type DayLevel,
  dayLevels,
  GOOD_SHARE,
  levelOf,
} from "./bank-uptime.ts";
export type { Client } from "./client.ts";
export { readClient } from "./client-files.ts";
export { type ClientFolder, createClientFolder } from "./client-folder.ts";
export { decisionWords, reasonSentence, reasonTexts } from "./decision-texts.ts";
export { type Html, html, htmlText, ownMarkup } from "./html.ts";
export { once } from "./once.ts";
export { type AssetFile, type AssetFolder, createAssetFolder, inlineSource } from "./page-assets.ts";
export { chooseLanguage, type PageLanguageChoice } from "./page-language.ts";
export { pageStyle } from "./page-style.ts";
export { sendDocument } from "./send-document.ts";
export { type PackedPage, packPage, sendPacked, sendPage } from "./send-page.ts";
export { type Precision, type ShownDays, shownTime, usualDays } from "./shown-time.ts";
export {
  afterPrefix,
  both,
  counted,
  languageNames,
  type PageLanguage,
  pageLanguages,
  type Texts,
  textsOf,
} from "./texts.ts";
