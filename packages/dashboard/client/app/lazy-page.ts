import type { PageLanguage, Texts } from "@receipts/web-pages/texts";
import { nothing } from "lit-html";
import { type ApiFault, faultOf } from "../api/api-fault.ts";
import { failureNotice } from "../elements/failure-notice.ts";
import { pageSkeleton } from "../elements/skeleton.ts";
import { allowReload, importPage } from "./import-page.ts";
import type { OpenPage, Page, PagePlace, Place } from "./page.ts";
import { pageFrame } from "./page-frame.ts";

/** The place of a page whose modules the first visit does not load. */
export interface LazyPlace extends PagePlace {
  readonly title: Texts<string>;
}

/** A page for signed-in people whose modules are loaded when it is first opened. */
export function lazyPage(lazy: LazyPlace, find: () => Promise<Page>): Page {
  const title = (language: PageLanguage) => lazy.title[language];
  return { ...lazy, access: "session", title, open: (place) => openLazily(title, find, place) };
}

function openLazily(
  title: (language: PageLanguage) => string,
  find: () => Promise<Page>,
  place: Place,
): OpenPage {
  let opened: OpenPage | undefined;
  let fault: ApiFault | undefined;
  let { query } = place;
  let isClosed = false;

  async function load(): Promise<void> {
    fault = undefined;
    try {
      const page = await importPage(find, () => !isClosed);
      if (!isClosed) opened = page.open({ ...place, query });
    } catch (error) {
      fault = faultOf(error);
    }
    if (!isClosed) place.draw();
  }

  void load();
  return {
    view: () => {
      if (opened !== undefined) return opened.view();
      const { shared, language } = place.app();
      const again = () => {
        place.again();
        allowReload();
        void load();
        place.draw();
      };
      return pageFrame({
        heading: title(language),
        actions: nothing,
        isBusy: fault === undefined,
        body: fault === undefined ? pageSkeleton(shared) : failureNotice(fault, shared, again),
      });
    },
    revisit: (to) => {
      query = to;
      opened?.revisit(to);
    },
    close: () => {
      isClosed = true;
      opened?.close();
    },
  };
}
