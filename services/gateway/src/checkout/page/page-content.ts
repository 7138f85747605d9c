import type { BankCode } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages";
import type { DepositRow } from "../deposits/deposit-row.ts";
import type { BankChoice } from "./bank-choice.ts";
import type { PageFacts } from "./page-repository.ts";
import type { PageTexts } from "./page-texts.ts";
import type { PageView } from "./page-view.ts";
import type { FilledForm } from "./receipt-form.ts";

export interface DepositPage {
  readonly deposit: DepositRow;
  readonly facts: PageFacts;
  readonly view: PageView;
  readonly texts: PageTexts;
  readonly language: PageLanguage;
  /** Path `/checkout/…`; `query` is appended to the page's links. */
  readonly path: string;
  readonly query: string;
  /** The part of `query` that is about the language. */
  readonly languageQuery: string;
  /** The page's whole address, to be sent to others. */
  readonly address: string;
  readonly bankChoice: BankChoice;
  /** Banks that do not answer now. */
  readonly downBanks: ReadonlySet<BankCode>;
  /** Input that was not accepted, or whose receipt was rejected. */
  readonly filled?: FilledForm | undefined;
}
