import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
import type { Request } from "express";
import { KEY_CACHE_MS } from "./caller.ts";
import { callerOf, contextOf } from "./request-context.ts";

/** Changes something in one transaction, unless the caller was removed, signed out or revoked before its end. */
export async function asCaller<T>(
  pool: Pool,
  request: Request,
  change: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return await inTransaction(pool, async (client) => {
    const changed = await change(client);
    await requireCallerStillActive(client, request);
    return changed;
  });
}

/** Throws if the caller's key or session has ended since the call began, or its person has another role. */
export async function requireCallerStillActive(database: Queryable, request: Request): Promise<void> {
  await contextOf(request).requireStillActive?.(database, callerOf(request));
}

/**
 * For a call that waited since `startedAt`: a credential that has ended meanwhile learns nothing more. One that waited no
 * longer than a process may accept an ended key costs no statement.
 */
export async function requireActiveAfterWait(
  database: Queryable,
  request: Request,
  startedAt: number,
): Promise<void> {
  if (performance.now() - startedAt > KEY_CACHE_MS) await requireCallerStillActive(database, request);
}
