import type { Request } from "express";
import { type PageLanguage, pageLanguages } from "./page-languages.ts";

export interface PageLanguageChoice {
  readonly language: PageLanguage;
  /** What every link of the page goes on with; empty where nobody has chosen. Nothing is kept in the browser. */
  readonly query: string;
}

/** The language that was chosen on the page, else the one that the browser likes best, else English. */
export function chooseLanguage(request: Pick<Request, "query" | "get">): PageLanguageChoice {
  const chosen = pageLanguages.find((language) => language === request.query["lang"]);
  if (chosen !== undefined) return { language: chosen, query: `?lang=${chosen}` };
  return { language: likedBest(request.get("accept-language") ?? ""), query: "" };
}

/** RFC 9110, 12.5.4. Of equals the first that is named. */
function likedBest(header: string): PageLanguage {
  const liked = header
    .slice(0, 1_000)
    .split(",")
    .flatMap((item) => {
      const [range = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const language = pageLanguages.find((code) => range === code || range.startsWith(`${code}-`));
      return language === undefined ? [] : [{ language, quality: qualityIn(parameters) }];
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return liked[0]?.language ?? "en";
}

function qualityIn(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return Number.isFinite(quality) ? quality : 0;
}
