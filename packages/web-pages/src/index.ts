export { type Html, html, htmlText, ownMarkup } from "./html.ts";
export { once } from "./once.ts";
export { type AssetFile, type AssetFolder, createAssetFolder, inlineSource } from "./page-assets.ts";
export { chooseLanguage, type PageLanguageChoice } from "./page-language.ts";
export { languageNames, type PageLanguage, pageLanguages } from "./page-languages.ts";
export { pageStyle } from "./page-style.ts";
export { sendDocument } from "./send-document.ts";
export { type PackedPage, packPage, sendPacked, sendPage } from "./send-page.ts";
