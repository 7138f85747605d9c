import { createHash } from "node:crypto";
import { newId, noExpectation, storedExpectation } from "@receipts/contracts";
import { type PoolClient, type RowColumns, unnestColumns, valuesOfColumns } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { debitParts } from "../credits/write-ledger.ts";
import { ApiProblem } from "../http/api-problem.ts";
import type { Caller } from "../http/caller.ts";
import { fingerprintOf } from "../verification/verify-command.ts";
import type { BatchCommand } from "./read-batch.ts";

export interface BatchDraft extends BatchCommand {
  readonly caller: Caller;
  readonly actor: AuditActor;
  readonly idempotencyKey: string | undefined;
  readonly httpRequestId: string;
  readonly traceparent: string;
}

/** A list is a night's work, not a second queue. */
const MAX_OPEN_BATCHES = 20;
/** In 24 hours: a canceled list costs nothing, and leaves two lines of the ledger for each item. */
const MAX_CANCELED_BATCHES = 100;

/** Stores the list and debits a credit for each item that runs, or neither. Returns the earlier batch of the idempotency key. */
export async function createBatch(
  client: PoolClient,
  draft: BatchDraft,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  const fingerprint = fingerprintOfBatch(draft);
  const balance = await lockBalance(client, draft.caller.userId);
  const earlier = await findByKey(client, draft);
  if (earlier !== undefined) {
    if (!earlier.fingerprint.equals(fingerprint))
      throw new ApiProblem("idempotency_conflict", {
        message: "This idempotency key was used for a different list in the last 24 hours: use a new key",
      });
    return { id: earlier.id, replayed: true };
  }
  await requireFewOpen(client, draft.caller.userId);
  await requireFewCanceled(client, draft.caller.userId);
  const needed = draft.items.length;
  if (balance === undefined || balance < needed)
    throw new ApiProblem("credits_exhausted", {
      message: `The list needs ${needed} credits, more than the account has: nothing was started`,
    });
  const id = newId("batch");
  await insertBatch(client, draft, { id, fingerprint });
  await insertItems(client, draft, { id, balance });
  await insertSkipped(client, draft, id);
  await recordAudit(client, {
    userId: draft.caller.userId,
    actor: draft.actor,
    action: "batch.created",
    subject: id,
    after: { total: totalOf(draft), ...(draft.skipped.length > 0 && { skipped: draft.skipped.length }) },
  });
  return { id, replayed: false };
}

const totalOf = ({ items, skipped }: BatchCommand) => items.length + skipped.length;

/** Serializes the lists of an account. Returns undefined if the account is closed. */
async function lockBalance(client: PoolClient, userId: string): Promise<number | undefined> {
  const { rows } = await client.query<{ balance: number }>({
    name: "lock_balance_for_batch",
    text: "select balance from credit_accounts where user_id = $1 and closed_at is null for update",
    values: [userId],
  });
  return rows[0]?.balance;
}

async function findByKey(client: PoolClient, { caller, idempotencyKey }: BatchDraft) {
  if (idempotencyKey === undefined) return undefined;
  const values = [caller.userId, idempotencyKey];
  const { rows } = await client.query<{ id: string; fingerprint: Buffer }>({
    name: "find_batch_by_key",
    text: `select id, fingerprint from verification_batches
            where user_id = $1 and idempotency_key = $2 and created_at > now() - interval '24 hours'`,
    values,
  });
  if (rows[0] !== undefined) return rows[0];
  await client.query({
    name: "forget_old_batch_key",
    text: "update verification_batches set idempotency_key = null where user_id = $1 and idempotency_key = $2",
    values,
  });
  return undefined;
}

async function requireFewOpen(client: PoolClient, userId: string): Promise<void> {
  const { rows } = await client.query<{ open: number }>({
    name: "count_open_batches",
    text: "select count(*) as open from verification_batches where completed_at is null and user_id = $1",
    values: [userId],
  });
  if ((rows[0]?.open ?? 0) < MAX_OPEN_BATCHES) return;
  throw new ApiProblem("invalid_state", {
    message: `You have ${MAX_OPEN_BATCHES} unfinished batches: wait for one to end, or cancel one`,
  });
}

async function requireFewCanceled(client: PoolClient, userId: string): Promise<void> {
  const { rows } = await client.query<{ canceled: number }>({
    name: "count_canceled_batches",
    text: `select count(*) as canceled from verification_batches
            where user_id = $1 and created_at > now() - interval '24 hours' and canceled_at is not null`,
    values: [userId],
  });
  if ((rows[0]?.canceled ?? 0) < MAX_CANCELED_BATCHES) return;
  throw new ApiProblem("rate_limited", {
    message: `You canceled ${MAX_CANCELED_BATCHES} lists of the last 24 hours, the most allowed: create the next one later`,
    retryAfterSeconds: 3_600,
  });
}

async function insertBatch(
  client: PoolClient,
  draft: BatchDraft,
  { id, fingerprint }: { readonly id: string; readonly fingerprint: Buffer },
): Promise<void> {
  const { caller } = draft;
  await client.query({
    name: "insert_batch",
    text: `insert into verification_batches (id, user_id, api_key_id, member_id, branch_id, label, total, idempotency_key,
                                             fingerprint, http_request_id, traceparent, recheck_minutes)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...[id, caller.userId, caller.apiKeyId, caller.member?.id ?? null, caller.branchId, draft.label],
      ...[totalOf(draft), draft.idempotencyKey ?? null, fingerprint],
      ...[draft.httpRequestId, draft.traceparent, draft.recheckForMinutes],
    ],
  });
}

const storedColumns: RowColumns<BatchCommand["items"][number]> = {
  verification_id: ["text", () => newId("verification")],
  position: ["smallint", ({ place }) => place.position],
  line: ["integer", ({ place }) => place.line],
  label: ["text", ({ label }) => label],
  bank: ["text", ({ command }) => command.bank],
  reference: ["text", ({ command }) => command.identifiers.reference],
  suffix: ["text", ({ command }) => command.identifiers.suffix],
  phone: ["text", ({ command }) => command.identifiers.phone],
  settlement_account: ["text", ({ command }) => command.settlementAccount],
  expect: ["jsonb", ({ command }) => storedExpectation(command.expectation ?? noExpectation)],
};
const itemColumns: typeof storedColumns = {
  ...storedColumns,
  transaction_id: ["text", () => newId("creditTransaction")],
  place: ["integer", (_item, index) => index + 1],
};
const stored = Object.keys(storedColumns).join(", ");

const insertItemsStatement = `
with item as materialized (select * from ${unnestColumns(itemColumns, "item", 4)}),
stored as (
  insert into verification_batch_items (batch_id, user_id, ${stored}) select $1, $2, ${stored} from item
),
spent as (select $2 as user_id, $3::bigint as balance, $3::bigint - count(*) as balance_after from item),
${debitParts.balances("spent")},
line as (
  select transaction_id as id, $2 as payer_id, $3::bigint - place as balance_after, verification_id, 'item of ' || $1 as note, place
    from item
),
${debitParts.lines("line")},
${debitParts.notify}
select notices from low`;

/** The ledger has a line for each item from the start: its request will not be debited again. */
export async function insertItems(
  client: PoolClient,
  { items, caller }: BatchDraft,
  { id, balance }: { readonly id: string; readonly balance: number },
): Promise<void> {
  await client.query({
    name: "insert_batch_items",
    text: insertItemsStatement,
    values: [id, caller.userId, balance, ...valuesOfColumns(itemColumns, items)],
  });
}

const skippedColumns: RowColumns<BatchCommand["skipped"][number]> = {
  position: ["smallint", ({ place }) => place.position],
  line: ["integer", ({ place }) => place.line],
  label: ["text", ({ label }) => label],
  same_as: ["smallint", ({ sameAs }) => sameAs],
  bank: ["text", ({ bank }) => bank],
  reference: ["text", ({ text }) => text],
  error: ["jsonb", ({ error }) => error && JSON.stringify(error)],
};
const skippedNames = Object.keys(skippedColumns).join(", ");

export async function insertSkipped(
  client: PoolClient,
  { skipped, caller }: BatchDraft,
  batchId: string,
): Promise<void> {
  if (skipped.length === 0) return;
  await client.query({
    name: "insert_skipped_lines",
    text: `insert into verification_batch_skipped_lines (batch_id, user_id, ${skippedNames})
           select $1, $2, ${skippedNames} from ${unnestColumns(skippedColumns, "skipped", 3)}`,
    values: [batchId, caller.userId, ...valuesOfColumns(skippedColumns, skipped)],
  });
}

/** `skip` counts only where it is sent: the fingerprints of an earlier release stay valid. */
function fingerprintOfBatch({ label, recheckForMinutes, onInvalid, items, skipped }: BatchCommand): Buffer {
  const hash = createHash("sha256").update(JSON.stringify([label, items.map((item) => item.label)]));
  if (recheckForMinutes > 0) hash.update(`recheck ${recheckForMinutes}`);
  if (onInvalid === "skip") hash.update("skip");
  for (const { command } of items) hash.update(fingerprintOf(command));
  for (const { place, label: name, sameAs, bank, text, error } of skipped)
    hash.update(JSON.stringify([place.position, name, sameAs, bank, text, error?.code]));
  return hash.digest();
}
