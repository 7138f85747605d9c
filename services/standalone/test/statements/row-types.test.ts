import { execFile } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { serviceRoles } from "@receipts/database";
import { database, useTestDatabase } from "@receipts/testing";
import { type RowQuery, rowQueriesOf } from "@receipts/testing/sql-statements";
import pg from "pg";
import { composedStatements } from "./composed-statements.ts";
import { type DescribedColumn, describeStatement } from "./described-columns.ts";

/**
 * `query<Row>` is a promise that the compiler takes as it is. Here PostgreSQL describes the columns of each statement, and
 * the compiler compares them with the row's type.
 */
useTestDatabase();

const root = path.resolve(import.meta.dirname, "../../../..");

/** Files whose rows have no type that stands in the file. */
const unchecked: Readonly<Record<string, string>> = {
  "packages/database/src/list-pages.ts": "the caller says the row's type with its columns",
  "packages/webhooks/src/signing-secret-store.ts": "columns of any sealed table",
  "services/gateway/src/accounts/account-pages.ts": "rows of any table of an account, as lists",
  "services/gateway/src/accounts/export-account.ts": "rows of a cursor over any table of an account",
  "services/gateway/src/api-keys/key-table.ts": "API keys and checkout keys, each with its own columns",
  "services/gateway/src/restore/find-lost.ts": "ids of either of two tables",
};

const { builtins } = pg.types;
/** node-postgres has no names for types of arrays. */
const [byteaArray, textArray] = [1001, 1009];
/** As `createPool` reads them. JSON can be anything. */
const typeOf: Readonly<Record<number, string>> = {
  [builtins.BOOL]: "boolean",
  [builtins.INT2]: "number",
  [builtins.INT4]: "number",
  [builtins.INT8]: "number",
  [builtins.FLOAT8]: "number",
  [builtins.TEXT]: "string",
  [builtins.UUID]: "string",
  [builtins.NUMERIC]: "string",
  [builtins.TIMESTAMPTZ]: "Date",
  [builtins.BYTEA]: "Buffer",
  [builtins.JSON]: "unknown",
  [builtins.JSONB]: "unknown",
  [byteaArray]: "readonly Buffer[]",
  [textArray]: "readonly string[]",
};

/** PostgreSQL runs a function of a `with` only if its result is selected. No code reads these. */
const effects = ["notices", "refunds", "telegramMessages"];

/** Whether a column can be null is not known. */
const declarations = `
type Fits<Row, Columns> = {
  [Key in keyof Row]: Key extends keyof Columns ? Columns[Key] | null : {} extends Pick<Row, Key> ? Row[Key] : "no column";
} & { [Key in Exclude<keyof Columns, keyof Row | ${effects.map((name) => JSON.stringify(name)).join(" | ")}>]: "not in the row" };
type Described<Row extends Fits<Row, Columns>, Columns> = Row;
`;

function literalOf(columns: readonly DescribedColumn[]): string {
  const fields = columns.map(
    ({ name, dataTypeID }) => `${JSON.stringify(name)}: ${typeOf[dataTypeID] ?? `"type ${dataTypeID}"`}`,
  );
  return `{ ${fields.join("; ")} }`;
}

/** The source, with each row's type compared with what PostgreSQL says, once for each text of its statement. */
async function withDescriptions(
  source: string,
  queries: readonly RowQuery[],
  describe: Describe,
): Promise<string> {
  let text = source;
  for (const query of queries.toReversed()) {
    const { start, end } = query.row;
    const columns = await describe(query);
    const compared = columns.reduce(
      (row, each) => `Described<${row}, ${literalOf(each)}>`,
      source.slice(start, end),
    );
    text = text.slice(0, start) + compared + text.slice(end);
  }
  return text;
}

/** Returns the columns of each text that a query may send. */
type Describe = (query: RowQuery) => Promise<readonly (readonly DescribedColumn[])[]>;

/** Returns what the compiler says of the files, which stand in a folder as they stand in the project. */
async function faultsOf(files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  mkdirSync(path.join(root, ".data"), { recursive: true });
  const folder = mkdtempSync(path.join(root, ".data/row-types-"));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  try {
    for (const [name, text] of files) write(name, text);
    write("described.d.ts", declarations);
    const compilerOptions = { rootDirs: [".", "../.."], rootDir: "../.." };
    const names = ["described.d.ts", ...files.keys()];
    write(
      "tsconfig.json",
      JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, include: [], files: names }),
    );
    const output = await new Promise<string>((resolve) => {
      const args = ["--project", folder, "--noEmit", "--pretty", "false"];
      execFile(path.join(root, "node_modules/.bin/tsc"), args, { cwd: folder }, (_error, stdout) =>
        resolve(stdout),
      );
    });
    // Lines that are indented explain the one before.
    return output.split(/\n(?=\S)/).filter((fault) => fault !== "");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const sampleFile = "services/gateway/src/sample.ts";
/** The first is right. */
const sample = `import type { Queryable } from "@receipts/database";
type Page = { readonly id: string; readonly bank: "cbe" | null; readonly note?: string };
export const sample = (database: Queryable) => [
  database.query<Page>("select id, bank from verification_requests"),
  database.query<Page>("select id from verification_requests"),
  database.query<{ id: string }>("select id, bank from verification_requests"),
  database.query<{ at: string }>("select created_at as at from verification_requests"),
  database.query<{ size: string }>({ text: "select count(*) as size from verification_requests" }),
];
`;
const wrongInSample = [5, 6, 7, 8];

/** Every source that says of which type a statement's rows are. */
function readSources(): ReadonlyMap<string, string> {
  const files = globSync("{services,packages}/*/src/**/*.ts", { cwd: root });
  const checked = files.filter((file) => !file.endsWith(".test.ts") && !(file in unchecked));
  return new Map(checked.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
}

it("the rows of every statement have the columns of their type, and no other", async () => {
  const composed = (await Promise.all(serviceRoles.map(composedStatements))).flat();
  await using client = await connect();
  const described = new Map<string, string>();
  const unknown: string[] = [];
  for (const [file, source] of [...readSources(), [sampleFile, sample]] as const) {
    const queries = rowQueriesOf(file, source);
    if (queries.length === 0) continue;
    const describe: Describe = async ({ line, statement }) => {
      const sent = composed.filter(({ at }) => at === `${file}:${line}`).map(({ text }) => text);
      const texts = statement === undefined ? [...new Set(sent)] : [statement];
      if (texts.length === 0)
        unknown.push(`${file}:${line} is composed by no call in composed-statements.ts`);
      const columns = [];
      for (const text of texts) columns.push(await describeStatement(client, text));
      return columns;
    };
    described.set(file, await withDescriptions(source, queries, describe));
  }
  expect(unknown).toEqual([]);
  const faults = await faultsOf(described);
  const inSample = faults.filter((fault) => fault.startsWith(sampleFile));
  expect(inSample.map((fault) => Number(/\((\d+),/.exec(fault)?.[1]))).toEqual(wrongInSample);
  expect(faults.filter((fault) => !inSample.includes(fault))).toEqual([]);
});

async function connect() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
