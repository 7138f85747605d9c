import { newId, storedExpectation } from "@receipts/contracts";
import type { RowColumn, RowColumns } from "@receipts/database";
import type { AdmissionDraft, Placed } from "./batched-admission.ts";

type Item = Placed<{ readonly draft: AdmissionDraft }>;

const of = (type: string, read: (draft: AdmissionDraft) => unknown): RowColumn<Item> => [
  type,
  ({ draft }) => read(draft),
];

/** Columns of a request that are stored as they come. */
const storedColumns = {
  id: of("text", ({ id }) => id),
  user_id: of("text", ({ userId }) => userId),
  api_key_id: of("text", ({ apiKeyId }) => apiKeyId),
  member_id: of("text", ({ memberId }) => memberId),
  branch_id: of("text", ({ branchId }) => branchId),
  till_id: of("text", ({ tillId }) => tillId),
  source: of("text", ({ source }) => source),
  bank: of("text", ({ bank }) => bank),
  reference: of("text", ({ reference }) => reference),
  suffix: of("text", ({ suffix }) => suffix),
  phone: of("text", ({ phone }) => phone),
  receipt_key: of("text", ({ receiptKey }) => receiptKey),
  settlement_account: of("text", ({ settlementAccount }) => settlementAccount),
  expect: of("jsonb", ({ expectation }) => expectation && storedExpectation(expectation)),
  input: of("jsonb", ({ input }) => input && JSON.stringify(input)),
  cache_status: of("text", ({ cacheStatus }) => cacheStatus),
  http_request_id: of("text", ({ httpRequestId }) => httpRequestId),
  traceparent: of("text", ({ traceparent }) => traceparent),
};

/** Columns of the items of both admission statements. */
export const admissionColumns: RowColumns<Item> = {
  ...storedColumns,
  payer_id: of("text", ({ payerId }) => payerId),
  place: ["int", ({ place }) => place],
  credit_transaction_id: ["text", () => newId("creditTransaction")],
  /** The request's own: the default webhook may take its place. */
  webhook_url: of("text", ({ webhookUrl }) => webhookUrl),
  idempotency_key: of("text", ({ idempotencyKey }) => idempotencyKey),
  fingerprint: of("bytea", ({ fingerprint }) => fingerprint),
};

/**
 * `request`: inserts admitted items. `more`: the other columns, as expressions of an item; `webhook` is the URL that its
 * webhook goes to.
 */
export function requestPart(
  admitted: string,
  more: Readonly<Record<string, string>>,
  returning = "",
): string {
  const stored = Object.keys(storedColumns);
  const columns = {
    ...Object.fromEntries(stored.map((name) => [name, name])),
    webhook_url: "webhook",
    webhook_is_default: "case when webhook_url is null and webhook is not null then true end",
    ...more,
  };
  return `request as (
  insert into verification_requests (${Object.keys(columns).join(", ")})
  select ${Object.values(columns).join(", ")} from ${admitted}
  ${returning}
)`;
}

/** `claimed_key`: takes the idempotency keys of items. `ofEarlier`: what happens to the key of an earlier request. */
export const claimedKeyPart = (items: string, ofEarlier: string) => `claimed_key as (
  insert into idempotency_keys as k (user_id, idempotency_key, fingerprint, verification_id)
  select user_id, idempotency_key, fingerprint, id from ${items}
   where idempotency_key is not null
   order by user_id, idempotency_key
      on conflict (user_id, idempotency_key) do update
     set fingerprint = excluded.fingerprint, created_at = now(), ${ofEarlier}
  returning verification_id
)`;

/** The account's enabled default endpoint, if it takes verdicts. */
export const defaultEndpointOf = (userId: string) =>
  `webhook_endpoints e on e.user_id = ${userId} and e.is_default and e.enabled and takes_event(e.types, 'verification.completed')`;
