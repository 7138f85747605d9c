import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { Request } from "express";
import { requireCallerStillActive } from "../http/as-caller.ts";
import { callerOf } from "../http/request-context.ts";
import { lockAccount } from "./lock-account.ts";

/**
 * Changes the caller's account in one transaction, one change at a time. A caller who was removed, signed out or revoked
 * by the change before it changes nothing.
 */
export async function inAccount<T>(
  pool: Pool,
  request: Request,
  change: (client: PoolClient, userId: string) => Promise<T>,
): Promise<T> {
  const { userId } = callerOf(request);
  return await inTransaction(pool, async (client) => {
    await lockAccount(client, userId);
    await requireCallerStillActive(client, request);
    return await change(client, userId);
  });
}
