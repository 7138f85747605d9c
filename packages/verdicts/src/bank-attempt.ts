/** One time that a bank was asked. */
export interface BankAttempt {
  /** On the monotonic clock of the process that asked. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: BankAttemptOutcome;
}

export type BankAttemptOutcome = "document" | "not_found" | "unavailable" | "unreadable";

/** As they are stored: told from the moment of storing, which the database's clock tells, as all times do. */
export function storedAttempts(attempts: readonly BankAttempt[]): string {
  const now = performance.now();
  return JSON.stringify(
    attempts.map(({ startedAt, durationMs, outcome }) => [
      Math.round(now - startedAt),
      Math.round(durationMs),
      outcome,
    ]),
  );
}
