/** A core banking number; statements add the branch to it: `FT26061K3WQ8\BNK`. */
const coreBanking = /(?<![A-Z0-9])(?:FT|TT)\d{5}[A-Z0-9]{5}/;

/** The form in which the numbers of a statement and of receipts are compared; null without a letter or digit. */
export function referenceForm(text: string): string | null {
  const capitals = text.toUpperCase();
  const form = coreBanking.exec(capitals)?.[0] ?? capitals.replaceAll(/[^A-Z0-9]/g, "");
  return form === "" ? null : form;
}
