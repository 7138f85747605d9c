import { readFileSync } from "node:fs";
import { type BankCode, bankTitle, supportedBankCodes } from "@receipts/contracts";
import {
  type AssetFile,
  both,
  type ClientFolder,
  createClientFolder,
  type Html,
  html,
  inlineSource,
  languageNames,
  type PageLanguage,
  pageLanguages,
  pageStyle,
  textsOf,
} from "@receipts/web-pages";

const FOLDER = new URL("../../assets/", import.meta.url);

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** Assets of a page, read once. File URLs contain a hash of the content. */
export interface PageAssets extends ClientFolder {
  /** Inlined, so that the page renders at once; `source` is its name in the policy. */
  readonly style: { readonly text: string; readonly source: string };
}

/** `at`: `/checkout/assets`, for the route `/checkout/assets/:hash/*file`. `readMore`: the files of its client. */
export function readPageAssets(
  at: string,
  css: string,
  files: readonly string[],
  readMore: () => Promise<readonly AssetFile[]> = async () => [],
): PageAssets {
  const folder = createClientFolder(at, async () => [
    ...files.map((file) => ({
      file,
      contentType: contentTypes[file.split(".").at(-1) ?? ""] ?? "",
      bytes: readFileSync(new URL(file, FOLDER)),
    })),
    ...(await readMore()),
  ]);
  const text = pageStyle(new URL("pages.css", FOLDER), new URL(css, FOLDER));
  return { ...folder, style: { text, source: inlineSource(text) } };
}

const NUMBER_PAGES = "/docs/where-is-the-number";

/** A link to the documentation for payers, beside a field for their receipt: to the page of their bank if it is known. */
export function numberHelp(text: string, language: PageLanguage, bank?: BankCode): Html {
  const page = bank === undefined ? NUMBER_PAGES : `${NUMBER_PAGES}-${bank}`;
  return html`<a class="help small" href="${page}${language === "en" ? "" : `.${language}`}" target="_blank" rel="noopener">${text}</a>`;
}

const sandboxTexts = textsOf({
  label: both("Test mode", "የሙከራ ሁኔታ"),
  all: both(
    "Test mode: receipts are checked in a sandbox, not at the banks. No payment here is real.",
    "የሙከራ ሁኔታ፦ ደረሰኞች የሚረጋገጡት በባንኮች ሳይሆን በሙከራ ሥርዓት ነው። እዚህ ያለ ክፍያ ሁሉ እውነተኛ አይደለም።",
  ),
  some: both(
    (banks: string) =>
      `Test mode: receipts of ${banks} are checked in a sandbox, not at the bank. They prove no payment.`,
    (banks) => `የሙከራ ሁኔታ፦ የ${banks} ደረሰኞች የሚረጋገጡት በባንኩ ሳይሆን በሙከራ ሥርዓት ነው። ክፍያ መፈጸሙን አያረጋግጡም።`,
  ),
});

/** Says that banks are not asked themselves; nothing if all are. */
export function sandboxNotice(sandboxed: readonly BankCode[], language: PageLanguage): Html | "" {
  if (sandboxed.length === 0) return "";
  const { label, all, some } = sandboxTexts[language];
  const names = sandboxed.map((bank) => bankTitle(bank, language)).join(", ");
  const text = sandboxed.length === supportedBankCodes.length ? all : some(names);
  return html`<aside class="sandbox" aria-label="${label}">${text}</aside>`;
}

/** Links to the same page in each language; `label` names the list, and `parameters` stay in the address. */
export function languageLinks(path: string, current: PageLanguage, label: string, parameters = ""): Html {
  const kept = parameters === "" ? "" : `&${parameters}`;
  return html`<header class="top">
<nav aria-label="${label}"><ul class="languages">${pageLanguages.map((language) => {
    const isThis = language === current;
    return html`<li><a href="${path}?lang=${language}${kept}" lang="${language}" hreflang="${language}"${isThis && html` aria-current="true"`}>${languageNames[language]}</a></li>`;
  })}</ul></nav>
</header>`;
}
