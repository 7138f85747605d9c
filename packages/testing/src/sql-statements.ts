import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";

export interface SqlStatement {
  readonly line: number;
  /** The literal parts in order; several if the text is composed at run time. */
  readonly parts: readonly string[];
}

const SQL = /^\s*\(?(?:select|insert into|update|delete from|with)\s/;

/** Returns the SQL statements that a source file holds as literals. */
export function sqlStatementsOf(file: string): readonly SqlStatement[] {
  const source = readFileSync(file, "utf8");
  const { program } = parseSync(file, source);
  const statements: SqlStatement[] = [];
  const add = (start: number, parts: readonly string[]) => {
    if (SQL.test(parts[0] ?? "")) statements.push({ line: source.slice(0, start).split("\n").length, parts });
  };
  new Visitor({
    Literal: ({ start, value }) => {
      if (typeof value === "string") add(start, [value]);
    },
    TemplateLiteral: ({ start, quasis }) =>
      add(
        start,
        quasis.map(({ value }) => value.cooked ?? ""),
      ),
  }).visit(program);
  return statements;
}
