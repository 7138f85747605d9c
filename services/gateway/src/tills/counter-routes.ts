import { createHash } from "node:crypto";
import type { ReceiptIdentifiers } from "@receipts/banks";
import {
  type BankCode,
  counterRoutes as contracts,
  formatSantim,
  isId,
  isTerminal,
} from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import { receiptKey } from "@receipts/verdicts";
import type { Request, Response } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { recordAct } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { requireActiveAfterWait } from "../http/as-caller.ts";
import { sendWholeList } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { collectFaults, idempotencyKeyOf, parseQuery, parseWith } from "../http/validation.ts";
import type { SessionCookie } from "../sessions/session-cookie.ts";
import { endSession } from "../sessions/session-repository.ts";
import type { ReadOutages } from "../uptime/outages.ts";
import { endRecheck } from "../verification/end-recheck.ts";
import { findOldBefore } from "../verification/old-payments.ts";
import { type StatusStreamDeps, sendStatusStream } from "../verification/status-stream.ts";
import type { SubmitVerification } from "../verification/submit-verification.ts";
import { readVerifyCommand, type VerifyCommand, type VerifyRules } from "../verification/verify-command.ts";
import {
  findShift,
  findShiftPayment,
  listShiftPayments,
  readShiftTakings,
  type Shift,
  type ShiftPaymentView,
  type ShiftReads,
  shiftOf,
  shiftPayment,
} from "./shift-repository.ts";

export interface CounterRouteDeps extends ShiftReads {
  readonly pool: Pool;
  readonly cookie: Pick<SessionCookie, "clear">;
  readonly submit: SubmitVerification;
  readonly rules: VerifyRules;
  readonly streaming: StatusStreamDeps;
  readonly readOutages: ReadOutages;
}

/** Everything that a signed-in cashier can call. */
export function counterRoutesOf(deps: CounterRouteDeps): MountedRoute[] {
  const { pool, readOutages } = deps;
  return [
    {
      contract: contracts.verifyAtTill,
      handler: (request, response) => verify(deps, request, response),
    },
    {
      contract: contracts.listShiftPayments,
      handler: async (request, response) => {
        const payments = await listShiftPayments(deps, shiftOf(callerOf(request)));
        sendWholeList(response, "Receipts of this shift", payments);
      },
    },
    {
      contract: contracts.getShiftTakings,
      handler: async (request, response) =>
        sendResult(
          response,
          "Takings of this shift",
          await readShiftTakings(pool, shiftOf(callerOf(request))),
        ),
    },
    {
      contract: contracts.getShiftPayment,
      handler: async (request, response) =>
        sendResult(response, "Receipt", await requirePayment(deps, request)),
    },
    {
      contract: contracts.streamShiftPayment,
      handler: async (request, response) => {
        const { until } = parseQuery(contracts.streamShiftPayment.query, request);
        const { id: verificationId } = await requirePayment(deps, request);
        await sendStatusStream(deps.streaming, request, response, {
          verificationId,
          untilDecided: until === "decision",
        });
      },
    },
    {
      contract: contracts.getShift,
      handler: async (request, response) => {
        const { sessionId } = callerOf(request);
        const shift = sessionId === null ? undefined : await findShift(pool, sessionId);
        if (shift === undefined) throw new ApiProblem("unauthenticated");
        sendResult(response, "Shift", { ...shift, outages: await readOutages() });
      },
    },
    {
      contract: contracts.signOutAtTill,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const { sessionId, member } = callerOf(request);
          const id = String(sessionId);
          // Two concurrent calls end it once.
          if (!(await endSession(client, { userId, memberId: member?.id ?? null }, id))) return;
          await recordAct(client, request, { action: "session.ended", subject: id });
        });
        deps.cookie.clear(response);
        response.status(204).end();
      },
    },
  ];
}

async function verify(deps: CounterRouteDeps, request: Request, response: Response) {
  const { pool, submit, rules } = deps;
  const contract = contracts.verifyAtTill;
  const context = contextOf(request);
  const caller = callerOf(request);
  const shift = shiftOf(caller);
  const faults = collectFaults();
  const query = faults.attempt(() => parseQuery(contract.query, request));
  const idempotencyKey = faults.attempt(() => idempotencyKeyOf(request));
  const body = faults.attempt(() => parseWith(contract.body, request.body));
  if (body === undefined || query === undefined) throw faults.problem();
  const { amount, replaces, ...receipt } = body;
  const asked = formatSantim(amount);
  const command = readVerifyCommand({ ...receipt, expect: { amount } }, undefined, rules, faults);
  const problem = faults.problem();
  if (problem !== undefined || command === undefined) throw problem;
  const waiting = replaces === undefined ? undefined : await findWaiting(deps, shift, replaces);
  if (waiting !== undefined && isAbout(waiting, command)) {
    sendResult(response, "Verification accepted", await requireShiftPayment(deps, shift, waiting.id), 202);
    return;
  }
  const startedAt = performance.now();
  const submitted = await submit({
    userId: caller.userId,
    caller,
    command,
    oldBefore: await findOldBefore(pool, caller.userId),
    idempotencyKey: idempotencyKey === undefined ? undefined : keyOfTill(shift, idempotencyKey),
    // A cached verdict does not show a later reversal.
    bypassCache: true,
    beforeAdmit: () => requireActiveAfterWait(pool, request, startedAt),
    // Not before: a call that is refused leaves the receipt that waits as it is.
    onAdmitted: async () => {
      if (waiting !== undefined) await endRecheck(pool, waiting.id);
    },
    waitMs: query.waitMs ?? 0,
    httpRequestId: context.requestId,
    traceparent: context.traceparent,
  });
  const { row, replayed } = submitted;
  await requireActiveAfterWait(pool, request, startedAt);
  Object.assign(context.logFields, { replayed, verificationId: row.id, bank: command.bank });
  const hasEnded = isTerminal(row.processingStatus);
  const message = hasEnded ? "Receipt" : "Verification accepted";
  const payment = await shiftPayment(deps, shift, { ...row, asked });
  sendResult(response, message, payment, hasEnded ? 200 : 202);
}

interface WaitingReceipt extends ReceiptIdentifiers {
  readonly id: string;
  readonly bank: BankCode;
}

/** Undefined for one that has ended, or is not of this shift: it stays as it is. */
async function findWaiting(reads: ShiftReads, shift: Shift, id: string): Promise<WaitingReceipt | undefined> {
  const payment = isId("verification", id) ? await findShiftPayment(reads, shift, id) : undefined;
  if (payment?.recheck === undefined) return undefined;
  const { rows } = await reads.pool.query<WaitingReceipt>({
    name: "find_waiting_receipt",
    text: "select id, bank, reference, suffix, phone from verification_requests where id = $1",
    values: [id],
  });
  return rows[0];
}

/** The number was not changed: its request waits as before, and costs nothing again. */
function isAbout(waiting: WaitingReceipt, { bank, identifiers }: VerifyCommand): boolean {
  return receiptKey(waiting.bank, waiting) === receiptKey(bank, identifiers);
}

/** Keys of other cashiers and of servers are others: no one reads a foreign request by its key. */
function keyOfTill(
  { memberId, tillId }: { readonly memberId: string; readonly tillId: string },
  key: string,
) {
  return `till:${createHash("sha256").update(`${memberId} ${tillId} ${key}`).digest("base64url")}`;
}

/** 404 with the same body for an unknown id, and for a request of another shift, cashier or account. */
async function requirePayment(reads: ShiftReads, request: Request): Promise<ShiftPaymentView> {
  return await requireShiftPayment(reads, shiftOf(callerOf(request)), String(request.params["id"]));
}

async function requireShiftPayment(reads: ShiftReads, shift: Shift, id: string): Promise<ShiftPaymentView> {
  const payment = isId("verification", id) ? await findShiftPayment(reads, shift, id) : undefined;
  if (payment === undefined)
    throw new ApiProblem("not_found", { message: "There is no such receipt in this shift" });
  return payment;
}
