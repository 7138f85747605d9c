import type { PageLanguage } from "@receipts/web-pages";

/** The words around a page, in the page's language. */
export interface FrameTexts {
  readonly documentation: string;
  readonly skip: string;
  readonly allPages: string;
  /** Label of the folded list, which differs from that of the open one. */
  readonly menu: string;
  readonly onThisPage: string;
  readonly previous: string;
  readonly next: string;
  readonly ways: string;
  readonly search: string;
  readonly edit: string;
  readonly status: string;
  readonly dashboard: string;
  readonly reference: string;
}

export const frameTexts: Readonly<Record<PageLanguage, FrameTexts>> = {
  en: {
    documentation: "Documentation",
    skip: "Skip to the text",
    allPages: "All pages",
    menu: "All pages, folded",
    onThisPage: "On this page",
    previous: "Previous",
    next: "Next",
    ways: "Previous and next",
    search: "Search the documentation",
    edit: "Edit this page",
    status: "Status of the banks",
    dashboard: "Dashboard",
    reference: "API reference",
  },
  am: {
    documentation: "መመሪያ",
    skip: "ወደ ጽሑፉ ዝለል",
    allPages: "ሁሉም ገጾች",
    menu: "የገጾች ዝርዝር",
    onThisPage: "በዚህ ገጽ ላይ",
    previous: "ቀዳሚ",
    next: "ቀጣይ",
    ways: "ቀዳሚና ቀጣይ",
    search: "መመሪያው ውስጥ ፈልግ",
    edit: "ይህን ገጽ አርም",
    status: "የባንኮች ሁኔታ",
    dashboard: "ዳሽቦርድ",
    reference: "የAPI ማጣቀሻ",
  },
};
