import { paysToOtherBanks } from "@receipts/banks";
import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

const BATCH = 5_000;

interface Wanted {
  readonly userId: string;
  readonly bank: BankCode;
  /** Paid in this period. */
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
}

/** A JSON text of `OurPayment` objects, which only the reader reads. */
export interface PaymentBatch {
  readonly payments: string;
  readonly count: number;
}

interface Page extends PaymentBatch {
  readonly lastTime: string | null;
  readonly lastId: string | null;
}

/**
 * The confirmed payments to an account at this bank, in the order of their confirmation. A wallet's receipt of a payment
 * to the bank counts too; the wallet's own statement does not have it.
 */
export async function* confirmedPayments(database: Queryable, wanted: Wanted): AsyncGenerator<PaymentBatch> {
  yield* pages((after) => verifiedPage(database, wanted, wanted.bank, after));
  for (const wallet of supportedBankCodes)
    if (wallet !== wanted.bank && paysToOtherBanks(wallet))
      yield* pages((after) => verifiedPage(database, wanted, wallet, after));
  yield* pages((after) => confirmedByHandPage(database, wanted, after));
}

interface Position {
  readonly time: string;
  readonly id: string;
}

async function* pages(read: (after: Position) => Promise<Page | undefined>): AsyncGenerator<PaymentBatch> {
  let after: Position = { time: "-infinity", id: "" };
  for (;;) {
    const page = await read(after);
    if (page === undefined || page.lastTime === null || page.lastId === null) return;
    if (page.count > 0) yield page;
    after = { time: page.lastTime, id: page.lastId };
  }
}

/** A payment is verified after it was made, so that the index by time of the request bounds the search. */
async function verifiedPage(
  database: Queryable,
  { userId, bank, from, before }: Wanted,
  issuer: BankCode,
  after: Position,
): Promise<Page | undefined> {
  const { rows } = await database.query<Page>({
    name: "page_of_verified_payments",
    text: `with page as materialized (
             select v.id, v.created_at, v.status, v.erased_at, v.reference, v.result
               from verification_requests v
              where v.user_id = $1 and v.bank = $2 and v.completed_at is not null and v.created_at >= $4
                and (v.created_at, v.id) > ($6::timestamptz, $7)
              order by v.created_at, v.id limit $8),
           paid as (
             select id, created_at, coalesce(result ->> 'referenceNumber', reference) as reference,
                    payment_amount(result) as amount,
                    coalesce((result ->> 'timestamp')::timestamptz, created_at) as "time",
                    (select s.deposit_id from deposit_submissions s
                      where s.verification_id = page.id and s.user_id = $1) as "depositId"
               from page
              where status = 'success' and erased_at is null and payment_amount(result) is not null
                and case when result ? 'receiverBank' then coalesce(result ->> 'receiverBank', '') else $2 end = $3)
           select (select count(*)::int from paid where "time" >= $4 and "time" < $5) as count,
                  (select coalesce(json_agg(json_build_object('id', id, 'reference', reference, 'amount', amount::text,
                                                              'time', "time", 'depositId', "depositId")
                                            order by created_at, id), '[]')::text
                     from paid where "time" >= $4 and "time" < $5) as payments,
                  (select created_at::text from page order by created_at desc, id desc limit 1) as "lastTime",
                  (select id from page order by created_at desc, id desc limit 1) as "lastId"`,
    values: [userId, issuer, bank, from, before, after.time, after.id, BATCH],
  });
  return rows[0];
}

/**
 * What a person confirmed of deposits without a receipt, if the payer could pay to this bank. It has no number. Parts
 * and a late receipt of the deposit are verified payments already.
 */
async function confirmedByHandPage(
  database: Queryable,
  { userId, bank, from, before }: Wanted,
  after: Position,
): Promise<Page | undefined> {
  const { rows } = await database.query<Page>({
    name: "page_of_deposits_confirmed_by_hand",
    text: `with page as materialized (
             select d.id, d.created_at, d.confirmed_at, d.amount_received, d.allow_partial, d.receipt, d.late_receipt,
                    d.payment_options
               from deposits d
              where d.user_id = $1 and d.status = 'confirmed' and d.created_at < $4
                and (d.created_at, d.id) > ($5::timestamptz, $6)
              order by d.created_at, d.id limit $7),
           by_hand as (
             select id, created_at, confirmed_at,
                    amount_received - coalesce(((late_receipt ->> 'amount')::numeric * 100)::bigint, 0)
                      - case when allow_partial then (
                          select coalesce(sum(p.amount), 0)::bigint from deposit_parts p where p.deposit_id = page.id) else 0 end
                      as amount
               from page
              where receipt is null and confirmed_at >= $3 and confirmed_at < $4
                and payment_options @> jsonb_build_array(jsonb_build_object('bank', $2::text))),
           paid as (select * from by_hand where amount > 0)
           select (select count(*)::int from paid) as count,
                  (select coalesce(json_agg(json_build_object('id', id, 'reference', null, 'amount', amount::text,
                                                              'time', confirmed_at, 'depositId', id)
                                            order by created_at, id), '[]')::text from paid) as payments,
                  (select created_at::text from page order by created_at desc, id desc limit 1) as "lastTime",
                  (select id from page order by created_at desc, id desc limit 1) as "lastId"`,
    values: [userId, bank, from, before, after.time, after.id, BATCH],
  });
  return rows[0];
}
