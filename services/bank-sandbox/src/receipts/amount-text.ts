/** `1,134.00` */
export function groupedAmount(santim: bigint): string {
  const [birr = "0", cents = "00"] = plainAmount(santim).split(".");
  return `${BigInt(birr).toLocaleString("en")}.${cents}`;
}

/** `1134.00` */
export function plainAmount(santim: bigint): string {
  const digits = santim.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Without zero decimals: `5`, `1134.50`. */
export function shortAmount(santim: bigint): string {
  return plainAmount(santim).replace(/\.00$/, "");
}

/** Grouped, without zero decimals: `1,134`, `1,134.50`. */
export function shortGroupedAmount(santim: bigint): string {
  return groupedAmount(santim).replace(/\.00$/, "");
}

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const scales = ["billion", "million", "thousand", ""];

/** At most twelve digits, the maximum of a payment. */
export function numberWords(value: bigint): string {
  if (value === 0n) return "zero";
  const groups = value.toString().padStart(12, "0").match(/\d{3}/g) ?? [];
  return groups.flatMap((group, index) => groupWords(Number(group), scales[index] ?? "")).join(" ");
}

function groupWords(group: number, scale: string): string[] {
  if (group === 0) return [];
  const hundreds = Math.floor(group / 100);
  const words = hundreds > 0 ? [small[hundreds] ?? "", "hundred"] : [];
  return [...words, ...belowHundred(group % 100), scale].filter((word) => word !== "");
}

function belowHundred(value: number): string[] {
  if (value === 0) return [];
  if (value < 20) return [small[value] ?? ""];
  const unit = value % 10;
  return [tens[Math.floor(value / 10)] ?? "", unit === 0 ? "" : (small[unit] ?? "")];
}

/** Whole birr and cents, each in words. */
export function amountWords(santim: bigint): { readonly birr: string; readonly cents: string } {
  return { birr: numberWords(santim / 100n), cents: numberWords(santim % 100n) };
}
