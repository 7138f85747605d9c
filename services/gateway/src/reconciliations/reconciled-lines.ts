import type { LineClass, LineNote } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export interface LineRow {
  readonly class: LineClass;
  readonly position: number;
  readonly note: LineNote | null;
  readonly detail: string | null;
  readonly row: number | null;
  readonly reference: string | null;
  /** In santim, as text. */
  readonly amount: string | null;
  readonly direction: "in" | "out" | null;
  readonly fee: string | null;
  readonly time: Date | null;
  readonly hasClock: boolean | null;
  readonly description: string | null;
  readonly account: string | null;
  readonly paymentId: string | null;
  readonly depositId: string | null;
  readonly paymentReference: string | null;
  readonly paymentAmount: string | null;
  readonly paymentTime: Date | null;
  readonly difference: string | null;
  readonly suggestedPaymentId: string | null;
  readonly suggestedRow: number | null;
}

/** Stores a batch of lines: a JSON text of the reader, which PostgreSQL reads. */
export async function storeLines(
  database: Queryable,
  reconciliationId: string,
  lines: string,
): Promise<void> {
  await database.query({
    name: "store_reconciled_lines",
    text: `insert into reconciliation_lines
           select $1, l.* from json_to_recordset($2) as l (class text, position integer, note text, detail text, "row" integer,
                  reference text, amount bigint, direction text, fee bigint, "time" timestamptz, has_clock boolean,
                  description text, account text, payment_id text, deposit_id text, payment_amount bigint,
                  payment_time timestamptz, difference bigint, suggested_payment_id text, suggested_row integer)`,
    values: [reconciliationId, lines],
  });
}

/** A page of the lines of these classes. Our references are those of today: an erased payment has none. */
export async function listLines(
  database: Queryable,
  { userId, id }: { readonly userId: string; readonly id: string },
  page: {
    readonly classes: readonly LineClass[];
    readonly limit: number;
    readonly offset: number;
    /** The line before the page. */
    readonly after?: Pick<LineRow, "class" | "position"> | undefined;
  },
): Promise<LineRow[]> {
  const { rows } = await database.query<LineRow>({
    name: "list_reconciled_lines",
    text: `with page as materialized (
             select * from reconciliation_lines where reconciliation_id = $2 and class = any($3::text[])
                and (class, position) > (coalesce($6, ''), coalesce($7::integer, 0))
              order by class, position limit $4 offset $5)
           select page.class, page.position, page.note, page.detail, page.row, page.reference, page.amount::text,
                  page.direction, page.fee::text, page.time, page.has_clock as "hasClock", page.description, page.account,
                  page.payment_id as "paymentId", page.deposit_id as "depositId",
                  coalesce(v.result ->> 'referenceNumber', v.reference) as "paymentReference",
                  page.payment_amount::text as "paymentAmount", page.payment_time as "paymentTime",
                  page.difference::text, page.suggested_payment_id as "suggestedPaymentId",
                  page.suggested_row as "suggestedRow"
             from page left join verification_requests v on v.id = page.payment_id and v.user_id = $1
            order by page.class, page.position`,
    values: [userId, id, page.classes, page.limit, page.offset, page.after?.class, page.after?.position],
  });
  return rows;
}
