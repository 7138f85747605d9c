import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

/** An item whose request is to be admitted now. */
export interface StartedItem {
  readonly verificationId: string;
  readonly batchId: string;
  readonly userId: string;
  readonly apiKeyId: string | null;
  readonly memberId: string | null;
  readonly branchId: string | null;
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
  readonly settlementAccount: string | null;
  /** As `storedExpectation` wrote it. */
  readonly expect: unknown;
  readonly recheckForMinutes: number;
  readonly httpRequestId: string;
  readonly traceparent: string;
}

/**
 * Batches that are looked at in one turn, of those that wait for a free bank. The others have theirs soon: served
 * batches go to the end of the line.
 */
const BATCHES_A_TURN = 100;

/** Ends the items whose requests have ended. Their receipt is in the request from now on, and is deleted with it. */
export async function endItems(database: Queryable): Promise<void> {
  await database.query({
    name: "end_batch_items",
    text: `update verification_batch_items i
              set state = 'ended', leased_until = null,
                  reference = null, suffix = null, phone = null, settlement_account = null, expect = null
             from verification_requests v
            where i.state = 'running' and v.id = i.verification_id and v.completed_at is not null`,
  });
}

/** Items that a process took and did not admit in time wait again. */
export async function freeAbandonedItems(database: Queryable): Promise<void> {
  await database.query({
    name: "free_batch_items",
    text: `update verification_batch_items i set state = 'waiting', leased_until = null
            where i.state = 'running' and i.leased_until < now()
              and not exists (select from verification_requests v where v.id = i.verification_id)`,
  });
}

/**
 * Takes the next items. A batch is locked before its items, as when it is canceled. Of each bank at most `perBank`
 * items of all accounts run at the same time, so single requests find most of its verifiers' slots free. The account with
 * the fewest running items is next, then the one served longest ago; so are the batches of an account.
 */
export async function takeItems(
  database: Queryable,
  banks: readonly BankCode[],
  perBank: number,
): Promise<readonly StartedItem[]> {
  const { rows } = await database.query<StartedItem>({
    name: "take_batch_items",
    text: `with running as materialized (
             select i.bank, i.user_id, count(*) as items
               from verification_batch_items i
              where i.state = 'running' and i.bank = any ($1::text[])
                -- The bank is asked again later: others run meanwhile.
                and not exists (select from verification_requests v
                                 where v.id = i.verification_id and v.recheck_at is not null)
              group by i.bank, i.user_id
           ),
           free as materialized (
             select bank, places from (
               select bank, $2 - (select coalesce(sum(items), 0) from running where running.bank = asked.bank)::int as places
                 from unnest($1::text[]) as asked(bank)) counted
              where places > 0
           ),
           open as materialized (
             select * from (
               select b.id, b.user_id, b.served_at, max(b.served_at) over account as account_served_at,
                      row_number() over (account order by b.served_at) as turn_of_list
                 from verification_batches b join users u on u.id = b.user_id and u.disabled_at is null
                where b.completed_at is null and b.canceled_at is null
                  and exists (select from free join verification_batch_items i on i.bank = free.bank
                               where i.batch_id = b.id and i.state = 'waiting')
               window account as (partition by b.user_id)) lists
              order by turn_of_list, account_served_at
              limit $3
           ),
           waiting as (
             select item.*, free.places, open.id as batch_id, open.user_id, open.served_at, open.account_served_at,
                    coalesce((select items from running where running.bank = free.bank and running.user_id = open.user_id), 0)
                      + row_number() over (partition by free.bank, open.user_id order by item.turn, open.served_at)
                      as turn_of_account
               from free cross join open
              cross join lateral (
                    select verification_id, bank, row_number() over (order by position) as turn
                      from verification_batch_items i
                     where i.batch_id = open.id and i.bank = free.bank and i.state = 'waiting'
                     order by position
                     limit free.places) item
           ),
           next as (
             select verification_id, batch_id from (
               select verification_id, batch_id, places,
                      row_number() over (partition by bank order by turn_of_account, account_served_at, served_at) as place
                 from waiting) placed
              where place <= places
           ),
           served as (
             update verification_batches set served_at = clock_timestamp()
              where id in (select batch_id from next) and canceled_at is null
             returning id
           ),
           taken as (
             update verification_batch_items i set state = 'running', taken_at = now(), leased_until = now() + interval '15 seconds'
               from next join served on served.id = next.batch_id
              where i.verification_id = next.verification_id and i.state = 'waiting'
             returning i.*
           )
           select taken.verification_id as "verificationId", taken.batch_id as "batchId", taken.user_id as "userId",
                  b.api_key_id as "apiKeyId", b.member_id as "memberId", b.branch_id as "branchId", taken.bank,
                  taken.reference, taken.suffix, taken.phone, taken.settlement_account as "settlementAccount", taken.expect,
                  b.recheck_minutes as "recheckForMinutes", b.http_request_id as "httpRequestId", b.traceparent
             from taken join verification_batches b on b.id = taken.batch_id`,
    values: [banks, perBank, BATCHES_A_TURN],
  });
  return rows;
}
