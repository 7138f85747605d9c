import { type BankAdapter, BankFailure, BankUnavailable, type FetchOutcome } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import CircuitBreaker from "opossum";
import type { AttemptTally } from "./attempt-tally.ts";

type Attempt = [...fetch: Parameters<BankAdapter["fetchReceipt"]>, asker: string];

/** Stands between a bank's outage and the requests that would only add to it; every attempt that reaches the bank is counted. */
export interface BankBreaker {
  /**
   * Fetches a receipt, for an account or the canary; rejects with what `isOpenBreaker` knows where it did not let the attempt
   * through. One that its signal ended is no attempt, unless that was for want of time.
   */
  readonly fetch: (...attempt: Attempt) => Promise<FetchOutcome>;
  /** Whether a request that arrives now could ask the bank: closed, or half open with its one probe still to be given. */
  admits(): boolean;
  isClosed(): boolean;
  /** How long the bank has been away, probes that failed included; 0 while the breaker is closed. */
  openForMs(): number;
  close(): void;
}

/** The bank was not asked. */
export function isOpenBreaker(error: unknown): boolean {
  return error instanceof Error && CircuitBreaker.isOurError(error);
}

export interface BankBreakerOptions {
  readonly bank: BankCode;
  readonly fetchReceipt: BankAdapter["fetchReceipt"];
  readonly tally: Pick<AttemptTally, "answered" | "unavailable" | "breakerOpened">;
  readonly volume: number;
  readonly errorPercent: number;
  readonly windowMs: number;
  readonly resetMs: number;
  /** The next attempt is the probe. */
  readonly onHalfOpen?: () => void;
  /** The bank answers again. */
  readonly onClosed?: () => void;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export function createBankBreaker(options: BankBreakerOptions): BankBreaker {
  const { bank, log, metrics } = options;
  const breaker = new CircuitBreaker<Attempt, FetchOutcome>(options.fetchReceipt, {
    name: bank,
    // The receipt client has its own deadline, which also ends the connection.
    timeout: false,
    volumeThreshold: options.volume,
    errorThresholdPercentage: options.errorPercent,
    rollingCountTimeout: options.windowMs,
    resetTimeout: options.resetMs,
    // An answer that we cannot read, or a call that we took back, says nothing about whether the bank is up.
    errorFilter: (error: unknown, ...attempt: unknown[]) => {
      const [, signal] = attempt as Attempt; // what it was called with
      return isTakenBack(signal) || !(error instanceof BankFailure && error.retryable);
    },
  });
  count(breaker, options.tally);
  const state = metrics.gauge("circuit_breaker_state", "0 closed, 0.5 half open, 1 open", ["bank"]);
  const transitions = metrics.counter(
    "circuit_breaker_transitions_total",
    "Changes of the breaker",
    ["bank", "to"],
    { bank: [bank], to: ["open", "half_open", "closed"] },
  );
  const became = (to: string, value: number) => () => {
    state.set({ bank }, value);
    transitions.inc({ bank, to });
    log.warn("breaker.changed", { bank, to });
  };
  let openedAt: number | undefined;
  state.set({ bank }, 0);
  breaker.on("open", became("open", 1));
  breaker.on("open", () => {
    openedAt ??= performance.now();
  });
  breaker.on("halfOpen", became("half_open", 0.5));
  breaker.on("halfOpen", () => options.onHalfOpen?.());
  breaker.on("close", became("closed", 0));
  breaker.on("close", () => {
    openedAt = undefined;
    options.onClosed?.();
  });

  return {
    fetch: breaker.fire.bind(breaker),
    admits: () => !breaker.opened && (breaker.closed || breaker.pendingClose),
    isClosed: () => breaker.closed,
    openForMs: () => (openedAt === undefined ? 0 : performance.now() - openedAt),
    close: () => breaker.shutdown(),
  };
}

function isTakenBack({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");
}

function count(breaker: CircuitBreaker<Attempt, FetchOutcome>, tally: BankBreakerOptions["tally"]): void {
  breaker.on("success", (outcome: FetchOutcome | Error) => {
    // What it sent may be unreadable, but it did answer.
    if (!(outcome instanceof Error) || (outcome instanceof BankFailure && !outcome.retryable))
      tally.answered();
  });
  breaker.on("failure", (error, _tookMs, [, , asker]) => {
    // What was asked of the sandbox on purpose says nothing of a bank.
    if (error instanceof BankUnavailable && error.isPlayed) return;
    tally.unavailable(asker);
    // The breaker opens only after it has told of the failure.
    queueMicrotask(() => {
      if (!breaker.closed) tally.breakerOpened();
    });
  });
}
