const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

const forms: readonly { readonly form: RegExp; readonly order: string }[] = [
  // Recognition may lose the space before the time.
  { form: /(20\d\d)[-/.](\d\d)[-/.](\d\d)/g, order: "ymd" },
  { form: /(?<!\d)(\d\d?)[-/.](\d\d?)[-/.](20\d\d)/g, order: "dmy" },
  { form: /(?<!\d)(\d\d?)[-/.](\d\d?)[-/.](20\d\d)/g, order: "mdy" },
  { form: /(?<!\d)(\d\d?)[-/.](\d\d?)[-/.](\d\d)(?!\d)/g, order: "dmy" },
  { form: /([A-Za-z]{3,9})\.? ?(\d\d?)[,.]? ?(20\d\d)/g, order: "mdy" },
  { form: /(?<!\d)(\d\d?)[- ]([A-Za-z]{3,9})[- ,]{1,2}(20\d\d)(?!\d)/g, order: "dmy" },
];

/** Every day that the text may mean, as days since 1970-01-01. `02/03/2026` may mean two. */
export function printedDays(text: string): ReadonlySet<number> {
  const days = forms.flatMap(({ form, order }) =>
    [...text.matchAll(form)].flatMap(([, ...parts]) => {
      const part = (name: string) => parts[order.indexOf(name)] ?? "";
      const month = monthOf(part("m"));
      const [year, day] = [Number(part("y")) % 100, Number(part("d"))];
      return month >= 1 && month <= 12 && day >= 1 && day <= 31
        ? [Date.UTC(2000 + year, month - 1, day) / 86_400_000]
        : [];
    }),
  );
  return new Set(days);
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
}
