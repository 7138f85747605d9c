import { createHash } from "node:crypto";
import { type ResponseContract, shownOnceIn } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
import type { Request, Response } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { requireCallerStillActive } from "../http/as-caller.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { idempotencyKeyOf } from "../http/validation.ts";
import { lockAccount, shareLockAccount } from "./lock-account.ts";

export interface OnceResponse {
  readonly status: number;
  readonly body: object;
  /** What is stored for the repetitions, where that is not the body itself. */
  readonly repeatedBody?: object;
}

export interface OncePost {
  /** Without one the call does what it says, and nothing is stored. */
  readonly key: string | undefined;
  /** Identifies the request, without the key. */
  readonly identity: readonly unknown[];
  /** Locks the caller's account. */
  readonly lock: (client: PoolClient, userId: string) => Promise<void>;
  /** Slow checks for new requests only: they run outside the transaction, and not for a replay. */
  readonly check?: (() => Promise<void>) | undefined;
  /** Runs in the transaction that stores the response. If it throws, nothing is stored. */
  readonly act: (client: PoolClient, userId: string) => Promise<OnceResponse>;
}

interface StoredResponse {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
}

/** Responds once, and replays that response. The response is stored in the transaction of the act. */
export async function respondOnce(
  pool: Pool,
  request: Request,
  response: Response,
  post: OncePost,
): Promise<void> {
  const { userId } = callerOf(request);
  const { key } = post;
  // A statement has megabytes.
  const fingerprint = key === undefined ? Buffer.alloc(0) : fingerprintOf(post.identity);
  const known = await findResponse(pool, userId, key);
  if (known !== undefined) {
    replay(request, response, known, fingerprint);
    return;
  }
  await post.check?.();
  const outcome = await inTransaction(pool, async (client) => {
    if (key !== undefined) await lockKey(client, userId, key);
    // Erased since the key was checked: a row created now would keep its names.
    await post.lock(client, userId);
    await requireCallerStillActive(client, request);
    const stored = await findResponse(client, userId, key);
    if (stored !== undefined) return stored;
    const { status, body, repeatedBody = body } = await post.act(client, userId);
    const kept = { fingerprint, status, body: JSON.stringify(repeatedBody) };
    if (key !== undefined) await storeResponse(client, { ...kept, userId, key });
    return { status, body: repeatedBody === body ? kept.body : JSON.stringify(body) };
  });
  if ("fingerprint" in outcome) replay(request, response, outcome, fingerprint);
  else send(response, outcome);
}

/** What a repeatable call of the verification surface did. */
export interface Done {
  readonly message: string;
  readonly data: object;
  /** Default: that of what was created. */
  readonly status?: number;
}

/** The contract and the input of a repeatable call. */
export interface RepeatableCall {
  readonly contract: { readonly responses: Readonly<Record<number, ResponseContract>> };
  /** Default: the body as it was sent. */
  readonly input?: unknown;
  readonly check?: () => Promise<void>;
  /** Default: changes of the account one at a time. */
  readonly lock?: OncePost["lock"];
}

/**
 * Answers a call of the verification surface whose contract `isRepeatable`: in one transaction with the account locked,
 * and with an `Idempotency-Key` once in 24 hours. Fields that are shown once are not stored. `input` must hold no secret
 * that could be guessed: its hash is stored.
 */
export async function repeatable(
  pool: Pool,
  request: Request,
  response: Response,
  { contract, input = request.body, check, lock = lockAccount }: RepeatableCall,
  act: (client: PoolClient, userId: string) => Promise<Done>,
): Promise<void> {
  await respondOnce(pool, request, response, {
    key: ownKey(request),
    identity: [request.originalUrl, input],
    check,
    lock,
    act: async (client, userId) => {
      const { message, data, status = createdStatusOf(contract) } = await act(client, userId);
      // A lock that others share does not hold a removal back.
      if (lock === shareLock) await requireCallerStillActive(client, request);
      const values: Readonly<Record<string, unknown>> = { ...data };
      // One that a mail has instead is null at first too.
      const secrets = shownOnceIn(contract.responses[status]?.schema).filter((name) => values[name] !== null);
      const body = { success: true, message, data };
      return { status, body, ...(secrets.length > 0 && { repeatedBody: withoutSecrets(data, secrets) }) };
    },
  });
}

/**
 * The key within its route, and of a session within its person, so that no caller takes it away from others. Those of
 * deposits are the account's. The space is in no key that a caller sends.
 */
function ownKey(request: Request): string | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  const place = [request.method, contextOf(request).route, callerOf(request).member?.id ?? null, key];
  return `api ${createHash("sha256").update(JSON.stringify(place)).digest("base64url")}`;
}

/** For calls of many at once: it only keeps the account from being erased. */
export async function shareLock(client: PoolClient, userId: string): Promise<void> {
  if (!(await shareLockAccount(client, userId))) throw new ApiProblem("unauthorized");
}

function withoutSecrets(data: object, secrets: readonly string[]): object {
  const hidden = Object.fromEntries(secrets.map((name) => [name, null]));
  const message = `Done before with this Idempotency-Key. ${secrets.join(", ")}: shown only once and not stored. If the first response is lost, revoke what it made and make another`;
  return { success: true, message, data: { ...data, ...hidden } };
}

const createdStatusOf = ({ responses }: RepeatableCall["contract"]): number =>
  Number(Object.keys(responses).at(-1) ?? 200);

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
  key: string | undefined,
): Promise<StoredResponse | undefined> {
  if (key === undefined) return undefined;
  const { rows } = await database.query<StoredResponse>({
    name: "find_stored_response",
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
    name: "store_response",
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

function fingerprintOf(identity: readonly unknown[]): Buffer {
  return createHash("sha256")
    .update(JSON.stringify(identity.map(inOrder)))
    .digest();
}

/** Sorts the fields, so that their order does not matter. Bytes stand for themselves by their hash. */
function inOrder(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return createHash("sha256").update(value).digest("hex");
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, inOrder(part)]);
}
