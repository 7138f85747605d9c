import { both, textsOf } from "@receipts/web-pages";

/** The words around a page, in the page's language. */
export const frameTexts = textsOf({
  documentation: both("Documentation", "መመሪያ"),
  skip: both("Skip to the text", "ወደ ጽሑፉ ዝለል"),
  allPages: both("All pages", "ሁሉም ገጾች"),
  /** Label of the folded list, which differs from that of the open one. */
  menu: both("All pages, folded", "የገጾች ዝርዝር"),
  onThisPage: both("On this page", "በዚህ ገጽ ላይ"),
  previous: both("Previous", "ቀዳሚ"),
  next: both("Next", "ቀጣይ"),
  ways: both("Previous and next", "ቀዳሚና ቀጣይ"),
  search: both("Search the documentation", "መመሪያው ውስጥ ፈልግ"),
  edit: both("Edit this page", "ይህን ገጽ አርም"),
  status: both("Status of the banks", "የባንኮች ሁኔታ"),
  dashboard: both("Dashboard", "ዳሽቦርድ"),
  reference: both("API reference", "የAPI ማጣቀሻ"),
});

export type FrameTexts = (typeof frameTexts)["en"];
