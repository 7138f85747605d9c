import type { Pool, Queryable } from "@receipts/database";

export interface RecordedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs and records statements, so that tests need not copy them. */
export function createRecordingDatabase(pool: Pool): {
  readonly database: Queryable;
  readonly statements: readonly RecordedStatement[];
} {
  const statements: RecordedStatement[] = [];
  const query = (
    config: string | { name?: string; text: string; values?: unknown[] },
    values?: unknown[],
  ) => {
    const { name, text, values: own = values ?? [] } = typeof config === "string" ? { text: config } : config;
    statements.push({ name, text, values: own });
    return pool.query(text, own);
  };
  return { database: { query } as unknown as Queryable, statements };
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  /** Indexes in which an insertion looks for a conflicting row. */
  readonly "Conflict Arbiter Indexes"?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

export interface StatementPlan {
  /** Tables that are read from end to end. */
  readonly scanned: readonly string[];
  /** Tables that are read from end to end through an index: the plan without sequential scans. */
  readonly walked: readonly { readonly table: string; readonly index: string }[];
  readonly indexes: readonly string[];
}

/** PostgreSQL's own choice with these values or with any, and with the settings of the services' connections. */
export const planKinds = ["with its values", "with any values", "as the services plan"] as const;

export async function planOf(
  pool: Pool,
  { text, values }: RecordedStatement,
  kind: (typeof planKinds)[number],
): Promise<StatementPlan> {
  const { rows } =
    kind === "with its values"
      ? await pool.query(`explain (format json) ${text}`, [...values])
      : await explainGeneric(pool, text, kind === "as the services plan");
  const nodes = [...walk(rows[0]["QUERY PLAN"][0].Plan)];
  return {
    scanned: nodes
      .filter((node) => node["Node Type"] === "Seq Scan")
      .flatMap((node) => node["Relation Name"] ?? []),
    walked: nodes
      .filter((node) => /^Index (?:Only )?Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined)
      .map((node) => ({ table: node["Relation Name"] ?? "", index: node["Index Name"] ?? "" })),
    indexes: nodes.flatMap((node) => node["Index Name"] ?? node["Conflict Arbiter Indexes"] ?? []),
  };
}

/** Plans with the settings of `createPool`, or with PostgreSQL's defaults. */
async function explainGeneric(pool: Pool, text: string, asServices: boolean) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    if (asServices) await client.query("set local enable_seqscan = off");
    return await client.query(`explain (format json, generic_plan) ${text}`);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

function* walk(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* walk(child);
}

/** Runs a statement as the services do, with one plan for all values. Returns the pages of 8 KiB that it reads. */
export async function pagesRead(pool: Pool, { text, values }: RecordedStatement): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off");
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
    const { Plan: plan } = rows[0]["QUERY PLAN"][0];
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  } finally {
    client.release(true);
  }
}
