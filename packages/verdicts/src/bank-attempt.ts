/** One query attempt at a bank. */
export interface BankAttempt {
  /** On the monotonic clock of the process that made the attempt. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: BankAttemptOutcome;
  /** `receiver`: the attempt checked who may open the receipt, and did not fetch the receipt itself. */
  readonly about?: "receiver";
}

export type BankAttemptOutcome = "document" | "not_found" | "unavailable" | "unreadable";

/** Stored as times before the moment of storing, which the database's clock sets, as it sets all times. */
export function storedAttempts(attempts: readonly BankAttempt[]): string {
  const now = performance.now();
  return JSON.stringify(
    attempts.map(({ startedAt, durationMs, outcome, about }) => [
      Math.round(now - startedAt),
      Math.round(durationMs),
      outcome,
      ...(about === undefined ? [] : [about]),
    ]),
  );
}
