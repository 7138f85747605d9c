import type { Queryable } from "@receipts/database";

export interface EraseWhich {
  /** A condition on the table. Only constants of ours, never input of a caller. */
  readonly which: string;
  readonly values: readonly unknown[];
  readonly limit: number;
}

/**
 * Of the attempts of `webhook`: receivers may repeat what they got. Without a condition on `finished_at`: PostgreSQL
 * 18.4 has crashed in a statement that prunes partitions as it runs and also waits for locks.
 */
const excerptsErased = `attempt as (
       update webhook_attempts a set response_excerpt = null
         from webhook where a.delivery_id = webhook.id and a.response_excerpt is not null)`;

/** Erases ended requests and their webhooks. Returns the number of requests. */
export async function eraseRequests(database: Queryable, erase: EraseWhich): Promise<number> {
  const limit = erase.values.length + 1;
  const { rows } = await database.query<{ erased: number }>(
    `with due as (
       select id from verification_requests
        where completed_at is not null and erased_at is null and ${erase.which}
        limit $${limit}
          for update skip locked),
     erased as (
       update verification_requests v
          set erased_at = now(), reference = null, suffix = null, phone = null, receipt_key = null,
              settlement_account = null, expect = null, input = null, result = erased_result(v.result)
         from due where v.id = due.id
       returning v.id),
     file as (
       delete from kept_files f using due where f.verification_id = due.id),
     webhook as (
       update webhook_deliveries d set erased_at = now(), payload = erased_payload(d.payload)
         from due where d.verification_id = due.id and d.erased_at is null
       returning d.id),
     ${excerptsErased}
     select count(*) as erased from erased`,
    [...erase.values, erase.limit],
  );
  return rows[0]?.erased ?? 0;
}

/** Erases webhooks. Returns their number. */
export async function eraseWebhooks(database: Queryable, erase: EraseWhich): Promise<number> {
  const { rows } = await database.query<{ erased: number }>(
    `with webhook as (
       update webhook_deliveries d set erased_at = now(), payload = erased_payload(d.payload)
        where id in (select id from webhook_deliveries
                      where erased_at is null and ${erase.which}
                      limit $${erase.values.length + 1}
                        for update skip locked)
       returning d.id),
     ${excerptsErased}
     select count(*) as erased from webhook`,
    [...erase.values, erase.limit],
  );
  return rows[0]?.erased ?? 0;
}

/** Erases what events of the account say beside their type, time and subject. Returns their number. */
export async function eraseEventBodies(
  database: Queryable,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const { rowCount } = await database.query(
    `update account_events set body = null
      where id in (select id from account_events
                    where body is not null and created_at < now() - make_interval(days => $1)
                    order by created_at limit $2
                      for update skip locked)`,
    [days, limit],
  );
  return rowCount ?? 0;
}

/** Erases the lines that lists did not verify, but for the codes of their errors. Returns their number. */
export async function eraseSkippedLines(
  database: Queryable,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const { rowCount } = await database.query(
    `update verification_batch_skipped_lines s
        set reference = null, error = jsonb_build_object('code', s.error -> 'code')
       from (select batch_id, position from verification_batch_skipped_lines l join verification_batches b on b.id = l.batch_id
              where b.completed_at < now() - make_interval(days => $1) and l.error - 'code' <> '{}'
              limit $2
                for update of l skip locked) due
      where s.batch_id = due.batch_id and s.position = due.position`,
    [days, limit],
  );
  return rowCount ?? 0;
}

/** Erases deposits and their events. Returns the number of deposits. Their tokens stop working. */
export async function eraseDeposits(database: Queryable, erase: EraseWhich): Promise<number> {
  const { rows } = await database.query<{ erased: number }>(
    `with due as (
       select id from deposits
        where erased_at is null and ${erase.which}
        limit $${erase.values.length + 1}
          for update skip locked),
     erased as (
       update deposits d
          set erased_at = now(), reference = '', description = null, customer = null, payment_options = '[]', return_url = null,
              cancel_url = null, metadata = '{}', receipt = without_people(d.receipt),
              late_receipt = without_people(d.late_receipt), review = erased_review(d.review),
              resolution = d.resolution || '{"note":null}', http_request_id = '', traceparent = null
         from due where d.id = due.id
       returning d.id),
     part as (
       update deposit_parts p set receipt = without_people(p.receipt) from due where p.deposit_id = due.id),
     event as (
       update deposit_events e set data = erased_deposit(e.data) from due where e.deposit_id = due.id)
     select count(*) as erased from erased`,
    [...erase.values, erase.limit],
  );
  return rows[0]?.erased ?? 0;
}
