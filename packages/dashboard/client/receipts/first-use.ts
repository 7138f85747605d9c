import type { FirstConfirmation } from "@receipts/contracts";
import { both, type PageLanguage, textsOf } from "@receipts/web-pages/texts";
import { html, type TemplateResult } from "lit-html";
import { addressOfPage } from "../app/routes.ts";
import { isolated } from "../format/isolated.ts";
import { timeText } from "../format/time.ts";

interface FirstUse {
  readonly at: string;
  readonly place: string | undefined;
  readonly person: string | undefined;
  readonly order: string | undefined;
  readonly isByPayer: boolean;
}

const after = (word: string, text: string | undefined) => (text === undefined ? "" : `${word}${text}`);

const texts = textsOf({
  used: both(
    ({ at, place, person, order, isByPayer }: FirstUse) =>
      `Used on ${at}${after(", at ", place)}${after(", by ", isByPayer ? "the payer on the payment page" : person)}${after(", for order ", order)}`,
    ({ at, place, person, order, isByPayer }) =>
      `${at} ጥቅም ላይ ውሏል${after("፤ ቦታ፦ ", place)}${isByPayer ? "፤ ከፋዩ በክፍያ ገጹ ላይ ልኮታል" : after("፤ ያረጋገጠው ሰው፦ ", person)}${after("፤ ትእዛዝ፦ ", order)}`,
  ),
});

/** When, where, by whom and for what a receipt was used before. */
export function firstUseText(
  { at, branch, till, member, source, orderReference }: FirstConfirmation,
  language: PageLanguage,
): string {
  const named = (name: string | null | undefined) => (name ? isolated(name) : undefined);
  const places = [named(branch?.name), named(till?.name)].filter((name) => name !== undefined);
  return texts[language].used({
    at: timeText(at, language),
    place: places.length === 0 ? undefined : places.join(", "),
    person: named(member?.name),
    order: named(orderReference),
    isByPayer: source === "checkout",
  });
}

/** The same, as a link to the request that used it. */
export function firstUseLink(first: FirstConfirmation, language: PageLanguage): TemplateResult {
  const page = addressOfPage(`/requests/${encodeURIComponent(first.requestId)}`);
  return html`<a class="link" href=${page}>${firstUseText(first, language)}</a>`;
}
