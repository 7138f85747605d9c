import { numberPlaces } from "@receipts/banks";
import { bankTitle, type SupportedBankCode, supportedBankCodes } from "@receipts/contracts";
import { both, type PageLanguage, pageLanguages, textsOf } from "@receipts/web-pages";
import type { SourcePage } from "./source-page.ts";

const payerTexts = textsOf({
  title: both("Where is the number of my payment?", "የክፍያዬ ቁጥር የት አለ?"),
  intro: both("Which bank or wallet did you pay with?", "በየትኛው ባንክ ወይም የሞባይል ገንዘብ ከፈሉ?"),
  titleOf: both(
    (bank: string) => `${bank}: where is the number?`,
    (bank) => `${bank}፦ ቁጥሩ የት አለ?`,
  ),
  introOf: both(
    (bank: string) =>
      `You have paid with ${bank}, and the shop asks for the receipt. One of these is enough.`,
    (bank) => `በ${bank} ከፍለዋል፤ ሻጩም ደረሰኙን ይጠይቃል። ከእነዚህ አንዱ ይበቃል።`,
  ),
  message: both("In the message", "በመልእክቱ ውስጥ"),
  app: both("In the app", "በመተግበሪያው ውስጥ"),
  receipt: both("On the receipt's page or PDF", "በደረሰኙ ገጽ ወይም ፒዲኤፍ ላይ"),
  picture: both(
    "A photo, a screenshot or a PDF of the whole receipt works too. Compare what was read with your receipt before you send it. A message alone never counts: the bank is always asked.",
    "የሙሉ ደረሰኙ ፎቶ፣ የስክሪን ቅጂ ወይም ፒዲኤፍም ይሠራል። ከመላክዎ በፊት የተነበበውን ከደረሰኝዎ ጋር ያመሳክሩ። መልእክት ብቻውን ማረጋገጫ አይደለም፤ ሁልጊዜ ባንኩ ይጠየቃል።",
  ),
  allBanks: both("All banks", "ሁሉም ባንኮች"),
  otherLanguage: both("አማርኛ", "English"),
});

const ownFile = "packages/documentation/src/payer-pages.ts";
const LIST = "where-is-the-number";
const named = (name: string, language: PageLanguage) => (language === "en" ? name : `${name}.${language}`);
const ofBank = (bank: SupportedBankCode, language: PageLanguage) => named(`${LIST}-${bank}`, language);

/** Lists of all banks, for the navigation. */
export const payerLists: readonly string[] = pageLanguages.map((language) => named(LIST, language));

export const isOneBanksPage = (name: string): boolean => name.startsWith(`${LIST}-`);

/** A page for each bank and language, for people who have paid. */
export const payerPages: readonly SourcePage[] = pageLanguages.flatMap((language) => [
  { name: named(LIST, language), source: listSource(language), file: ownFile, isForPayers: true },
  ...supportedBankCodes.map((bank) => ({
    name: ofBank(bank, language),
    source: bankSource(bank, language),
    file: `packages/banks/src/${bank}/${bank}-bank.ts`,
    isForPayers: true,
  })),
]);

function listSource(language: PageLanguage): string {
  const { title, intro, picture } = payerTexts[language];
  const banks = supportedBankCodes.map(
    (bank) => `- [${bankTitle(bank, language)}](${ofBank(bank, language)}.md)`,
  );
  return pageOf(title, [
    intro,
    banks.join("\n"),
    picture,
    otherLanguage((other) => named(LIST, other), language),
  ]);
}

function bankSource(bank: SupportedBankCode, language: PageLanguage): string {
  const texts = payerTexts[language];
  const title = bankTitle(bank, language);
  const { message, app, receipt } = numberPlaces(bank)[language];
  return pageOf(texts.titleOf(title), [
    texts.introOf(title),
    ...[`## ${texts.message}`, message],
    ...[`## ${texts.app}`, app],
    ...[`## ${texts.receipt}`, receipt],
    texts.picture,
    `[${texts.allBanks}](${named(LIST, language)}.md) · ${otherLanguage((other) => ofBank(bank, other), language)}`,
  ]);
}

function pageOf(title: string, parts: readonly string[]): string {
  return `${[`# ${title}`, ...parts].join("\n\n")}\n`;
}

function otherLanguage(nameIn: (language: PageLanguage) => string, language: PageLanguage): string {
  const other = pageLanguages.find((each) => each !== language) ?? language;
  return `[${payerTexts[language].otherLanguage}](${nameIn(other)}.md)`;
}
