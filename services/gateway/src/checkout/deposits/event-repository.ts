import {
  type Deposit,
  type DepositEvent,
  type DepositEventType,
  isId,
  parseSantim,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { amountsOf } from "./deposit-row.ts";
import { type CountedRow, pageOf, type ShortenedPage, shortened } from "./page-bytes.ts";

const columns = `e.id, e.sequence, e.type, e.deposit_id as "depositId", e.created_at as "createdAt", e.data`;

const bytes = "octet_length(e.data::text) as bytes";

interface EventRow {
  readonly id: string;
  readonly sequence: number;
  readonly type: DepositEventType;
  readonly depositId: string;
  readonly createdAt: Date;
  readonly data: (Omit<Deposit, "livemode"> & Partial<Pick<Deposit, "livemode">>) | EarlierDeposit;
}

/** The same as JSON, in a list of all events of the account. */
export type StoredDepositEvent = Omit<EventRow, "createdAt"> & { readonly createdAt: string };

/** Selects it from the deposit event `d`; null if there is none. */
export const storedDepositEvent = `case when d.id is not null then
    json_build_object('id', d.id, 'sequence', d.sequence, 'type', d.type, 'depositId', d.deposit_id,
                      'createdAt', d.created_at, 'data', d.data) end`;

/** The webhook's body. */
export function depositEventOf({ createdAt, ...stored }: StoredDepositEvent): DepositEvent {
  return viewOf({ ...stored, createdAt: new Date(createdAt) });
}

/** The event for a reader who must not learn who pays, nor open the page. */
export function withoutPayer({ data, ...event }: DepositEvent): DepositEvent {
  return {
    ...event,
    data: {
      ...data,
      checkoutUrl: null,
      customer: null,
      receipt: null,
      receipts: null,
      review: null,
      lateReceipt: null,
      resolution: data.resolution && { ...data.resolution, note: null },
    },
  };
}

/** A deposit in an event of before several receipts could pay one together. */
type EarlierDeposit = Omit<
  Deposit,
  keyof ReturnType<typeof amountsOf> | "allowPartial" | "receipts" | "livemode"
> &
  Partial<Pick<Deposit, "livemode">>;

export interface AccountEventPage extends EventPage {
  readonly type?: DepositEventType | undefined;
}

export interface EventPage {
  readonly startingAfter?: string | undefined;
  readonly limit: number;
}

/** In order; undefined if the cursor names no event of the list. */
export type EventList = ShortenedPage<DepositEvent> | undefined;

export async function listDepositEvents(
  database: Queryable,
  depositId: string,
  page: EventPage,
): Promise<EventList> {
  const after = await positionOf(database, "sequence", "deposit_id", depositId, page.startingAfter);
  if (after === undefined) return undefined;
  const { rows } = await database.query<CountedRow<EventRow>>({
    name: "list_deposit_events",
    text: `with page as (
             select ${columns}, ${bytes} from deposit_events e where e.deposit_id = $1 and e.sequence > $2
              order by e.sequence limit $3
           ),
           ${shortened("sequence")}`,
    values: [depositId, after, page.limit + 1],
  });
  return viewsOf(rows, page);
}

/** Ordered by publication: an event that a reader has not seen has a greater number than all that it has seen. */
export async function listAccountEvents(
  database: Queryable,
  userId: string,
  page: AccountEventPage,
): Promise<EventList> {
  const after = await positionOf(database, "publication", "user_id", userId, page.startingAfter);
  if (after === undefined) return undefined;
  const values = [userId, after, page.limit + 1];
  const textOf = (condition = "") => `with page as (
       select ${columns}, ${bytes}, e.publication from deposit_events e
        where e.user_id = $1 and e.publication > $2 ${condition} order by e.publication limit $3
     ),
     ${shortened("publication")}`;
  const { rows } = await database.query<CountedRow<EventRow> & { readonly publication: number }>(
    page.type === undefined
      ? { name: "list_account_events", text: textOf(), values }
      : {
          name: "list_account_events_of_type",
          text: textOf("and e.type = $4"),
          values: [...values, page.type],
        },
  );
  const inOrder = rows.map(({ publication: _publication, ...row }) => row);
  return viewsOf(inOrder, page);
}

/** By offset: the sequence of a deposit is 1, 2, 3 …, without gaps. */
export async function pageOfDepositEvents(
  database: Queryable,
  deposit: { readonly id: string },
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly DepositEvent[]> {
  const { rows } = await database.query<EventRow>({
    name: "page_of_deposit_events",
    text: `select ${columns} from deposit_events e where e.deposit_id = $1 and e.sequence > $2
            order by e.sequence limit $3`,
    values: [deposit.id, page.offset, page.limit],
  });
  return rows.map(viewOf);
}

async function positionOf(
  database: Queryable,
  place: "sequence" | "publication",
  owner: "deposit_id" | "user_id",
  ownerId: string,
  eventId: string | undefined,
): Promise<number | undefined> {
  if (eventId === undefined) return 0;
  if (!isId("event", eventId)) return undefined;
  const { rows } = await database.query<{ place: number }>(
    `select ${place} as place from deposit_events where id = $1 and ${owner} = $2`,
    [eventId, ownerId],
  );
  return rows[0]?.place;
}

function viewsOf(rows: readonly CountedRow<EventRow>[], { limit }: EventPage): ShortenedPage<DepositEvent> {
  const { items, hasMore } = pageOf<EventRow>(rows, limit);
  return { items: items.map(viewOf), hasMore };
}

function viewOf({ createdAt, data, ...event }: EventRow): DepositEvent {
  const whole = "receipts" in data ? { ...data, livemode: data.livemode ?? true } : withReceipts(data);
  return { ...event, livemode: whole.livemode, data: whole, createdAt: createdAt.toISOString() };
}

function withReceipts(data: EarlierDeposit): Deposit {
  const { amount, amountReceived, receipt, confirmedAt } = data;
  const santim = (text: string) => Number(parseSantim(text));
  const received = amountReceived === null ? null : santim(amountReceived);
  const isPaid = receipt !== null && amountReceived !== null && confirmedAt !== null;
  return {
    ...data,
    livemode: data.livemode ?? true,
    allowPartial: false,
    ...amountsOf({ amount: santim(amount), amountReceived: received, parts: [] }),
    receipts: isPaid ? [{ ...receipt, amount: amountReceived, acceptedAt: confirmedAt }] : [],
  };
}
