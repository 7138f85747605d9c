import { isId } from "@receipts/contracts";
import type { Pool, PoolClient } from "@receipts/database";
import type { Request } from "express";
import { actorOf } from "../../audit/audit-log.ts";
import { ApiProblem } from "../../http/api-problem.ts";
import { callerOf, contextOf } from "../../http/request-context.ts";
import { findDeposit, type LockedDeposit, lockDeposit } from "./deposit-repository.ts";
import type { DepositRow } from "./deposit-row.ts";
import type { EventCause } from "./record-event.ts";

/** Returns a deposit of the caller's account; the same 404 for an unknown id and for another account's. */
export async function depositOf(pool: Pool, request: Request): Promise<DepositRow> {
  const id = String(request.params["id"]);
  const row = isId("deposit", id) ? await findDeposit(pool, callerOf(request).userId, id) : undefined;
  if (row === undefined) throw noSuchDeposit();
  contextOf(request).logFields["depositId"] = row.id;
  return row;
}

/** Locks a deposit of the account until the transaction ends. */
export async function lockDepositOf(client: PoolClient, userId: string, id: string): Promise<LockedDeposit> {
  const locked = await lockDeposit(client, id);
  if (locked?.row.userId !== userId || locked.isErased) throw noSuchDeposit();
  return locked;
}

export function noSuchDeposit(): ApiProblem {
  return new ApiProblem("not_found", { message: "There is no such deposit" });
}

export function causeOf(request: Request): EventCause {
  const { requestId, traceparent } = contextOf(request);
  return { requestId, traceparent };
}

/** The actor and call of an act on a deposit. */
export function actOn(request: Request, depositId: string) {
  const { userId } = callerOf(request);
  return { userId, depositId, actor: actorOf(request), cause: causeOf(request) };
}

export type DepositCall = ReturnType<typeof actOn>;
