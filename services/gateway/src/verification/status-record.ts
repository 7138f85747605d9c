import type { StatusRecord, VerificationResult } from "@receipts/contracts";
import type { VerificationRow } from "./verification-repository.ts";

/** What every answer about a request says of its state. */
export function verificationState(row: VerificationRow) {
  return {
    requestId: row.id,
    bank: row.bank,
    processingStatus: row.processingStatus,
    status: row.status,
    verified: row.verified,
  };
}

export function durationMsOf(row: VerificationRow): number | null {
  return row.completedAt === null ? null : row.completedAt.getTime() - row.createdAt.getTime();
}

/** `debug` is always stored and shown only where it was asked for. */
export function resultItem(
  result: VerificationResult,
  options: { readonly debug: boolean },
): VerificationResult {
  if (options.debug) return result;
  const { debug: _hidden, ...settlementAccountMatch } = result.settlementAccountMatch;
  return { ...result, settlementAccountMatch };
}

export function statusRecord(row: VerificationRow, options: { readonly debug: boolean }): StatusRecord {
  return {
    ...verificationState(row),
    createdAt: row.createdAt.toISOString(),
    ...(row.completedAt === null ? {} : { completedAt: row.completedAt.toISOString() }),
    durationMs: durationMsOf(row),
    failureReason: row.failureReason,
    result: row.result === null ? null : resultItem(row.result, options),
  };
}

export function historyItem(row: VerificationRow) {
  return { ...verificationState(row), durationMs: durationMsOf(row), createdAt: row.createdAt.toISOString() };
}
