import { readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

export interface SqlStatement {
  readonly line: number;
  /** The literal parts in order; several if the text is composed at run time. */
  readonly parts: readonly string[];
}

/** A call such as `query<Row>("select …")`. */
export interface RowQuery {
  readonly line: number;
  /** The row's type, by its place in the source. */
  readonly row: { readonly start: number; readonly end: number };
  /** Undefined if the text is composed at run time. */
  readonly statement: string | undefined;
}

const SQL = /^\s*\(?(?:select|insert into|update|delete from|with)\s/;

/** Returns the SQL statements that a source file holds as literals. */
export function sqlStatementsOf(file: string): readonly SqlStatement[] {
  const { program, lineAt } = parse(file, readFileSync(file, "utf8"));
  const statements: SqlStatement[] = [];
  const add = (start: number, parts: readonly string[]) => {
    if (SQL.test(parts[0] ?? "")) statements.push({ line: lineAt(start), parts });
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

/** Returns the calls of a source file that say of which type a statement's rows are. */
export function rowQueriesOf(file: string, source: string): readonly RowQuery[] {
  const { program, lineAt } = parse(file, source);
  const constants = constantsOf(program);
  const queries: RowQuery[] = [];
  new Visitor({
    CallExpression: ({ callee, typeArguments, arguments: [argument] }) => {
      const [row] = typeArguments?.params ?? [];
      if (row === undefined || callee.type !== "MemberExpression") return;
      if (callee.property.type !== "Identifier" || callee.property.name !== "query") return;
      const { start, end } = row;
      const statement = textOf(argument, constants);
      queries.push({ line: lineAt(callee.property.start), row: { start, end }, statement });
    },
  }).visit(program);
  return queries;
}

type Node = ESTree.Expression | ESTree.Argument | ESTree.BindingPattern;
type Constants = ReadonlyMap<string, Node | null>;

/** The constants at the top of a file. */
function constantsOf(program: ReturnType<typeof parse>["program"]): Constants {
  const constants = new Map<string, Node | null>();
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type !== "VariableDeclaration" || declared.kind !== "const") continue;
    for (const { id, init } of declared.declarations)
      if (id.type === "Identifier") constants.set(id.name, init);
  }
  return constants;
}

/** The text of a statement, or of a query's `text`, as far as literals and constants of the file give it. */
function textOf(node: Node | null | undefined, constants: Constants): string | undefined {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" ? node.value : undefined;
    case "TemplateLiteral": {
      const gaps = node.expressions.map((gap) => textOf(gap, constants));
      if (gaps.includes(undefined)) return undefined;
      return node.quasis.map(({ value }, index) => `${value.cooked ?? ""}${gaps[index] ?? ""}`).join("");
    }
    case "Identifier":
      return textOf(constants.get(node.name), constants);
    case "ObjectExpression":
      for (const property of node.properties)
        if (
          property.type === "Property" &&
          property.key.type === "Identifier" &&
          property.key.name === "text"
        )
          return textOf(property.value, constants);
      return undefined;
    default:
      return undefined;
  }
}

function parse(file: string, source: string) {
  const lineAt = (position: number) => source.slice(0, position).split("\n").length;
  return { program: parseSync(file, source).program, lineAt };
}
