import type { IsLive } from "@receipts/banks";
import { isTerminal, verificationRoutes, type verifyQuerySchema } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Request, Response } from "express";
import type { z } from "zod";
import { requireActiveAfterWait } from "../http/as-caller.ts";
import { sendJson } from "../http/json-body.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf, contextOf } from "../http/request-context.ts";
import {
  collectFaults,
  faultlessFields,
  idempotencyKeyOf,
  parseQuery,
  parseWith,
} from "../http/validation.ts";
import { findOldBefore } from "./old-payments.ts";
import { estimateWaitMs, pollAfterMs } from "./queue-state.ts";
import { ageMsOf, resultItem, verificationState } from "./status-record.ts";
import type { Submission, Submitted, SubmitVerification } from "./submit-verification.ts";
import { readVerifyCommand, type VerifyRules } from "./verify-command.ts";

export interface SubmitRouteDeps {
  readonly submit: SubmitVerification;
  readonly statusUrlOf: (verificationId: string) => string;
  readonly rules: VerifyRules;
  readonly isLive: IsLive;
  readonly pool: Queryable;
}

export function submitRoutes(deps: SubmitRouteDeps): MountedRoute[] {
  return [
    {
      contract: verificationRoutes.submitVerification,
      handler: async (request: Request, response: Response) => {
        const contract = verificationRoutes.submitVerification;
        const faults = collectFaults();
        const query = faults.attempt(() => parseQuery(contract.query, request));
        const body =
          faults.attempt(() => parseWith(contract.body, request.body)) ??
          faultlessFields(contract.body, request.body);
        const command = readVerifyCommand(body, request.get("x-webhook-url"), deps.rules, faults);
        const idempotencyKey = faults.attempt(() => idempotencyKeyOf(request));
        const problem = faults.problem();
        if (problem !== undefined || query === undefined || command === undefined) throw problem;
        await submitAndSend(deps, request, response, { command, query, idempotencyKey });
      },
    },
  ];
}

/** Responds to a submission, however its receipt was sent. */
export async function submitAndSend(
  { submit, statusUrlOf, isLive, pool }: Pick<SubmitRouteDeps, "submit" | "statusUrlOf" | "isLive" | "pool">,
  request: Request,
  response: Response,
  {
    command,
    query,
    idempotencyKey,
    onAdmitted,
  }: Pick<Submission, "command" | "idempotencyKey" | "onAdmitted"> & {
    readonly query: z.output<typeof verifyQuerySchema>;
  },
): Promise<void> {
  const { requestId, traceparent, logFields } = contextOf(request);
  const caller = callerOf(request);
  const startedAt = performance.now();
  const submitted = await submit({
    userId: caller.userId,
    caller,
    command,
    oldBefore: caller.member === null ? null : await findOldBefore(pool, caller.userId),
    idempotencyKey,
    bypassCache: /(?:^|,)\s*no-cache\s*(?:,|$)/i.test(request.get("cache-control") ?? ""),
    waitMs: query.waitMs ?? 0,
    ...(onAdmitted && { onAdmitted }),
    beforeAdmit: () => requireActiveAfterWait(pool, request, startedAt),
    httpRequestId: requestId,
    traceparent,
  });
  const { row, replayed } = submitted;
  await requireActiveAfterWait(pool, request, startedAt);
  Object.assign(logFields, { replayed, verificationId: row.id, bank: row.bank, cache: row.cacheStatus });
  send(response, submitted, { isLive, statusUrl: statusUrlOf(row.id), debug: query.debug === "true" });
}

function send(
  response: Response,
  submitted: Submitted,
  options: { statusUrl: string; debug: boolean; isLive: IsLive },
): void {
  const { row, replayed, queue } = submitted;
  const { statusUrl } = options;
  response.set("X-Svc-Cache", row.cacheStatus);
  if (replayed) response.set("Idempotent-Replayed", "true");
  const { id: requestId } = row;
  const verification = verificationState(row, options.isLive);
  if (isTerminal(row.processingStatus) && row.result !== null) {
    sendJson(response, 200, {
      success: true,
      message: messageOf(row.status),
      data: [resultItem(row.result, options)],
      requestId,
      verification,
      links: { statusUrl },
    });
    return;
  }
  const estimatedWaitMs = estimateWaitMs(queue);
  sendJson(response, 202, {
    success: true,
    message: "Verification accepted",
    data: [],
    requestId,
    statusUrl,
    estimatedWaitMs,
    verification,
    links: {
      statusUrl,
      pollAfterMs: pollAfterMs(queue, ageMsOf(row), row.recheck),
      webhookRegistered: row.webhookRegistered,
    },
  });
}

function messageOf(status: string): string {
  switch (status) {
    case "success":
      return "The receipt is genuine";
    case "not_found":
      return "The bank knows no such receipt";
    default:
      return "The receipt could not be confirmed";
  }
}
