import type {
  AccountEvent,
  DecisionReason,
  EventType,
  ProcessingStatus,
  VerificationResult,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type StoredDepositEvent, storedDepositEvent } from "../checkout/deposits/event-repository.ts";
import { type CountedRow, pageOf, type ShortenedPage, shortened } from "../checkout/deposits/page-bytes.ts";

/** A numbered event with what its payload is made of. */
export interface EventRow extends Pick<AccountEvent, "id" | "sequence" | "subject"> {
  readonly type: EventType;
  readonly createdAt: Date;
  /** Null for events whose subject tells it, and once it was erased. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly deposit: StoredDepositEvent | null;
  readonly request: StoredRequest | null;
}

/** Times are text: the row is JSON. */
interface StoredRequest {
  readonly processingStatus: ProcessingStatus;
  readonly createdAt: string;
  readonly completedAt: string;
  readonly result: VerificationResult;
  /** Before a person's decision; null if there was none. */
  readonly reviewReasons: readonly DecisionReason[] | null;
}

export interface EventFilter {
  readonly types: readonly EventType[] | undefined;
  readonly subject: string | undefined;
  readonly from: Date | undefined;
  /** Only events with a greater number. */
  readonly after: number;
  /** The greatest number of the list. */
  readonly last: number;
  readonly limit: number;
}

const columns = `e.id, e.sequence, e.type, e.subject, e.created_at as "createdAt", e.body, ${storedDepositEvent} as deposit,
  case when v.id is not null then
    json_build_object('processingStatus', v.processing_status, 'createdAt', v.created_at, 'completedAt', v.completed_at,
                      'result', v.result, 'reviewReasons', r.review_reasons) end as request`;

const sources = `left join deposit_events d on d.id = e.id
  left join verification_requests v on v.id = e.subject and e.type in ('verification.completed', 'verification.resolved')
  left join verification_resolutions r on r.verification_id = v.id`;

/** Numbers grow, and so does the time that they have reached: before the first that has, none is as late as `from`. */
const since = `e.user_id = $1 and e.sequence > $2 and e.sequence <= $3
  and ($5::timestamptz is null
       or e.created_at >= $5
          and e.sequence >= (select f.sequence from account_events f
                              where f.user_id = $1 and f.reached_at >= $5 and f.sequence is not null
                              order by f.reached_at, f.sequence limit 1))`;

const pages = {
  all: `chosen as (select e.* from account_events e where ${since} order by e.sequence limit $4)`,
  /** Each type is read by itself: a page costs the same however rare its events are. */
  ofTypes: `chosen as (select of_type.* from unnest($6::text[]) wanted
    cross join lateral (select e.* from account_events e where e.type = wanted and ${since} order by e.sequence limit $4) of_type
    order by sequence limit $4)`,
  about: `chosen as (select e.* from account_events e
    where e.subject = $6 and ($7::text[] is null or e.type = any($7)) and ${since} order by e.sequence limit $4)`,
};

/** Lists numbered events, oldest first. */
export async function listEvents(
  database: Queryable,
  userId: string,
  { types, subject, from, after, last, limit }: EventFilter,
): Promise<ShortenedPage<EventRow>> {
  const [kind, more] = kindOf();
  const { rows } = await database.query<CountedRow<EventRow>>({
    name: `event_page_${kind}`,
    text: `with ${pages[kind]},
           page as (
             select ${columns},
                    coalesce(octet_length(e.body::text), 0) + coalesce(octet_length(d.data::text), 0)
                      + coalesce(octet_length(v.result::text), 0) as bytes
               from chosen e ${sources}
           ),
           ${shortened("sequence")}`,
    values: [userId, after, last, limit + 1, from ?? null, ...more],
  });
  return pageOf<EventRow>(rows, limit);

  function kindOf(): readonly [kind: keyof typeof pages, more: readonly unknown[]] {
    if (subject !== undefined) return ["about", [subject, types ?? null]];
    return types === undefined ? ["all", []] : ["ofTypes", [types]];
  }
}

/** Finds a numbered event of the account. */
export async function findEvent(
  database: Queryable,
  { userId, eventId }: { readonly userId: string; readonly eventId: string },
): Promise<EventRow | undefined> {
  const { rows } = await database.query<EventRow>({
    name: "find_event",
    text: `select ${columns} from account_events e ${sources}
            where e.id = $2 and e.user_id = $1 and e.sequence is not null`,
    values: [userId, eventId],
  });
  return rows[0];
}
