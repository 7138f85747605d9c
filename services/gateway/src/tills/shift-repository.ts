import {
  type BankCode,
  bankCodes,
  type FirstConfirmation,
  SHIFT_PAYMENTS,
  type ShiftPayment,
  type ShiftTakings,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { ApiProblem } from "../http/api-problem.ts";
import type { Caller } from "../http/caller.ts";
import { sumOf } from "../takings/takings-report.ts";
import type { FirstConfirmations } from "../verification/first-confirmation.ts";
import { decisionColumns, recheckColumn } from "../verification/history-query.ts";
import { resolutionOf } from "../verification/status-record.ts";
import type { VerificationRow } from "../verification/verification-repository.ts";

/** A request as its cashier sees it. */
export type ShiftRow = Pick<
  VerificationRow,
  | "id"
  | "bank"
  | "processingStatus"
  | "status"
  | "failureReason"
  | "result"
  | "decision"
  | "decisionReasons"
  | "recheck"
  | "createdAt"
>;

export interface Shift {
  readonly userId: string;
  readonly memberId: string;
  readonly tillId: string;
  readonly since: Date;
}

/** Throws 401 for a session that no till has opened. */
export function shiftOf({ userId, member }: Caller): Shift {
  if (member === null || member.tillId === null) throw new ApiProblem("unauthenticated");
  return { userId, memberId: member.id, tillId: member.tillId, since: member.signedInAt };
}

const columns = `id, bank, processing_status as "processingStatus", status, failure_reason as "failureReason", result,
  created_at as "createdAt", expect ->> 'amount' as asked, ${decisionColumns}, ${recheckColumn}`;

/** A cashier has one session at a time, so his requests since its beginning are those of this till. */
const ofShift = "user_id = $1 and member_id = $2 and created_at >= $3";

/** Dependencies of each reading of a shift. */
export interface ShiftReads {
  readonly pool: Queryable;
  readonly firstConfirmationsOf: FirstConfirmations;
}

/** Before it is written as JSON. */
export type ShiftPaymentView = Omit<ShiftPayment, "createdAt"> & { readonly createdAt: Date };

type AskedRow = ShiftRow & { readonly asked: string };

const newest = (where: string) =>
  `from verification_requests where ${ofShift} and ${where}
   order by created_at desc, id desc limit ${SHIFT_PAYMENTS}`;

/** The indexes of a cashier's finished requests and of unfinished ones are two: so a shift costs no whole account. */
export async function listShiftPayments(reads: ShiftReads, shift: Shift): Promise<ShiftPaymentView[]> {
  const { rows } = await reads.pool.query<AskedRow>({
    name: "list_shift_payments",
    text: `select * from ((select ${columns} ${newest("completed_at is not null")})
                          union all (select ${columns} ${newest("completed_at is null and deadline_at > $3")})) as shown
            order by "createdAt" desc, id desc limit ${SHIFT_PAYMENTS}`,
    values: [shift.userId, shift.memberId, shift.since],
  });
  return await withFirstUses(reads, shift, rows);
}

export async function findShiftPayment(
  reads: ShiftReads,
  shift: Shift,
  id: string,
): Promise<ShiftPaymentView | undefined> {
  const { rows } = await reads.pool.query<AskedRow>({
    name: "find_shift_payment",
    text: `select ${columns} from verification_requests where ${ofShift} and id = $4`,
    values: [shift.userId, shift.memberId, shift.since, id],
  });
  const [payment] = await withFirstUses(reads, shift, rows);
  return payment;
}

/** A request with the first use of its receipt. */
export async function shiftPayment(
  reads: ShiftReads,
  shift: Pick<Shift, "userId">,
  row: AskedRow,
): Promise<ShiftPaymentView> {
  const [payment] = await withFirstUses(reads, shift, [row]);
  return payment ?? viewOf(row, undefined);
}

async function withFirstUses(
  { pool, firstConfirmationsOf }: ShiftReads,
  { userId }: Pick<Shift, "userId">,
  rows: readonly AskedRow[],
): Promise<ShiftPaymentView[]> {
  const firsts = await firstConfirmationsOf(pool, userId, rows);
  return rows.map((row) => viewOf(row, firsts.get(row.id)));
}

/** `first`: undefined for a receipt that was not used before. */
function viewOf(row: AskedRow, first: FirstConfirmation | null | undefined): ShiftPaymentView {
  const { result, asked } = row;
  return {
    id: row.id,
    bank: row.bank,
    asked,
    processingStatus: row.processingStatus,
    status: row.status,
    decision: row.decision,
    decisionReasons: row.decisionReasons,
    ...resolutionOf(result?.resolution),
    failureReason: row.failureReason,
    amount: result?.amount ?? null,
    senderName: result?.senderName ?? null,
    referenceNumber: result?.referenceNumber ?? null,
    timestamp: result?.timestamp ?? null,
    ...(result?.timestampPrecision === undefined ? {} : { timestampPrecision: result.timestampPrecision }),
    createdAt: row.createdAt,
    ...(row.recheck === null ? {} : { recheck: row.recheck }),
    ...(first === undefined ? {} : { firstUse: first && firstUseOf(first) }),
  };
}

const firstUseOf = ({ at, branch, till, member }: FirstConfirmation) => ({
  at,
  place: (branch ?? till)?.name ?? null,
  by: member?.name ?? null,
});

/** Money counts once, at the request that confirmed the receipt first, as in the report of what was taken. */
export async function readShiftTakings(
  database: Queryable,
  { userId, memberId, since }: Omit<Shift, "tillId">,
): Promise<ShiftTakings> {
  const { rows } = await database.query<{ bank: BankCode; payments: number; cents: number }>({
    name: "read_shift_takings",
    text: `select bank, count(*) as payments, sum(payment_cents(result))::bigint as cents
             from verification_requests
            where ${ofShift} and completed_at is not null and payment_cents(result) > 0
              and coalesce(result #>> '{resolution,decision}', payment_decision(result, status)) = 'accept'
            group by bank`,
    values: [userId, memberId, since],
  });
  const inOrder = rows.toSorted((a, b) => bankCodes.indexOf(a.bank) - bankCodes.indexOf(b.bank));
  return { ...sumOf(rows), banks: inOrder.map((row) => ({ bank: row.bank, ...sumOf([row]) })) };
}

/** Ends the open sessions of the till, and those of the cashier. */
export async function endShifts(
  database: Queryable,
  { userId, tillId, memberId }: Pick<Shift, "userId" | "tillId" | "memberId">,
): Promise<void> {
  await database.query(
    `update sessions set ended_at = now()
      where user_id = $1 and ended_at is null and (till_id = $2 or member_id = $3)`,
    [userId, tillId, memberId],
  );
}

export async function findShift(
  database: Queryable,
  sessionId: string,
): Promise<{ readonly cashier: string; readonly expiresAt: Date } | undefined> {
  const { rows } = await database.query<{ cashier: string; expiresAt: Date }>(
    `select m.name as cashier, s.expires_at as "expiresAt" from sessions s join members m on m.id = s.member_id
      where s.id = $1 and m.role = 'cashier'`,
    [sessionId],
  );
  return rows[0];
}
