import { html, htmlText, pageLanguages, type Texts } from "@receipts/web-pages";
import { type MailKind, mailTexts } from "./mail-texts.ts";

/** An email as sent: plain text, and the same text as HTML that loads nothing. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** By name, as they are shown. */
export type Figures = Readonly<Record<string, string | Texts<string>>>;

export function composeMail(
  kind: MailKind,
  {
    id,
    to,
    link,
    figures = {},
  }: {
    readonly id: string;
    readonly to: string;
    readonly link: string;
    readonly figures?: Figures | undefined;
  },
): Mail {
  const parts = pageLanguages.map((language) => {
    const words = mailTexts[kind][language];
    const shown = (figure: Figures[string] = "") => (typeof figure === "string" ? figure : figure[language]);
    const withFigures = (line: string) => line.replaceAll(/\{(\w+)\}/g, (_all, name) => shown(figures[name]));
    return {
      language,
      words: { ...words, subject: withFigures(words.subject), before: words.before.map(withFigures) },
    };
  });
  const subject = parts.map(({ words }) => words.subject).join(" · ");
  const text = parts
    .map(({ words }) => [...words.before, link, ...words.after].join("\n\n"))
    .join("\n\n————\n\n");
  const document = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body>${parts.map(
    ({ language, words }) => html`<div lang="${language}">
${words.before.map((line) => html`<p>${line}</p>`)}
<p><a href="${link}">${words.link}</a></p>
${words.after.map((line) => html`<p>${line}</p>`)}
</div>`,
  )}</body></html>`;
  return { id, to, subject, text: `${text}\n`, html: htmlText(document) };
}
