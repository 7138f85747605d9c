import type { IsLive } from "@receipts/banks";
import {
  confirmationHistorySchema,
  type Resolution,
  resolutionSchema,
  type StatusRecord,
  settlementAccountMatchSchema,
  type VerificationResult,
  verificationResultSchema,
} from "@receipts/contracts";
import { type HistoryReceipt, type HistoryRow, livemodeOf } from "./history-query.ts";
import type { VerificationRow } from "./verification-repository.ts";

const decisionOf = ({ decision, decisionReasons }: HistoryRow) => ({ decision, decisionReasons });

/** Absent unless a person has decided. */
export const resolutionOf = (stored: Resolution | null | undefined): { resolution?: Resolution } =>
  stored === null || stored === undefined ? {} : { resolution: inOrderOf(resolutionSchema, stored) };

/** The fields of a request's state in every response. */
export function verificationState(row: HistoryRow, isLive: IsLive) {
  return {
    requestId: row.id,
    bank: row.bank,
    livemode: livemodeOf(row, isLive),
    processingStatus: row.processingStatus,
    status: row.status,
    verified: row.verified,
  };
}

export function durationMsOf(row: HistoryRow): number | null {
  return row.completedAt === null ? null : row.completedAt.getTime() - row.createdAt.getTime();
}

/** For an unfinished request; by this process's clock, which may differ a little from the database's. */
export function ageMsOf(row: HistoryRow): number {
  return Math.max(0, Date.now() - row.createdAt.getTime());
}

/** `debug` is always stored, and shown only on request. */
export function resultItem(
  stored: VerificationResult,
  options: { readonly debug: boolean },
): VerificationResult {
  const { debug, ...match } = inOrderOf(settlementAccountMatchSchema, stored.settlementAccountMatch);
  return {
    // Requests that ended before decisions existed have none.
    ...inOrderOf(
      verificationResultSchema,
      Object.assign({ decision: null, decisionReasons: [], paymentKind: null, livemode: true }, stored),
    ),
    ...resolutionOf(stored.resolution),
    confirmationHistory: inOrderOf(confirmationHistorySchema, stored.confirmationHistory),
    settlementAccountMatch: options.debug && debug !== undefined ? { ...match, debug } : match,
  };
}

/** PostgreSQL's jsonb loses the order of fields; responses have the order of the documentation. */
export function inOrderOf<T extends object>(schema: { readonly shape: object }, value: T): T {
  const positions = new Map(Object.keys(schema.shape).map((name, index) => [name, index]));
  const positionOf = ([name]: [string, unknown]) => positions.get(name) ?? positions.size;
  return Object.fromEntries(Object.entries(value).sort((a, b) => positionOf(a) - positionOf(b))) as T;
}

export function statusRecord(
  row: VerificationRow,
  options: {
    readonly isLive: IsLive;
    readonly debug: boolean;
    readonly links?: StatusRecord["links"];
    readonly firstConfirmation?: StatusRecord["firstConfirmation"];
    readonly depositId?: string | undefined;
  },
): StatusRecord {
  return {
    ...verificationState(row, options.isLive),
    source: row.source,
    createdAt: row.createdAt.toISOString(),
    ...(row.completedAt === null ? {} : { completedAt: row.completedAt.toISOString() }),
    durationMs: durationMsOf(row),
    failureReason: row.failureReason,
    result: row.result === null ? null : resultItem(row.result, options),
    ...decisionOf(row),
    ...resolutionOf(row.result?.resolution),
    ...(row.recheck === null ? {} : { recheck: row.recheck }),
    ...(options.firstConfirmation === undefined ? {} : { firstConfirmation: options.firstConfirmation }),
    ...(options.depositId === undefined ? {} : { depositId: options.depositId }),
    ...(options.links === undefined ? {} : { links: options.links }),
  };
}

export function historyItem(row: HistoryRow & HistoryReceipt, isLive: IsLive) {
  return {
    ...verificationState(row, isLive),
    source: row.source,
    durationMs: durationMsOf(row),
    createdAt: row.createdAt.toISOString(),
    ...decisionOf(row),
    ...resolutionOf(row.resolution),
    ...row.receipt,
  };
}
