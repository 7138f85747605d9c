import { type BankCode, bankTitle, type DecisionReason, type ResultDecision } from "@receipts/contracts";
import { both, type PageLanguage, reasonTexts, type Texts } from "@receipts/web-pages";

/** As programs read it. */
export type Cell = string | number | null;

/** A cell as people read it: an amount that adds up, a moment in the account's days, else text or a count. */
export type PeopleCell = Cell | { readonly birr: string } | { readonly at: Date };

/** A column of a download. Programs know it by `name`, people by `title`. */
export interface TableColumn<Row> {
  readonly name: string;
  readonly title: Texts<string>;
  readonly isTime?: boolean;
  readonly cell: (row: Row) => Cell;
  /** Default: as `cell`. */
  readonly shown?: (row: Row, language: PageLanguage) => PeopleCell;
}

type Column<Row, Value> = (
  name: string,
  title: Texts<string>,
  value: (row: Row) => Value,
) => TableColumn<Row>;

/** Makes the columns of one kind of row. */
export function columnsOf<Row>() {
  const text: Column<Row, Cell> = (name, title, cell) => ({ name, title, cell });

  /** ISO 8601 as text stays as it was written for programs. */
  const time: Column<Row, Date | string | null> = (name, title, value) => ({
    name,
    title,
    isTime: true,
    cell: (row) => {
      const at = value(row);
      return at instanceof Date ? at.toISOString() : at;
    },
    shown: (row) => {
      const at = value(row);
      return at === null ? null : { at: new Date(at) };
    },
  });

  /** `1250.00` */
  const birr: Column<Row, string | null> = (name, title, value) => ({
    name,
    title,
    cell: value,
    shown: (row) => {
      const amount = value(row);
      return amount === null ? null : { birr: amount };
    },
  });

  /** A code, or several, with their words. */
  const words =
    <Code extends string>(wordOf: (code: Code, language: PageLanguage) => string) =>
    (name: string, title: Texts<string>, codes: (row: Row) => Code | readonly Code[] | null) => {
      const listOf = (row: Row) => [codes(row) ?? []].flat() as readonly Code[];
      return {
        name,
        title,
        cell: (row: Row) => (codes(row) === null ? null : listOf(row).join(" ")),
        shown: (row: Row, language: PageLanguage) =>
          listOf(row)
            .map((code) => wordOf(code, language))
            .join("; "),
      };
    };

  return {
    text,
    time,
    birr,
    bank: words<BankCode>(bankTitle),
    decision: words<Decision>((code, language) => decisionNames[code][language]),
    reasons: words<DecisionReason>((code, language) => reasonTexts[code][language]),
  };
}

type Decision = NonNullable<ResultDecision["decision"]>;

/** In a list of what was decided; a till or a chat says what to do. */
const decisionNames: Readonly<Record<Decision, Texts<string>>> = {
  accept: both("accepted", "ተቀባይነት ያገኘ"),
  wait: both("waiting", "በመጠበቅ ላይ"),
  review: both("to review", "ሊታይ የሚገባ"),
  reject: both("not accepted", "ተቀባይነት ያላገኘ"),
};
