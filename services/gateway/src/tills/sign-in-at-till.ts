import { isId, MAX_PIN_TRIES } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import { tryLockAccount } from "../account-lock/lock-account.ts";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import type { KnownClient } from "../passwords/hasher-slots.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { type OpenSession, openSession } from "../sessions/session-repository.ts";
import {
  forgetPinTries,
  forgetTillTries,
  type PinTry,
  returnPinTry,
  returnTillTry,
  takePinTry,
  takeTillTry,
} from "./pin-tries.ts";
import { endShifts } from "./shift-repository.ts";
import { type EnrolledTill, findTill } from "./till-repository.ts";

export interface StartedShift {
  readonly cashier: string;
  readonly session: OpenSession;
}

/** Too many wrong PINs in a row at this till. */
export interface WaitAtTill {
  readonly waitSeconds: number;
}

/**
 * The device lists its cashiers, and a lock is told of them alone. So it says no more to tell how many tries are left
 * until then.
 */
export interface WrongPin {
  readonly triesLeft: number;
}

interface Attempt {
  readonly till: EnrolledTill;
  readonly cashierId: string;
  readonly pin: string;
  /** The till. */
  readonly client: KnownClient;
}

/** `unknown`: a cashier who is not on the device's list. */
export type SignInAtTill = (
  attempt: Attempt,
  actor: AuditActor,
) => Promise<StartedShift | WaitAtTill | WrongPin | "unknown" | "locked">;

export function createSignInAtTill({
  pool,
  hasher,
}: {
  readonly pool: Pool;
  readonly hasher: Pick<PasswordHasher, "verify">;
}): SignInAtTill {
  async function isRight(taken: PinTry | undefined, { cashierId, pin, client }: Attempt) {
    try {
      // The same work without a stored PIN: the response for an unknown cashier must not be faster.
      return await hasher.verify(pin, taken?.pinHash ?? null, client);
    } catch (error) {
      // No PIN was compared. The till's own limit of calls ends a flood.
      await returnTillTry(pool, client.id);
      if (taken !== undefined) await returnPinTry(pool, cashierId, taken.pinHash);
      throw error;
    }
  }

  return async (attempt, actor) => {
    const { till, cashierId } = attempt;
    const waitSeconds = await takeTillTry(pool, till.id);
    if (waitSeconds > 0) return { waitSeconds };
    const taken = isId("member", cashierId) ? await takePinTry(pool, till, cashierId) : "unknown";
    const known = typeof taken === "object" ? taken : undefined;
    const right = await isRight(known, attempt);
    if (taken === "locked") return "locked";
    if (known === undefined) return "unknown";
    if (right) return await beginShift(pool, { till, cashierId, pinHash: known.pinHash }, actor);
    if (known.tries === MAX_PIN_TRIES)
      await recordAudit(pool, { userId: till.userId, actor, action: "cashier.locked", subject: cashierId });
    return { triesLeft: MAX_PIN_TRIES - known.tries };
  };
}

interface CheckedCashier {
  readonly till: EnrolledTill;
  readonly cashierId: string;
  readonly pinHash: string;
}

async function beginShift(
  pool: Pool,
  { till, cashierId, pinHash }: CheckedCashier,
  actor: AuditActor,
): Promise<StartedShift | "unknown"> {
  const { id: tillId, userId } = till;
  return await inTransaction(pool, async (client) => {
    if (!(await canBegin(client, till))) return "unknown";
    const cashier = await forgetPinTries(client, tillId, { cashierId, pinHash });
    if (cashier === undefined) return "unknown";
    await forgetTillTries(client, tillId);
    // One cashier a device, and one device a cashier: so a shift is one session.
    await endShifts(client, { userId, tillId, memberId: cashierId });
    const session = await openSession(client, userId, { memberId: cashierId, tillId });
    await recordAudit(client, {
      userId,
      actor: { ...actor, kind: "session", id: session.id, memberId: cashierId },
      action: "session.opened",
      subject: session.id,
      after: { expiresAt: session.expiresAt, tillId },
    });
    return { cashier, session };
  });
}

/** Under the account's lock, a revocation is either before or after the shift's begin. */
async function canBegin(client: PoolClient, { userId, id }: EnrolledTill): Promise<boolean> {
  return (await tryLockAccount(client, userId)) && (await findTill(client, userId, id)) !== undefined;
}
