/** One time that a bank was asked. */
export interface BankAttempt {
  /** On the monotonic clock of the process that asked. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: BankAttemptOutcome;
  /** `receiver`: asked who may open the receipt, and not for the receipt itself. */
  readonly about?: "receiver";
}

export type BankAttemptOutcome = "document" | "not_found" | "unavailable" | "unreadable";

/** As they are stored: told from the moment of storing, which the database's clock tells, as all times do. */
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
