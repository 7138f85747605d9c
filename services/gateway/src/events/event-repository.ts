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

/** Account, type or subject as its index has them: `text` is the other part. */
const groupIs = (column: string, text: string) => `e.user_id || '|' || e.${column} = $1 || '|' || ${text}`;

const rest = "order by e.sequence limit $4";

const pages = {
  all: (within: string) =>
    `chosen as (select e.* from account_events e where e.user_id = $1 and ${within} ${rest})`,
  /** Each type is read by itself: a page costs the same however rare its events are. */
  ofTypes: (within: string) => `chosen as (
    select e.* from unnest($5::text[]) wanted
     cross join lateral (select e.* from account_events e where ${groupIs("type", "wanted")} and ${within} ${rest}) e
     ${rest})`,
  about: (within: string) => `chosen as (
    select e.* from account_events e
     where ${groupIs("subject", "$5::text")} and ($6::text[] is null or e.type = any($6)) and ${within} ${rest})`,
};

/**
 * Numbers grow, and so does the time that they have reached: before the first that has, none is as late as `from`. It is
 * a bound of its own: as part of an "or" it would be compared with each event.
 */
const since = (from: string) => `e.created_at >= ${from}
  and e.sequence >= (select f.sequence from account_events f
                      where f.user_id = $1 and f.reached_at >= ${from} and f.sequence is not null
                      order by f.reached_at, f.sequence limit 1)`;

/** Lists numbered events, oldest first. */
export async function listEvents(
  database: Queryable,
  userId: string,
  { types, subject, from, after, last, limit }: EventFilter,
): Promise<ShortenedPage<EventRow>> {
  const [kind, more] = kindOf();
  const values: unknown[] = [userId, after, last, limit + 1, ...more];
  const conditions = ["e.sequence > $2 and e.sequence <= $3"];
  if (from !== undefined) conditions.push(since(`$${values.push(from)}::timestamptz`));
  const { rows } = await database.query<CountedRow<EventRow>>({
    name: `event_page_${kind}${from === undefined ? "" : "_since"}`,
    text: `with ${pages[kind](conditions.join(" and "))},
           page as (
             select ${columns},
                    coalesce(octet_length(e.body::text), 0) + coalesce(octet_length(d.data::text), 0)
                      + coalesce(octet_length(v.result::text), 0) as bytes
               from chosen e ${sources}
           ),
           ${shortened("sequence")}`,
    values,
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

/** False for a place of another list, or of before the service was restored. That of a deleted event is taken. */
export async function isPlaceOf(
  database: Queryable,
  userId: string,
  { place, id }: { readonly place: number; readonly id: string },
): Promise<boolean> {
  const { rows } = await database.query<{ id: string }>({
    name: "event_at_place",
    text: "select id from account_events where user_id = $1 and sequence = $2",
    values: [userId, place],
  });
  return rows[0] === undefined || rows[0].id === id;
}
