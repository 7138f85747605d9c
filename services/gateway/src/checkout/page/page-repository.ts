import type { Calendar, Clock, Recheck } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { recheckColumn } from "../../verification/history-query.ts";
import type { SeenDeposit } from "./page-view.ts";

/** A logo adds to the page's weight, which payers on phones pay for. A larger one is not shown. */
export const MAX_SHOWN_LOGO_BYTES = 32 * 1024;

/** Facts that the page shows beside the deposit. */
export interface PageFacts {
  readonly merchant: string;
  readonly calendar: Calendar;
  readonly clock: Clock;
  /** Hash of the logo; null without a logo, or if it is too large. */
  readonly logo: string | null;
  readonly isVerifying: boolean;
  /** Null unless the bank is asked again for the receipt that is being verified. */
  readonly recheck: Recheck | null;
  /** True if the merchant is disabled. */
  readonly isSuspended: boolean;
}

/** Of the receipt of deposit `id` that is being verified: `asked.recheck`. */
const recheckOf = (id: string) => `left join lateral (
    select ${recheckColumn} from verification_requests v join deposit_submissions s on s.verification_id = v.id
     where s.deposit_id = ${id} and s.settled_at is null) asked on true`;

export async function findPageFacts(
  database: Queryable,
  deposit: { readonly id: string; readonly userId: string },
): Promise<PageFacts> {
  const { rows } = await database.query<PageFacts>({
    name: "find_page_facts",
    text: `select coalesce(b.name, u.name) as merchant, u.calendar, u.clock, u.disabled_at is not null as "isSuspended",
                  case when octet_length(l.bytes) <= $3 then encode(l.content_hash, 'hex') end as logo,
                  exists(select from deposit_submissions s where s.deposit_id = $1 and s.settled_at is null) as "isVerifying",
                  asked.recheck
             from users u left join businesses b on b.user_id = u.id left join logos l on l.user_id = u.id
                  ${recheckOf("$1")}
            where u.id = $2`,
    values: [deposit.id, deposit.userId, MAX_SHOWN_LOGO_BYTES],
  });
  const [facts] = rows;
  if (facts === undefined) throw new Error("a deposit without its account");
  return facts;
}

export interface WatchedDeposit extends SeenDeposit {
  readonly id: string;
  readonly isVerifying: boolean;
  readonly recheck: Recheck | null;
  readonly isSuspended: boolean;
}

export async function findWatchedDeposits(
  database: Queryable,
  ids: readonly string[],
): Promise<WatchedDeposit[]> {
  const { rows } = await database.query<WatchedDeposit>({
    name: "find_watched_deposits",
    text: `select d.id, d.status, d.expires_at as "expiresAt", d.review_expires_at as "reviewExpiresAt", d.tries, d.max_tries as "maxTries", d.late_receipt as "lateReceipt",
                  d.last_error as "lastError", d.event_count as "eventCount", now_ms() as now,
                  u.disabled_at is not null as "isSuspended",
                  exists(select from deposit_submissions s where s.deposit_id = d.id and s.settled_at is null) as "isVerifying",
                  asked.recheck
             from deposits d join users u on u.id = d.user_id ${recheckOf("d.id")} where d.id = any($1)`,
    values: [ids],
  });
  return rows;
}
