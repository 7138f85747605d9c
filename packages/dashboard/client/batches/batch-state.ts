import type { Batch, BatchStatus } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages/texts";
import { html, type TemplateResult } from "lit-html";
import { badge, type Tone } from "../elements/badge.ts";
import { count } from "../format/money.ts";
import { batchTexts } from "./batch-texts.ts";

const tones: Readonly<Record<BatchStatus, Tone>> = {
  running: "busy",
  canceling: "busy",
  completed: "good",
  canceled: "plain",
};

export const batchBadge = ({ status }: Pick<Batch, "status">, language: PageLanguage): TemplateResult =>
  badge(tones[status] ?? "plain", batchTexts[language].statuses[status] ?? status);

export function batchProgress(
  { counts, total }: Pick<Batch, "counts" | "total">,
  language: PageLanguage,
): TemplateResult {
  const receipts = total - counts.invalid - counts.repeated;
  const ended = receipts - counts.waiting - counts.running;
  return html`<label class="progress"
    ><span role="status">${batchTexts[language].progress(count(ended), count(receipts))}</span
    ><progress max=${receipts} .value=${ended}></progress
  ></label>`;
}
