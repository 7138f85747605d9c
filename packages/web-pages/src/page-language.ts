import type { Request } from "express";
import { type PageLanguage, pageLanguages } from "./texts.ts";

export interface PageLanguageChoice {
  readonly language: PageLanguage;
  /** Query for every link of the page; empty without a choice. The browser stores nothing. */
  readonly query: string;
}

/** Returns the language chosen on the page, else the browser's preferred one, else English. */
export function chooseLanguage(request: Pick<Request, "query" | "get">): PageLanguageChoice {
  const chosen = pageLanguages.find((language) => language === request.query["lang"]);
  if (chosen !== undefined) return { language: chosen, query: `?lang=${chosen}` };
  return { language: preferred(request.get("accept-language") ?? ""), query: "" };
}

/** RFC 9110, 12.5.4. The first of equal qualities wins. */
function preferred(header: string): PageLanguage {
  const accepted = header
    .slice(0, 1_000)
    .split(",")
    .flatMap((item) => {
      const [range = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const language = pageLanguages.find((code) => range === code || range.startsWith(`${code}-`));
      return language === undefined ? [] : [{ language, quality: qualityIn(parameters) }];
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return accepted[0]?.language ?? "en";
}

function qualityIn(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return Number.isFinite(quality) ? quality : 0;
}
