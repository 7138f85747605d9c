import { html, type TemplateResult } from "lit-html";
import { addressOf, type CallOptions } from "../api/api-client.ts";
import type { App } from "../app/app-context.ts";

export const downloadFormats = { xlsx: "Excel", csv: "CSV" } as const;
export type DownloadFormat = keyof typeof downloadFormats;

/** A table for people, in the language of the page. */
export const forPeople = (format: DownloadFormat, { language }: Pick<App, "language">) =>
  ({ for: "people", format, lang: language }) as const;

/** Links to all rows of a list, as a workbook and as CSV. */
export function downloadLinks(
  label: string,
  path: string,
  options: CallOptions,
  app: Pick<App, "language">,
): TemplateResult {
  const linkTo = (format: DownloadFormat) => {
    const href = addressOf(path, { ...options, query: { ...options.query, ...forPeople(format, app) } });
    return html`<a class="button quiet" href=${href} download
      >${downloadFormats[format]}<span class="unseen"> ${label}</span></a
    >`;
  };
  return html`<div class="downloads"><span class="soft">${label}</span> ${linkTo("xlsx")} ${linkTo("csv")}</div>`;
}
