const both = {
  en: {
    copy: "Copy",
    copied: "Copied",
    select: "Press Ctrl+C",
    languages: "Language of the examples",
    loading: "Loading …",
    failed: "Search is not available. Use the navigation.",
    none: (query) => `Nothing found for “${query}”`,
    found: (count) => `${count} results. Use the arrow keys to choose one.`,
  },
  am: {
    copy: "ቅዳ",
    copied: "ተቀድቷል",
    select: "Ctrl+C ይጫኑ",
    languages: "የምሳሌዎቹ ቋንቋ",
    loading: "በመጫን ላይ …",
    failed: "ፍለጋው አልሠራም። የገጾቹን ዝርዝር ይጠቀሙ።",
    none: (query) => `ለ“${query}” ምንም አልተገኘም`,
    found: (count) => `${count} ውጤቶች ተገኝተዋል። በቀስት ቁልፎች ይምረጡ።`,
  },
};

/** The words that the scripts show, in the language of the page. */
export const texts = both[document.documentElement.lang] ?? both.en;
