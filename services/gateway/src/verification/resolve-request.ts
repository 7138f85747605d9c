import type { Resolution, ResolveVerificationBody, VerificationResult } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { lockAccount, shareLockAccount } from "../account-lock/lock-account.ts";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { rememberName } from "../bank-accounts/remember-name.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { type DecidedRequest, type EndedRequest, queueResolved } from "./queue-resolved.ts";
import { recordResolution } from "./record-resolution.ts";

/** A person's decision about a request in review. */
export interface RequestDecision extends DecidedRequest {
  readonly body: ResolveVerificationBody;
  readonly actor: AuditActor;
}

/**
 * Records the decision once, also if several people decide at the same time. The same again changes nothing; another one is refused. Runs
 * in the caller's transaction. If it throws, roll back.
 */
export async function resolveRequest(client: PoolClient, decision: RequestDecision): Promise<void> {
  const { userId, verificationId, body } = decision;
  if (body.rememberName === true && body.decision === "reject")
    throw invalidPayload([{ field: "rememberName", message: "is only for accept" }]);
  // Before the request, in the lock order of an erasure.
  if (body.rememberName === true) await lockAccount(client, userId);
  else if (!(await shareLockAccount(client, userId))) throw new ApiProblem("unauthenticated");
  const request = await lockEnded(client, userId, verificationId);
  if (request.result.resolution !== undefined) {
    await requireSame(client, verificationId, body, request.result.resolution);
    return;
  }
  requireInReview(request, body);
  if (body.rememberName === true) await remember(client, decision, request.result);
  const reasons = request.result.decisionReasons;
  const resolved = await recordResolution(client, {
    userId,
    verificationId,
    reasons,
    actor: decision.actor,
    decision: body.decision,
    note: body.note ?? null,
    rememberedName: body.rememberName === true,
  });
  await recordAudit(client, {
    userId,
    actor: decision.actor,
    action: "verification.resolved",
    subject: verificationId,
    before: { decision: "review", reasons },
    // Without the note, which is erased with the receipt's names: this log keeps what it has.
    after: { decision: body.decision },
  });
  const result: VerificationResult = {
    ...request.result,
    ...resolved,
    decisionReasons: [...resolved.decisionReasons],
  };
  await queueResolved(client, decision, { ...request, result }, resolved.resolution);
}

/** 409 unless the request has ended. */
async function lockEnded(client: PoolClient, userId: string, id: string): Promise<EndedRequest> {
  const { rows } = await client.query<Omit<EndedRequest, "result"> & Pick<Partial<EndedRequest>, "result">>({
    name: "lock_ended_request",
    text: `select source, erased_at is not null as "isErased", case when webhook_is_default then null else webhook_url end as "webhookUrl",
                  created_at as "createdAt", completed_at as "completedAt", processing_status as "processingStatus", result
             from verification_requests where id = $1 and user_id = $2 for update`,
    values: [id, userId],
  });
  const [row] = rows;
  if (row === undefined) throw noSuchRequest();
  const { result } = row;
  if (result === null || result === undefined)
    throw notResolvable("The request has no verdict yet: wait for its end");
  return { ...row, result };
}

export function noSuchRequest(): ApiProblem {
  return new ApiProblem("not_found", { message: "There is no such verification request" });
}

const notResolvable = (message: string) => new ApiProblem("invalid_state", { message });

function requireInReview(
  { source, isErased, result }: EndedRequest,
  { decision }: ResolveVerificationBody,
): void {
  if (source === "checkout")
    throw notResolvable("The receipt was sent to a deposit: decide about that deposit");
  if (result.decisionReasons.includes("held_for_deposit"))
    throw notResolvable("A deposit holds the receipt in review: decide about that deposit");
  if (result.decision !== "review")
    throw notResolvable(`The decision is ${result.decision}: only a request in review can be decided`);
  // A request that allows used receipts (`firstConfirmationOnly: false`) is in review beside the first one.
  if (decision === "accept" && !result.confirmationHistory.isFirstConfirmation)
    throw notResolvable(
      "The receipt was confirmed before: only the request that confirmed it first can be accepted",
    );
  if (isErased) throw notResolvable("The receipt's data is erased: verify the receipt again");
}

/** The note is compared as well: another one would be lost. */
async function requireSame(
  client: PoolClient,
  id: string,
  { decision, note, rememberName: remembers }: ResolveVerificationBody,
  first: Resolution,
): Promise<void> {
  const { rows } = await client.query<{ rememberedName: boolean }>({
    name: "find_resolution",
    text: `select remembered_name as "rememberedName" from verification_resolutions where verification_id = $1`,
    values: [id],
  });
  const isSame =
    first.decision === decision &&
    first.note === (note ?? null) &&
    rows[0]?.rememberedName === (remembers === true);
  if (!isSame) {
    const by = first.by === null ? "" : ` by ${first.by}`;
    throw notResolvable(`It was decided before: ${first.decision}${by}, at ${first.at}`);
  }
}

async function remember(
  client: PoolClient,
  { userId, actor, cause }: RequestDecision,
  { receiverName, settlementAccountMatch: match }: VerificationResult,
): Promise<void> {
  const accountNumber = match.matchedSettlementAccount;
  const fault =
    receiverName === null || accountNumber === undefined
      ? "needs a receipt that names the holder of one of your saved accounts"
      : await rememberName(
          client,
          { userId, actor, cause },
          { bank: match.bank, accountNumber },
          receiverName,
        );
  if (fault !== undefined) throw invalidPayload([{ field: "rememberName", message: fault }]);
}
