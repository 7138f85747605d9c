import { openPage } from "./open-page.ts";
import type { Page, PageSettings, PageTexts } from "./page.ts";

export function definePage<T extends PageTexts, Data, State extends object>(
  settings: PageSettings<T, Data, State>,
): Page {
  return {
    ...settings,
    access: settings.access ?? "session",
    title: (language) => settings.texts[language].title,
    open: (place) => openPage(settings, place),
  };
}
