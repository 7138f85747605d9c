import type { VerificationCounts, VerificationStatus } from "@receipts/contracts";

export interface StatusCount {
  readonly status: VerificationStatus;
  readonly count: number;
}

export function countsOf(rows: readonly StatusCount[]): VerificationCounts {
  const of = (status: VerificationStatus) =>
    rows.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0);
  const [success, failed, notFound, pending] = [of("success"), of("failed"), of("not_found"), of("pending")];
  const ended = success + failed + notFound;
  return {
    total: ended + pending,
    success,
    failed,
    not_found: notFound,
    pending,
    successRate: ended === 0 ? null : Math.round((success / ended) * 10_000) / 10_000,
  };
}
