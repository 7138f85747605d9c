import { isId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Command } from "commander";
import { attemptsOf, type StoredRound } from "../verification/bank-attempts.ts";
import { type AdminDeps, WHOLE_TABLES_TIMEOUT_MS, type WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";

/** Commands that explain a request from the database alone: its pods and their logs may be gone. */
export function addRequestCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const requests = program.command("request").description("explain a verification request");
  requests
    .command("show")
    .description(
      "print each step of a request with its time: credit, bank calls, verdict, webhooks, decisions",
    )
    .argument("<id>", "ver_…, or the number of a receipt: its newest requests, of all accounts")
    .action((id: string) =>
      withPool(
        async ({ pool }) => {
          const found = await findRequests(pool, id);
          await recordShown(pool, found);
          if (found.length === 0) throw new Error(`No request has the id or receipt number ${id}`);
          for (const request of found) {
            deps.print(describe(request));
            for (const step of await stepsOf(pool, request)) deps.print(lineOf(step));
          }
        },
        // No index has the numbers of all accounts; an id is found by its own.
        { statementTimeoutMs: WHOLE_TABLES_TIMEOUT_MS },
      ),
    );
}

/** By their ids: no erasure would reach a receipt's number in the audit log. */
async function recordShown(database: Queryable, found: readonly ShownRequest[]): Promise<void> {
  const subjects = found.length === 0 ? [null] : found.map(({ id }) => id);
  for (const subject of subjects) await recordByOperator(database, "request.shown", { subject });
}

interface ShownRequest {
  readonly id: string;
  readonly account: string;
  readonly bank: string;
  readonly reference: string | null;
  readonly httpRequestId: string;
  readonly source: string;
  readonly cacheStatus: string;
  readonly processingStatus: string;
  readonly status: string;
  readonly failureReason: string | null;
  readonly parked: boolean;
  readonly claimAttempt: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly deadlineAt: Date;
  readonly recheckAt: Date | null;
  readonly recheckTries: number;
  readonly erasedAt: Date | null;
  /** Before a person decided. */
  readonly decision: string | null;
  readonly decisionReasons: readonly string[] | null;
  readonly rounds: readonly StoredRound[] | null;
}

const MOST_REQUESTS = 5;

async function findRequests(database: Queryable, id: string): Promise<readonly ShownRequest[]> {
  const { rows } = await database.query<ShownRequest>(
    `select v.id, u.email as account, v.bank, v.reference, v.http_request_id as "httpRequestId", v.source,
            v.cache_status as "cacheStatus", v.processing_status as "processingStatus", v.status,
            v.failure_reason as "failureReason", v.parked, v.claim_attempt as "claimAttempt", v.created_at as "createdAt",
            v.started_at as "startedAt", v.completed_at as "completedAt", v.deadline_at as "deadlineAt",
            v.recheck_at as "recheckAt", v.recheck_tries as "recheckTries", v.erased_at as "erasedAt",
            case when r.verification_id is null then v.result ->> 'decision' else 'review' end as decision,
            coalesce(r.review_reasons, v.result -> 'decisionReasons') as "decisionReasons", v.bank_attempts as rounds
       from (select id from verification_requests where id = $1
              union all
             (select id from verification_requests where not $2 and reference = upper($1) order by id desc limit $3)) found
       join verification_requests v on v.id = found.id
       join users u on u.id = v.user_id
       left join verification_resolutions r on r.verification_id = v.id
      order by v.id desc`,
    [id, isId("verification", id), MOST_REQUESTS],
  );
  return rows;
}

function describe(request: ShownRequest): string {
  const { id, account, bank, reference, httpRequestId, source, cacheStatus } = request;
  return [
    `${id}: ${bank} ${reference ?? "(erased)"} for ${account}`,
    `  by ${source}, cache ${cacheStatus}, call ${httpRequestId}: search the logs for it`,
  ].join("\n");
}

interface Step {
  readonly at: Date;
  readonly text: string;
}

const lineOf = ({ at, text }: Step) => `  ${at.toISOString()}  ${text}`;

/** In the order of their times. */
async function stepsOf(database: Queryable, request: ShownRequest): Promise<readonly Step[]> {
  const { rows } = await database.query<Step>(storedSteps, [request.id]);
  return [...ownSteps(request), ...rows].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function ownSteps(request: ShownRequest): Step[] {
  const { createdAt, startedAt, completedAt, erasedAt, claimAttempt, rounds } = request;
  const attempts = attemptsOf(rounds ?? []).map(({ startedAt: at, durationMs, outcome, about }) => ({
    at: new Date(at),
    text: `bank asked for the ${about}: ${outcome} after ${durationMs} ms`,
  }));
  return [
    { at: createdAt, text: "accepted" },
    ...(startedAt === null
      ? []
      : [{ at: startedAt, text: `taken by a verifier, ${claimAttempt} times in all` }]),
    ...attempts,
    ...(completedAt === null ? [waitOf(request)] : [{ at: completedAt, text: endOf(request) }]),
    ...(erasedAt === null ? [] : [{ at: erasedAt, text: "names and numbers erased" }]),
  ];
}

function waitOf({ parked, recheckAt, recheckTries, deadlineAt, processingStatus }: ShownRequest): Step {
  if (recheckAt !== null)
    return {
      at: recheckAt,
      text: `the bank is asked again: it did not have the receipt ${recheckTries} times`,
    };
  const reason = parked ? "parked, because the bank is down" : processingStatus;
  return { at: deadlineAt, text: `the deadline; until then ${reason}` };
}

function endOf({ processingStatus, status, failureReason, decision, decisionReasons }: ShownRequest): string {
  const reasons = [...(decisionReasons ?? []), ...(failureReason === null ? [] : [failureReason])];
  const because = reasons.length === 0 ? "" : ` (${reasons.join(", ")})`;
  return `ended: ${processingStatus}, ${status}; decision ${decision ?? "none"}${because}`;
}

/** Steps of request $1 in other tables. */
const storedSteps = `
select created_at as at, format('credit: %s %s, balance %s', type, amount, balance_after) as text
  from credit_transactions where verification_id = $1
union all
select created_at, format('webhook %s queued: %s to %s, now %s after %s attempts', id, event, host, state, attempts)
  from webhook_deliveries where verification_id = $1 or subject = $1
union all
select a.finished_at, format('webhook %s attempt %s: %s in %s ms', a.delivery_id, a.attempt,
                             coalesce(a.status_code::text, a.error_class), round(a.total_ms))
  from webhook_deliveries d join webhook_attempts a on a.delivery_id = d.id
 where d.verification_id = $1 or d.subject = $1
union all
select resolved_at, format('a person decided: %s', decision) from verification_resolutions where verification_id = $1
union all
select submitted_at, format('receipt of deposit %s', deposit_id) from deposit_submissions where verification_id = $1
union all
select settled_at, format('deposit %s: %s', deposit_id, coalesce(rejection, 'taken'))
  from deposit_submissions where verification_id = $1 and settled_at is not null
union all
select at, format('%s by %s', action, concat_ws(' ', actor_kind, actor_id, 'of ' || member_id))
  from audit_log where subject = $1 and action <> 'request.shown'
union all
select created_at, format('a message waits in the outbox for %s', topic) from outbox where value like '%' || $1 || '%'`;
