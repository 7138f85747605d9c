import type { FirstConfirmation } from "@receipts/contracts";
import { isolated } from "../format/isolated.ts";
import { timeText } from "../format/time.ts";
import { both, type Language, textsOf } from "../language/language.ts";

const texts = textsOf({
  used: both(
    (at: string, branch: string | undefined, person: string | undefined) =>
      `Used on ${at}${branch === undefined ? "" : `, at ${branch}`}${person === undefined ? "" : `, by ${person}`}`,
    (at, branch, person) =>
      `${at} ጥቅም ላይ ውሏል${branch === undefined ? "" : `፤ ቅርንጫፍ፦ ${branch}`}${person === undefined ? "" : `፤ ያረጋገጠው ሰው፦ ${person}`}`,
  ),
});

/** When, where and by whom a receipt was used before. */
export function firstUseText({ at, branch, member }: FirstConfirmation, language: Language): string {
  const named = (name: string | undefined) =>
    name === undefined || name === "" ? undefined : isolated(name);
  return texts[language].used(timeText(at, language), named(branch?.name), named(member?.name));
}
