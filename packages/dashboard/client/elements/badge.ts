import { html, type TemplateResult } from "lit-html";
import { type IconName, icon } from "./icon.ts";

/** `warn`: a person has to look at it. */
export type Tone = "good" | "bad" | "busy" | "warn" | "plain";

const icons: Readonly<Record<Tone, IconName>> = {
  good: "check",
  bad: "cross",
  busy: "clock",
  warn: "warning",
  plain: "list",
};

/** A state in a word: its colour says nothing that the word and the sign do not. */
export function badge(tone: Tone, text: string): TemplateResult {
  return html`<span class=${`badge ${tone}`}>${tone === "plain" ? "" : icon(icons[tone])}${text}</span>`;
}
