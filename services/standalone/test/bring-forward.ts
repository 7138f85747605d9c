/** Runs a statement on the system's database. */
type Sql = (text: string, ...values: unknown[]) => Promise<unknown>;

/** Lets the bank be asked again now for requests that it has not booked. */
export async function bringForward(sql: Sql, ...ids: string[]): Promise<void> {
  await sql(
    "update verification_requests set recheck_at = now() - interval '1 second' where id = any($1) and recheck_at is not null",
    ids,
  );
  await sql(
    `update outbox set available_at = now()
      where headers ? 'recheck' and (value::jsonb #>> '{data,verificationId}') = any($1)`,
    ids,
  );
}
