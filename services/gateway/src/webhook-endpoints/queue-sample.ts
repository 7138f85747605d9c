import { randomUUID } from "node:crypto";
import { type EventType, idPrefixes, type LoggedDelivery, newId, webhookExamples } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

const kinds = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [prefix, kind as keyof typeof idPrefixes]),
);
const ID = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type SampleBody = { readonly id: string; readonly createdAt: string };

/** The example of a type with new ids and present times, marked as a test. */
export function sampleBody(type: EventType, now: Date): SampleBody {
  const example = webhookExamples[type] as SampleBody;
  const laterMs = now.getTime() - Date.parse(example.createdAt);
  const fresh = new Map<string, string>();
  const renew = (text: string): string => {
    if (TIME.test(text)) return new Date(Date.parse(text) + laterMs).toISOString();
    if (UUID.test(text)) return randomUUID();
    const kind = kinds.get(ID.exec(text)?.[1] as never);
    return kind === undefined ? text : newId(kind);
  };
  const json = JSON.stringify({ ...example, test: true }, (_name, value: unknown) => {
    if (typeof value !== "string") return value;
    const renewed = fresh.get(value) ?? renew(value);
    fresh.set(value, renewed);
    return renewed;
  });
  return JSON.parse(json);
}

type QueuedSample = {
  readonly [Field in keyof LoggedDelivery]:
    | LoggedDelivery[Field]
    | (Field extends `${string}At` ? Date : never);
};

/** Queues a sample as a delivery of its endpoint, due now. */
export async function queueSample(
  database: Queryable,
  cause: { readonly requestId: string; readonly traceparent: string | null },
  sample: {
    readonly userId: string;
    readonly endpointId: string;
    readonly url: string;
    readonly type: EventType;
  },
): Promise<QueuedSample> {
  const { userId, endpointId, url, type } = sample;
  const body = sampleBody(type, new Date());
  const { rows } = await database.query<{ id: string; createdAt: Date; nextAttemptAt: Date }>({
    name: "queue_sample",
    text: `insert into webhook_deliveries
             (id, user_id, event, event_id, endpoint_id, url, payload, http_request_id, traceparent, is_test)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true)
           returning id, created_at as "createdAt", next_attempt_at as "nextAttemptAt"`,
    values: [
      newId("webhookDelivery"),
      userId,
      type,
      body.id,
      endpointId,
      url,
      JSON.stringify(body),
      cause.requestId,
      cause.traceparent,
    ],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("the insert returned no row");
  return {
    id: row.id,
    type,
    eventId: body.id,
    subject: null,
    endpointId,
    url,
    test: true,
    state: "pending",
    nextAttemptAt: row.nextAttemptAt,
    createdAt: row.createdAt,
    finishedAt: null,
    attemptCount: 0,
    lastStatusCode: null,
    lastErrorClass: null,
  };
}
