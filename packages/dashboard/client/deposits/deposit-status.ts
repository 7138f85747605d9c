import type { DepositStatus } from "@receipts/contracts";
import { both, type PageLanguage, type Texts, textsOf } from "@receipts/web-pages/texts";
import { html, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { badge, type Tone } from "../elements/badge.ts";

const tones: Readonly<Record<DepositStatus, Tone>> = {
  awaiting_payment: "busy",
  verifying: "busy",
  review_required: "warn",
  confirmed: "good",
  expired: "bad",
  canceled: "plain",
};

export const depositStatusTexts = textsOf({
  awaiting_payment: both("Awaiting payment", "ክፍያ በመጠበቅ ላይ"),
  verifying: both("Verifying", "በመረጋገጥ ላይ"),
  review_required: both("Review required", "የእርስዎን ውሳኔ ይጠብቃል"),
  confirmed: both("Confirmed", "ተረጋግጧል"),
  expired: both("Expired", "ጊዜው አልፏል"),
  canceled: both("Canceled", "ተሰርዟል"),
} satisfies Record<DepositStatus, Texts<string>>);

export function depositBadge(status: DepositStatus, language: PageLanguage): TemplateResult {
  return badge(tones[status], depositStatusTexts[language][status]);
}

/** True while the status can change without the merchant. */
export function isOpen(status: DepositStatus): boolean {
  return status === "awaiting_payment" || status === "verifying" || status === "review_required";
}

/** Link to the hosted checkout page, which is outside the dashboard. Only http and https addresses become links. */
export function checkoutLink(checkoutUrl: string, text: string, className = "link"): TemplateResult {
  const isWeb = /^https?:\/\//.test(checkoutUrl);
  return isWeb
    ? html`<a class=${className} href=${checkoutUrl} rel="noreferrer">${text}</a>`
    : html`<code>${checkoutUrl}</code>`;
}

/** As the API has it: others see deposits, and neither create nor decide one. */
export function mayDecide({ session }: Pick<App, "session">): boolean {
  return session?.member.role === "owner" || session?.member.role === "manager";
}
