/** The languages that pages speak. A text that one of them lacks is a fault of types. */
export const pageLanguages = ["en", "am"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** Each in its own words: whoever looks for his language cannot read the others. */
export const languageNames: Readonly<Record<PageLanguage, string>> = { en: "English", am: "አማርኛ" };
