import { html, type TemplateResult } from "lit-html";
import { type IconName, icon } from "./icon.ts";

/** `warn`: needs a person's attention. */
export type Tone = "good" | "bad" | "busy" | "warn" | "plain";

const icons: Readonly<Record<Tone, IconName>> = {
  good: "check",
  bad: "cross",
  busy: "clock",
  warn: "warning",
  plain: "list",
};

/** A state as one word. The colour adds nothing to the word and the icon. */
export function badge(tone: Tone, text: string): TemplateResult {
  return html`<span class=${`badge ${tone}`}>${tone === "plain" ? "" : icon(icons[tone])}${text}</span>`;
}
