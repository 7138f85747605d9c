import { createHash, randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import { createSessionTokens, openSession } from "@receipts/gateway";
import type pg from "pg";

/** A cashier in a shift on an own till. */
export interface OpenCounter {
  readonly memberId: string;
  /** The cookies of device and session, as the browser sends them. */
  readonly cookie: string;
}

/** Opens shifts without enrolment and PIN: hashing the PINs of 40 cashiers would take longer than their receipts. */
export async function openCounters(
  pool: pg.Pool,
  { userId, encryptionKey }: { readonly userId: string; readonly encryptionKey: string },
  count: number,
): Promise<readonly OpenCounter[]> {
  const tokens = createSessionTokens(encryptionKey);
  const counters: OpenCounter[] = [];
  while (counters.length < count) {
    const [memberId, tillId] = [newId("member"), newId("till")];
    const name = `Counter ${counters.length + 1}`;
    const tillToken = randomBytes(32).toString("base64url");
    await pool.query("insert into members (id, user_id, role, name) values ($1, $2, 'cashier', $3)", [
      memberId,
      userId,
      name,
    ]);
    await pool.query(
      `insert into tills (id, user_id, name, token_hash, enrolled_at, last_seen_at)
       values ($1, $2, $3, $4, now_ms(), now_ms())`,
      [tillId, userId, name, createHash("sha256").update(tillToken).digest()],
    );
    const { id, expiresAt } = await openSession(pool, userId, { memberId, tillId });
    const session = await tokens.sign(id, expiresAt);
    counters.push({ memberId, cookie: `svc_session=${session}; svc_till=${tillToken}` });
  }
  return counters;
}
