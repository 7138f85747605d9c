import {
  type DeliveryDetail,
  deliveryStateSchema,
  type LoggedDelivery,
  MOST_ATTEMPTS_SHOWN,
} from "@receipts/contracts";
import {
  type ListPage,
  type ListPosition,
  pageOfRows,
  placeColumn,
  type Queryable,
  timeOfPlace,
} from "@receipts/database";
import { type AttemptRecord, attemptFields, type DeliveryState } from "./delivery-history.ts";
import { excerptText, explainAttempt } from "./explain-attempt.ts";

/** The database returns dates, which responses have as text. */
type Dated<Row> = { readonly [Name in keyof Row]: Name extends `${string}At` ? Date | null : Row[Name] };
export type LoggedDeliveryRecord = Dated<LoggedDelivery>;
export type DeliveryDetailRecord = Dated<DeliveryDetail>;

export interface LogFilter {
  /** `none`: the URLs of requests and deposits. */
  readonly endpoint: string | undefined;
  readonly types: readonly string[] | undefined;
  readonly states: readonly DeliveryState[] | undefined;
  /** Id of a request, deposit, saved account or user. */
  readonly subject: string | undefined;
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly before: Date | undefined;
  /** Only deliveries that come after this one in the log. */
  readonly after: ListPosition | undefined;
  readonly limit: number;
}

/** Lists deliveries of an account, newest first. */
export async function listLog(
  database: Queryable,
  userId: string,
  filter: LogFilter,
): Promise<ListPage<LoggedDeliveryRecord>> {
  const { rows } = await database.query<LoggedDeliveryRecord & ListPosition>(pageQuery(userId, filter));
  return pageOfRows(rows, filter.limit);
}

/** Returns a delivery of an account with its payload and last attempts; undefined if there is none. */
export async function findLogged(
  database: Queryable,
  { userId, deliveryId }: { readonly userId: string; readonly deliveryId: string },
): Promise<DeliveryDetailRecord | undefined> {
  const { rows } = await database.query<StoredDetail>({
    name: "find_logged_delivery",
    text: `select ${logColumns}, case when d.erased_at is null then d.payload end as payload,
                  (select coalesce(json_agg(json_build_object(
                            ${attemptFields}, 'excerpt', encode(response_excerpt, 'base64')) order by attempt), '[]')
                     from (select * from webhook_attempts a
                            where a.delivery_id = d.id and a.finished_at >= d.created_at
                            order by attempt desc
                            limit $3) shown) as attempts
             from webhook_deliveries d ${lastAttempt}
            where d.id = $2 and d.user_id = $1`,
    values: [userId, deliveryId, MOST_ATTEMPTS_SHOWN],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const attempts = row.attempts.map(({ excerpt, ...attempt }) => ({
    ...attempt,
    explanation: explainAttempt({ ...attempt, durationMs: attempt.durations.totalMs }),
    responseExcerpt: excerpt === null ? null : excerptText(Buffer.from(excerpt, "base64")),
  }));
  return { ...row, attempts };
}

interface StoredDetail extends Omit<DeliveryDetailRecord, "attempts"> {
  readonly attempts: readonly (AttemptRecord & { readonly excerpt: string | null })[];
}

const logColumns = `
  d.id, d.event as type, d.event_id as "eventId", coalesce(d.subject, d.verification_id) as subject,
  d.endpoint_id as "endpointId", d.url, d.is_test as test, d.state,
  -- A listener's delivery is never due.
  case when d.state = 'pending' and d.next_attempt_at < 'infinity' then d.next_attempt_at end as "nextAttemptAt",
  d.created_at as "createdAt", d.finished_at as "finishedAt", d.attempts as "attemptCount",
  last.status_code as "lastStatusCode", last.error_class as "lastErrorClass"`;

const lastAttempt = `
  left join lateral (
    select status_code, error_class from webhook_attempts a
     where a.delivery_id = d.id and a.finished_at >= d.created_at
     order by attempt desc
     limit 1) last on true`;

/** The indexed text of account, type and state. */
export const typeGroup = `(user_id || '|' || event || '|' || state) collate "C"`;
/** The same with the endpoint, which is empty for the URL of a request or deposit. */
export const endpointGroup = `(user_id || '|' || coalesce(endpoint_id, '') || '|' || event || '|' || state) collate "C"`;

/**
 * A table of the groups of which there are deliveries, one index entry each. `prefix`: the text before type and state.
 */
export const groupsOf = (table: string, group: string, prefix: string) => `${table}(name) as (
    select (select min(${group}) from webhook_deliveries where ${group} > ${prefix} and ${group} < ${prefix} || '~')
     union all
    select (select min(${group}) from webhook_deliveries where ${group} > before.name and ${group} < ${prefix} || '~')
      from ${table} before where before.name is not null)`;

const newest = "order by created_at desc, id desc limit $2";
const within = "user_id = $1 and created_at >= $3 and (created_at, id) < ($4, $5)";

/** The residual conditions are on the few deliveries of one object. */
const about = (column: string) => `page as (
  select id, created_at from webhook_deliveries
   where ${column} = $8 and ${within} and state = any($6)
     and ($7::text[] is null or event = any ($7)) and ($9::text is null or coalesce(endpoint_id, '') = $9)
   ${newest})`;

/** Each type and state is read by itself: a page costs the same however rare its deliveries are. */
const ofEachGroup = (group: string, prefix: string) => `${groupsOf("log_group", group, prefix)}, page as (
  select newest.id, newest.created_at
    from log_group cross join lateral (
      select id, created_at from webhook_deliveries
       where ${group} = log_group.name and created_at >= $3 and (created_at, id) < ($4, $5)
       ${newest}) newest
   where split_part(name, '|', -1) = any ($6) and ($7::text[] is null or split_part(name, '|', -2) = any ($7))
   ${newest})`;

const pages = {
  all: `page as (select id, created_at from webhook_deliveries where ${within} ${newest})`,
  groups: ofEachGroup(typeGroup, "($1::text || '|')"),
  endpoint: ofEachGroup(endpointGroup, "($1::text || '|' || $8 || '|')"),
  verification: about("verification_id"),
  subject: about("subject"),
};

function pageQuery(userId: string, filter: LogFilter) {
  const { endpoint, types, states, subject, from, limit } = filter;
  const toEndpoint = endpoint === "none" ? "" : endpoint;
  const base = [userId, limit + 1, from ?? "-infinity", ...untilOf(filter)];
  const [kind, more] = pageOf();
  return {
    name: `log_page_${kind}`,
    text: `with recursive ${pages[kind]}
           select ${logColumns}, ${placeColumn("d.created_at")}
             from webhook_deliveries d ${lastAttempt}
            where d.id = any (array(select id from page))
            order by d.created_at desc, d.id desc`,
    values: [...base, ...more],
  };

  function pageOf(): readonly [kind: keyof typeof pages, more: readonly unknown[]] {
    const group = [states ?? deliveryStateSchema.options, types ?? null];
    if (subject !== undefined) {
      const kindOf = subject.startsWith("ver_") ? "verification" : "subject";
      return [kindOf, [...group, subject, toEndpoint ?? null]];
    }
    if (toEndpoint !== undefined) return ["endpoint", [...group, toEndpoint]];
    return types === undefined && states === undefined ? ["all", []] : ["groups", group];
  }
}

/** The end of the period, or the position of the page before. */
function untilOf({ before, after }: LogFilter): readonly [createdAt: string | Date, id: string] {
  if (after === undefined) return [before ?? "infinity", ""];
  // A cursor of another period: the earlier end counts.
  if (before !== undefined && before.getTime() <= Math.floor(after.place / 1_000)) return [before, ""];
  return [timeOfPlace(after.place), after.id];
}
