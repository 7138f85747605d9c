/** Languages of the pages. A text that lacks one of them does not compile. */
export const pageLanguages = ["en", "am"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** Each name in its own language, for readers who know no other. */
export const languageNames: Readonly<Record<PageLanguage, string>> = { en: "English", am: "አማርኛ" };
