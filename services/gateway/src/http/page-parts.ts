import { readFileSync } from "node:fs";
import {
  type AssetFolder,
  createAssetFolder,
  type Html,
  html,
  inlineSource,
  languageNames,
  type PageLanguage,
  pageLanguages,
  pageStyle,
} from "@receipts/web-pages";

const FOLDER = new URL("../../assets/", import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** What a page is drawn with: read once. Files have addresses with a hash of what is in them. */
export interface PageAssets extends Pick<AssetFolder, "pathOf" | "send"> {
  /** Within the page, so that it can be read as soon as it is there; `source` is how the policy names it. */
  readonly style: { readonly text: string; readonly source: string };
}

/** `at`: `/checkout/assets`, of the route `/checkout/assets/:hash/:file`. */
export function readPageAssets(at: string, css: string, files: readonly string[]): PageAssets {
  const folder = createAssetFolder(at, () =>
    files.map((file) => ({
      file,
      contentType: contentTypes[file.split(".").at(-1) ?? ""] ?? "",
      bytes: readFileSync(new URL(file, FOLDER)),
    })),
  );
  const text = pageStyle(new URL("pages.css", FOLDER), new URL(css, FOLDER));
  return { style: { text, source: inlineSource(text) }, pathOf: folder.pathOf, send: folder.send };
}

/** The same page in each language; `label` names the list. */
export function languageLinks(path: string, current: PageLanguage, label: string): Html {
  return html`<header class="top">
<nav aria-label="${label}"><ul class="languages">${pageLanguages.map((language) => {
    const isThis = language === current;
    return html`<li><a href="${path}?lang=${language}" lang="${language}" hreflang="${language}"${isThis && html` aria-current="true"`}>${languageNames[language]}</a></li>`;
  })}</ul></nav>
</header>`;
}
