import { BankFailure, type FetchOutcome } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import CircuitBreaker from "opossum";

export type FetchAttempt = () => Promise<FetchOutcome>;

/** Stands between a bank's outage and the requests that would only add to it. */
export interface BankBreaker {
  /** Runs an attempt, or throws `BreakerOpen` without running it. */
  attempt(fetch: FetchAttempt): Promise<FetchOutcome>;
  /** Whether a request that arrives now could ask the bank: closed, or half open with its one probe still to be given. */
  admits(): boolean;
  isClosed(): boolean;
  /** How long the bank has been away, probes that failed included; 0 while the breaker is closed. */
  openForMs(): number;
  close(): void;
}

/** The bank was not asked. */
export class BreakerOpen extends Error {
  constructor() {
    super("the bank's breaker is open");
    this.name = new.target.name;
  }
}

export interface BankBreakerOptions {
  readonly bank: BankCode;
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
  const breaker = new CircuitBreaker((fetch: FetchAttempt) => fetch(), {
    name: bank,
    // The receipt client has its own deadline, which also ends the connection.
    timeout: false,
    volumeThreshold: options.volume,
    errorThresholdPercentage: options.errorPercent,
    rollingCountTimeout: options.windowMs,
    resetTimeout: options.resetMs,
    // An answer that we cannot read, or a call that we took back, says nothing about whether the bank is up.
    errorFilter: (error: unknown) => !(error instanceof BankFailure && error.retryable),
  });
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
    attempt: async (fetch) => {
      try {
        return await breaker.fire(fetch);
      } catch (error) {
        throw CircuitBreaker.isOurError(error as Error) ? new BreakerOpen() : error;
      }
    },
    admits: () => !breaker.opened && (breaker.closed || breaker.pendingClose),
    isClosed: () => breaker.closed,
    openForMs: () => (openedAt === undefined ? 0 : performance.now() - openedAt),
    close: () => breaker.shutdown(),
  };
}
