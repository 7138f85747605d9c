import { paysToOtherBanks, type ReceiptIdentifiers } from "@receipts/banks";
import { type BankCode, parseStoredExpectation } from "@receipts/contracts";
import { createMicroBatcher, type Queryable } from "@receipts/database";
import { encodeMessage, type OutgoingMessage, verificationRequested } from "@receipts/messaging";
import {
  type BankAttempt,
  type ClaimedVerification,
  receiptKey,
  type StoredCandidate,
  storedAttempts,
} from "@receipts/verdicts";

export interface ClaimedWork extends ClaimedVerification {
  readonly identifiers: ReceiptIdentifiers;
  readonly receiptKey: string;
  readonly bypassCache: boolean;
  /** Milliseconds until the request's deadline. */
  readonly msLeft: number;
  /** While the bank does not know the receipt: until when it is asked again, and how often it was. Null otherwise. */
  readonly recheck: { readonly msLeft: number; readonly tries: number } | null;
}

export interface UnfinishedRequest {
  readonly id: string;
  readonly userId: string;
  readonly receiptKey: string;
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  /** The bank did not know its receipt before. */
  readonly isRecheck?: boolean;
}

type ClaimedRow = Omit<ClaimedWork, "identifiers" | "expectation"> & {
  readonly phone: string | null;
  /** As stored. */
  readonly expect: unknown;
};

export interface ClaimRepository {
  /** Returns undefined if the request is ended, overdue, unknown, or claimed by another process. */
  claim(verificationId: string): Promise<ClaimedWork | undefined>;
  /** Claims all others of the account that wait until the bank has booked the same receipt, even before they are due. */
  claimWaitingFor(claimed: ClaimedWork): Promise<readonly ClaimedWork[]>;
  /** Returns false for a request that a restored backup does not contain. */
  exists(verificationId: string): Promise<boolean>;
  /** Returns the ids of claims that are still held. */
  renew(claims: readonly Claim[]): Promise<ReadonlySet<string>>;
  /** Ends a claim without a verdict: any process may claim the request at once. */
  release(claim: Claim): Promise<void>;
  /** Postpones a request by `delayMs` and ends its claim. Returns false if the request is ended, claimed or unknown. */
  park(
    verificationId: string,
    message: OutgoingMessage,
    delayMs: number,
    claim?: ParkedClaim,
  ): Promise<boolean>;
  /**
   * Postpones a request whose receipt the bank does not know yet, and ends its claim. `full`: the account has too many
   * such requests, and the claim is still held. `lost`: the claim was lost.
   */
  waitForBooking(claim: ParkedClaim, next: NextLook): Promise<"waiting" | "full" | "lost">;
  /**
   * Makes the request one about the next candidate of its file, and ends its claim. Returns false if the claim was lost.
   * If its message is lost too, the bank's verifiers find the request.
   */
  tryNext(claim: ParkedClaim, next: StoredCandidate): Promise<boolean>;
  /** Makes the parked request that is due first due at once. Returns the number unparked. */
  /** Returns the account of the request; those of these accounts come last. */
  unparkOne(after: readonly string[]): Promise<string | undefined>;
  /** Moves requests parked beyond `withinMs` to random times within it. Returns their number. */
  unparkAll(withinMs: number): Promise<number>;
  /** Returns unfinished, unclaimed requests to publish again, and delays their next requeue. */
  takeForRequeue(options: {
    readonly limit: number;
    readonly includeWaiting: boolean;
  }): Promise<UnfinishedRequest[]>;
}

export interface Claim {
  readonly id: string;
  readonly httpRequestId: string;
  readonly claimAttempt: number;
}

/** A claim that ends by parking, with the attempts made under it. */
export interface ParkedClaim extends Claim {
  readonly attempts: readonly BankAttempt[];
}

export interface NextLook {
  readonly delayMs: number;
  /** Requests of an account that may wait. */
  readonly share: number;
  readonly message: OutgoingMessage;
  /** The first candidate of a file; undefined for a request that is about one receipt. */
  readonly first: StoredCandidate | undefined;
}

/** Work that started in time may end this late. After that no claim holds, and the sweep ends the request. */
const DEADLINE_GRACE = "interval '10 seconds'";
/** Minimum delay before an unfinished request is requeued again; the delay grows to the request's age. */
const REQUEUE_AGAIN_SECONDS = 30;

/** A request whose message about its next candidate was lost is found after it. */
const FIND_NEXT_SECONDS = 5;

/** Marks a look that is not to be brought forward, as requests that are parked behind a breaker are. */
const recheckHeader = "recheck";
/** As `jobMessage` writes it. */
const accountOfMessage = "value::jsonb #>> '{data,userId}'";
const isParked = `headers -> '${recheckHeader}' is null`;

function workOf(row: ClaimedRow): ClaimedWork {
  return {
    ...row,
    expectation: parseStoredExpectation(row.expect),
    identifiers: { reference: row.reference, suffix: row.suffix, phone: row.phone },
  };
}

/** The attempts of a request with those of a claim, which may be null. */
const attemptsAdded = (added: string) => `case when ${added}::jsonb is null then bank_attempts
     else coalesce(bank_attempts, '[]') || jsonb_build_array(jsonb_build_array(
            (extract(epoch from now()) * 1000)::bigint, ${added}::jsonb)) end`;

export function createClaimRepository(deps: {
  readonly database: Queryable;
  readonly bank: BankCode;
  readonly leaseMs: number;
}): ClaimRepository {
  const { database, bank } = deps;
  const leaseSeconds = deps.leaseMs / 1_000;
  const sameBankOnly = paysToOtherBanks(bank) ? "" : "and a.bank = v.bank";
  /** `due`: a condition on `v` besides those of every claim. */
  const claimStatement = (due: string) => `with requested as (
                 select id, parked from verification_requests where id = any($1) order by id for update)
               update verification_requests v
                  -- Keep requeue_after if it is sooner: no indexed column changes and the update is HOT. Recovery skips
                  -- claimed rows.
                  set processing_status = 'running', claim_attempt = v.claim_attempt + 1, parked = false,
                      claimed_until = now() + make_interval(secs => $2),
                      requeue_after = least(v.requeue_after, now() + make_interval(secs => greatest($2, ${REQUEUE_AGAIN_SECONDS}))),
                      started_at = coalesce(v.started_at, now_ms())
                 from requested
                -- Means "completed_at is null", but keeps the planner from walking the index of unfinished requests.
                where v.id = requested.id and v.status = 'pending' and v.deadline_at > now()
                  and (v.claimed_until is null or v.claimed_until < now()) ${due}
            returning v.id, v.user_id as "userId", v.bank, v.reference, v.suffix, v.phone, v.receipt_key as "receiptKey",
                      v.settlement_account as "settlementAccount", v.claim_attempt as "claimAttempt", v.expect, v.input,
                      v.created_at as "requestedAt", v.http_request_id as "httpRequestId", v.traceparent, (v.cache_status = 'BYPASS' or v.source = 'checkout') as "bypassCache",
                      requested.parked,
                      extract(epoch from v.deadline_at - now())::float8 * 1000 as "msLeft",
                      case when v.recheck_until is not null then json_build_object(
                        'msLeft', extract(epoch from v.recheck_until - now())::float8 * 1000, 'tries', v.recheck_tries) end as recheck,
                      coalesce(case v.source
                        -- The accounts that the payer of the deposit was shown, with their current names.
                        when 'checkout' then
                          (select json_agg(json_build_object('id', a.id, 'bank', o.bank, 'owner', coalesce(a.owner, 'user'),
                                    'accountNumber', o."accountNumber", 'names', array_remove(array_prepend(o."accountName", array_prepend(a.account_name, a.other_names)), null)))
                             from deposit_submissions s join deposits d on d.id = s.deposit_id,
                                  jsonb_to_recordset(d.payment_options) as o(bank text, "accountNumber" text, "accountName" text)
                                  left join bank_accounts a on a.user_id = v.user_id and a.bank = o.bank and a.account_number = o."accountNumber"
                            where s.verification_id = v.id)
                        else
                          (select json_agg(json_build_object('id', a.id, 'bank', a.bank, 'owner', a.owner, 'accountNumber', a.account_number,
                                    'names', array_prepend(a.account_name, a.other_names)))
                             from bank_accounts a where a.user_id = v.user_id ${sameBankOnly}) end, '[]') as "savedAccounts"`;
  const claimBatched = createMicroBatcher<string, ClaimedRow | null>({
    run: async (ids) => {
      const { rows } = await database.query<ClaimedRow>({
        name: "claim_verifications",
        // A message that comes twice does not bring a look forward.
        text: claimStatement("and (v.recheck_at is null or v.recheck_at <= now() + interval '1 second')"),
        values: [ids, leaseSeconds],
      });
      const claimed = new Map(rows.map((row) => [row.id, row]));
      // A message that was delivered twice is claimed once.
      return ids.map((id) => {
        const row = claimed.get(id) ?? null;
        claimed.delete(id);
        return row;
      });
    },
    maxBatch: 128,
    slots: 2,
    gapMs: 10,
    worthRetryingAlone: () => false,
  });
  return {
    claim: async (verificationId) => {
      const row = await claimBatched(verificationId);
      return row === null ? undefined : workOf(row);
    },
    claimWaitingFor: async ({ id, userId, receiptKey: key }) => {
      const { rows: waiting } = await database.query<{ id: string }>({
        name: "find_rechecked_together",
        text: `select id from verification_requests
                where user_id = $1 and receipt_key = $2 and bank = $3 and recheck_at is not null and completed_at is null
                  and id <> $4`,
        values: [userId, key, bank, id],
      });
      if (waiting.length === 0) return [];
      const { rows } = await database.query<ClaimedRow>({
        name: "claim_rechecked_together",
        text: claimStatement("and v.recheck_at is not null"),
        values: [waiting.map((row) => row.id), leaseSeconds],
      });
      return rows.map(workOf);
    },
    exists: async (verificationId) => {
      const { rows } = await database.query({
        name: "is_known_verification",
        text: "select from verification_requests where id = $1",
        values: [verificationId],
      });
      return rows.length > 0;
    },
    renew: async (claims) => {
      const { rows } = await database.query<{ id: string }>({
        name: "renew_claims",
        // Lock by id, as verdicts do: both can run at once. A row that this claim completed, parked or released counts as
        // held until its worker untracks it. It gets no lease again, which would keep the next claim away.
        text: `with held as (
                 select v.id, v.completed_at is not null or v.claimed_until is null as ended from verification_requests v
                   join unnest($1::text[], $2::int[]) as h(id, claim_attempt) on v.id = h.id
                  where v.claim_attempt = h.claim_attempt
                    and (v.completed_at is not null or now() < v.deadline_at + ${DEADLINE_GRACE})
                  order by v.id
                    for update of v),
               renewed as (
                 update verification_requests v
                    set claimed_until = least(now() + make_interval(secs => $3), v.deadline_at + ${DEADLINE_GRACE})
                   from held
                  where v.id = held.id and not held.ended)
               select id from held`,
        values: [claims.map(({ id }) => id), claims.map(({ claimAttempt }) => claimAttempt), leaseSeconds],
      });
      return new Set(rows.map(({ id }) => id));
    },
    release: async ({ id, claimAttempt }) => {
      await database.query({
        name: "release_claim",
        text: `update verification_requests set claimed_until = null, requeue_after = now()
                where id = $1 and claim_attempt = $2 and status = 'pending'`,
        values: [id, claimAttempt],
      });
    },
    park: async (verificationId, message, delayMs, claim) => {
      const { rowCount } = await database.query({
        name: "park_verification",
        text: `with parked as (
                 update verification_requests
                    set parked = true, claimed_until = null,
                        bank_attempts = ${attemptsAdded("$8")},
                        requeue_after = now() + make_interval(secs => $3::float8 + ${REQUEUE_AGAIN_SECONDS})
                  where id = $1 and status = 'pending' and ($2::int is null or claim_attempt = $2)
                    and ($2::int is not null or claimed_until is null or claimed_until < now())
                 returning id)
               insert into outbox (topic, key, value, headers, available_at)
               select $4, $5, $6, $7::jsonb, now() + make_interval(secs => $3::float8) from parked`,
        values: [
          verificationId,
          claim?.claimAttempt ?? null,
          delayMs / 1_000,
          message.topic,
          message.key,
          message.value,
          JSON.stringify(message.headers ?? {}),
          claim === undefined || claim.attempts.length === 0 ? null : storedAttempts(claim.attempts),
        ],
      });
      return rowCount === 1;
    },
    waitForBooking: async ({ id, claimAttempt, attempts }, { delayMs, share, message, first }) => {
      const { rows } = await database.query<{ isWaiting: boolean | null }>({
        name: "wait_for_booking",
        text: `select wait_for_booking($1, $2, $3, least(now() + make_interval(secs => $4::float8), v.recheck_until), $5, $6, $7, $8)
                        as "isWaiting"
                 from verification_requests v where id = $1`,
        values: [
          ...[id, claimAttempt, share, delayMs / 1_000],
          attempts.length === 0 ? null : storedAttempts(attempts),
          first === undefined
            ? null
            : JSON.stringify({ ...first, receiptKey: receiptKey(first.bank, first) }),
          JSON.stringify({ ...message, headers: { ...message.headers, [recheckHeader]: "true" } }),
          REQUEUE_AGAIN_SECONDS,
        ],
      });
      const isWaiting = rows[0]?.isWaiting;
      if (isWaiting === null) return "full";
      return isWaiting === true ? "waiting" : "lost";
    },
    tryNext: async ({ id, claimAttempt, attempts }, next) => {
      const { rowCount } = await database.query({
        name: "try_next_candidate",
        text: `update verification_requests
                  set bank = $3, reference = $4, suffix = $5, phone = $6, receipt_key = $7, claimed_until = null,
                      input = jsonb_set(input, '{chosen}', to_jsonb((input ->> 'chosen')::int + 1)),
                      bank_attempts = ${attemptsAdded("$8")},
                      requeue_after = now() + make_interval(secs => ${FIND_NEXT_SECONDS})
                where id = $1 and claim_attempt = $2 and status = 'pending'`,
        values: [
          ...[id, claimAttempt, next.bank, next.reference, next.suffix, next.phone],
          ...[receiptKey(next.bank, next), attempts.length === 0 ? null : storedAttempts(attempts)],
        ],
      });
      return rowCount === 1;
    },
    unparkOne: async (after) => {
      const earliest = (of: string) => `where topic = $1 and available_at > now() and ${isParked} ${of}
                                         order by available_at limit 1 for update skip locked`;
      const ofOthers = earliest(`and ${accountOfMessage} <> all($2::text[])`);
      const { rows } = await database.query<{ userId: string | null }>({
        name: "unpark_verification",
        text: `update outbox set available_at = now()
                where id = coalesce((select id from outbox ${ofOthers}), (select id from outbox ${earliest("")}))
            returning ${accountOfMessage} as "userId"`,
        values: [verificationRequested.name(bank), after],
      });
      return rows[0]?.userId ?? undefined;
    },
    unparkAll: async (withinMs) => {
      const { rowCount } = await database.query({
        name: "unpark_verifications",
        // Skip locked rows: another process is working on them, and waiting while locking many could deadlock.
        text: `update outbox set available_at = now() + make_interval(secs => $2::float8 * random())
                where id in (select id from outbox
                              where topic = $1 and available_at > now() + make_interval(secs => $2::float8) and ${isParked}
                                for update skip locked)`,
        values: [verificationRequested.name(bank), withinMs / 1_000],
      });
      return rowCount ?? 0;
    },
    takeForRequeue: async ({ limit, includeWaiting }) => {
      const { rows } = await database.query<UnfinishedRequest>({
        name: includeWaiting ? "take_all_unfinished" : "take_unfinished",
        text: `update verification_requests v
                  set requeue_after = now() + greatest(make_interval(secs => ${REQUEUE_AGAIN_SECONDS}), now() - v.created_at)
                where v.id in (select id from verification_requests
                                where completed_at is null and bank = $1 and deadline_at > now()
                                  and ${includeWaiting ? "(recheck_at is null or recheck_at <= now())" : "requeue_after <= now()"} and (claimed_until is null or claimed_until < now())
                                order by requeue_after
                                limit $2
                                  for update skip locked)
            returning v.id, v.user_id as "userId", v.receipt_key as "receiptKey", v.http_request_id as "httpRequestId", v.traceparent,
                      v.recheck_at is not null as "isRecheck"`,
        values: [bank, limit],
      });
      return rows;
    },
  };
}

/** The message that starts a request's verification, as the gateway writes it. */
export function jobMessage(bank: BankCode, request: UnfinishedRequest): OutgoingMessage {
  return encodeMessage(verificationRequested, {
    topicName: verificationRequested.name(bank),
    requestId: request.httpRequestId,
    data: {
      verificationId: request.id,
      receiptKey: request.receiptKey,
      userId: request.userId,
      ...(request.isRecheck === true && { isRecheck: true }),
    },
    headers: request.traceparent === null ? {} : { traceparent: request.traceparent },
  });
}
