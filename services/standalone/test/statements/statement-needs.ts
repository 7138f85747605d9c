import type pg from "pg";

export type Privilege = "select" | "insert" | "update" | "delete";

/** A privilege that PostgreSQL requires for a statement. */
export interface Need {
  readonly table: string;
  readonly privilege: Privilege;
  /** `table`: the whole table. `any`: any one column, as for `count(*)` and `for update`. */
  readonly columns: readonly string[] | "table" | "any";
}

const PERMISSION =
  /RTEPERMISSIONINFO\s+:relid (\d+)\s+:inh \w+\s+:requiredPerms (\d+)\s+:checkAsUser \d+\s+:selectedCols \(b([\d\s]*)\)\s+:insertedCols \(b([\d\s]*)\)\s+:updatedCols \(b([\d\s]*)\)/g;
/** `FirstLowInvalidHeapAttributeNumber`: PostgreSQL numbers the columns of a set from here. */
const FIRST_COLUMN = -7;
const INSERT = 1;
const SELECT = 2;
const UPDATE = 4;
const DELETE = 8;

/**
 * Plans a statement as the connection's role, and lets PostgreSQL check that role. Returns the plan's needs and
 * PostgreSQL's refusal, if any. Runs nothing.
 */
export async function needsOf(
  client: pg.ClientBase,
  statement: string,
): Promise<{ readonly needs: readonly Need[]; readonly refusal: string | undefined }> {
  let refusal: string | undefined;
  let plan = "";
  const listen = (notice: { message?: string | undefined; detail?: string | undefined }) => {
    if (notice.message === "plan:") plan += notice.detail;
  };
  client.on("notice", listen);
  try {
    await client.query("begin; set local client_min_messages = log; set local debug_print_plan = on");
    // The plan is printed before the privileges are checked.
    await client.query(`explain (generic_plan) ${statement}`);
  } catch (error) {
    refusal = (error as Error).message;
  } finally {
    await client.query("rollback");
    client.removeListener("notice", listen);
  }
  const { rows } = await client.query<{ table: number; place: number; name: string; column: string }>(
    `select attrelid::int as table, attnum as place, attrelid::regclass::text as name, attname as column
       from pg_attribute join pg_class c on c.oid = attrelid and c.relnamespace = 'public'::regnamespace`,
  );
  const tables = new Map(rows.map(({ table, name }) => [table, name]));
  const columnOf = (table: number, place: number) =>
    rows.find((row) => row.table === table && row.place === place)?.column ?? "";
  const permissions = [...plan.matchAll(PERMISSION)];
  if (permissions.length !== plan.split("RTEPERMISSIONINFO").length - 1)
    throw new Error(`not understood: ${plan}`);
  const needs = permissions.flatMap(([, relation, asked, selected = "", inserted = "", updated = ""]) => {
    const relid = Number(relation);
    const table = tables.get(relid);
    if (table === undefined) return [];
    const columnsOf = (places: string): Need["columns"] => {
      const found =
        places.trim() === ""
          ? []
          : places
              .trim()
              .split(/\s+/)
              .map((bit) => Number(bit) + FIRST_COLUMN);
      if (found.some((place) => place <= 0)) return "table";
      return found.length === 0 ? "any" : found.map((place) => columnOf(relid, place));
    };
    const needs = (bit: number) => (Number(asked) & bit) !== 0;
    const all: Need[] = [];
    if (needs(SELECT)) all.push({ table, privilege: "select", columns: columnsOf(selected) });
    if (needs(INSERT)) all.push({ table, privilege: "insert", columns: columnsOf(inserted) });
    if (needs(UPDATE)) all.push({ table, privilege: "update", columns: columnsOf(updated) });
    if (needs(DELETE)) all.push({ table, privilege: "delete", columns: "table" });
    return all;
  });
  return { needs, refusal };
}
