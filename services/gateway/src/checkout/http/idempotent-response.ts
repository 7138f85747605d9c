import { createHash } from "node:crypto";
import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
import type { Request, Response } from "express";
import { shareLockAccount } from "../../account-lock/lock-account.ts";
import { ApiProblem } from "../../http/api-problem.ts";
import { requireCallerStillActive } from "../../http/as-caller.ts";
import { callerOf, contextOf } from "../../http/request-context.ts";
import { checkoutBody } from "./checkout-surface.ts";
import { requiredIdempotencyKey } from "./require-checkout-caller.ts";

export interface CheckoutResponse {
  readonly status: number;
  readonly data: unknown;
}

export interface IdempotentPost {
  /** Identifies the request, without the key. */
  readonly operation: string;
  readonly input: unknown;
  /** Default: the key that the checkout surface requires. */
  readonly key?: string;
  /** The body of the response; default: that of the checkout surface. */
  readonly bodyOf?: (request: Request, data: unknown) => object;
  /** Slow checks for new requests only: they run outside the transaction, and not for a replay. */
  readonly check?: () => Promise<void>;
  /** Runs in the transaction that stores the response. If it throws, nothing is stored. */
  readonly act: (client: PoolClient) => Promise<CheckoutResponse>;
}

interface StoredResponse {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
}

/** Responds once, and replays that response byte for byte. The response is stored in the transaction of the act. */
export async function respondOnce(
  pool: Pool,
  request: Request,
  response: Response,
  post: IdempotentPost,
): Promise<void> {
  const { userId } = callerOf(request);
  const { key = requiredIdempotencyKey(request), bodyOf = checkoutBody } = post;
  const fingerprint = fingerprintOf(post);
  const known = await findResponse(pool, userId, key);
  if (known !== undefined) {
    replay(request, response, known, fingerprint);
    return;
  }
  await post.check?.();
  const outcome = await inTransaction(pool, async (client): Promise<StoredResponse & { isNew: boolean }> => {
    await lockKey(client, userId, key);
    // Erased since the key was checked: a row created now would keep its names.
    if (!(await shareLockAccount(client, userId))) throw new ApiProblem("unauthorized");
    await requireCallerStillActive(client, request);
    const stored = await findResponse(client, userId, key);
    if (stored !== undefined) return { ...stored, isNew: false };
    const { status, data } = await post.act(client);
    const body = JSON.stringify(bodyOf(request, data));
    await storeResponse(client, { userId, key, fingerprint, status, body });
    return { fingerprint, status, body, isNew: true };
  });
  if (outcome.isNew) send(response, outcome);
  else replay(request, response, outcome, fingerprint);
}

/** Held only by the transaction: a crashed process leaves no key "in progress". */
async function lockKey(client: PoolClient, userId: string, key: string): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken",
    [`checkout ${userId} ${key}`],
  );
  if (rows[0]?.taken !== true) throw new ApiProblem("idempotency_in_progress");
}

async function findResponse(
  database: Queryable,
  userId: string,
  key: string,
): Promise<StoredResponse | undefined> {
  const { rows } = await database.query<StoredResponse>({
    name: "find_checkout_answer",
    text: `select fingerprint, status, body from checkout_responses
            where user_id = $1 and idempotency_key = $2 and created_at > now() - interval '24 hours'`,
    values: [userId, key],
  });
  return rows[0];
}

async function storeResponse(
  client: PoolClient,
  stored: StoredResponse & { readonly userId: string; readonly key: string },
): Promise<void> {
  await client.query({
    name: "store_checkout_answer",
    text: `insert into checkout_responses (user_id, idempotency_key, fingerprint, status, body)
           values ($1, $2, $3, $4, $5)
           -- The existing row is older than 24 hours: the look-up above found none.
           on conflict (user_id, idempotency_key) do update
             set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = now()`,
    values: [stored.userId, stored.key, stored.fingerprint, stored.status, stored.body],
  });
}

function replay(request: Request, response: Response, stored: StoredResponse, fingerprint: Buffer): void {
  if (!stored.fingerprint.equals(fingerprint)) {
    throw new ApiProblem("idempotency_conflict", {
      message: "This idempotency key was used for a different request in the last 24 hours: use a new key",
    });
  }
  contextOf(request).logFields["replayed"] = true;
  response.set("Idempotent-Replayed", "true");
  send(response, stored);
}

function send(response: Response, { status, body }: Pick<StoredResponse, "status" | "body">): void {
  response.status(status).type("application/json").send(body);
}

function fingerprintOf({ operation, input }: IdempotentPost): Buffer {
  return createHash("sha256")
    .update(JSON.stringify([operation, inOrder(input)]))
    .digest();
}

/** Sorts the fields, so that their order does not matter. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, inOrder(part)]);
}
