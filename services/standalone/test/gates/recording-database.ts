import type { Pool, Queryable } from "@receipts/database";

export interface RecordedStatement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs what it is given and remembers it: the statements themselves stay where they are used. */
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
  readonly Plans?: readonly PlanNode[];
}

export interface StatementPlan {
  /** Tables that are read from end to end. */
  readonly scanned: readonly string[];
  readonly indexes: readonly string[];
}

/**
 * How PostgreSQL would run it: with these values, or (as it may do with a statement that it has seen some times) with any.
 */
export async function planOf(
  pool: Pool,
  { text, values }: RecordedStatement,
  kind: "with its values" | "with any values",
): Promise<StatementPlan> {
  const { rows } =
    kind === "with its values"
      ? await pool.query(`explain (format json) ${text}`, [...values])
      : await pool.query(`explain (format json, generic_plan) ${text}`);
  const nodes = [...walk(rows[0]["QUERY PLAN"][0].Plan)];
  return {
    scanned: nodes
      .filter((node) => node["Node Type"] === "Seq Scan")
      .flatMap((node) => node["Relation Name"] ?? []),
    indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
  };
}

function* walk(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* walk(child);
}
