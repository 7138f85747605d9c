import type { PageLanguage } from "@receipts/web-pages/texts";
import { html, type TemplateResult } from "lit-html";
import { time } from "../format/time.ts";
import type { Tone } from "./badge.ts";
import { type IconName, icon } from "./icon.ts";

export interface Step {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly title: string;
  readonly at?: string | undefined;
  readonly body?: TemplateResult | string | undefined;
}

/** Steps in order of time. */
export function timeline(steps: readonly Step[], language: PageLanguage): TemplateResult {
  return html`<ol class="timeline" aria-live="polite">
    ${steps.map(
      (step) =>
        html`<li class=${step.tone}>
          ${icon(step.icon)}
          <h3>${step.title}</h3>
          ${step.at === undefined ? "" : html`<p class="when">${time(step.at, language, "second")}</p>`}
          ${step.body ?? ""}
        </li>`,
    )}
  </ol>`;
}
