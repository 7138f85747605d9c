import { type BankAdapter, BankFailure, BankUnavailable, type FetchOutcome } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import CircuitBreaker from "opossum";
import type { AttemptTally } from "./attempt-tally.ts";
import { createRecentAttempts } from "./recent-attempts.ts";

type FetchArguments = [...fetch: Parameters<BankAdapter["fetchReceipt"]>, requester: string];

/** Circuit breaker of one bank. Counts every attempt that reaches the bank. */
export interface BankBreaker {
  /**
   * Fetches a receipt for an account or the canary. Rejects with an error that `isOpenBreaker` recognizes if the
   * attempt was not let through. A fetch aborted by its signal does not count as an attempt, unless the bank's whole time
   * is over.
   */
  readonly fetch: (...args: FetchArguments) => Promise<FetchOutcome>;
  /**
   * True if a request of this account that arrives now would reach the bank: closed, or half-open with the probe still
   * free. An account whose attempt has failed since the breaker opened leaves the probe to the others for a moment.
   */
  admits(requester?: string): boolean;
  isClosed(): boolean;
  /** Milliseconds since the breaker first opened, across failed probes; 0 while it is closed. */
  openForMs(): number;
  close(): void;
}

/** True if the breaker did not let the attempt through. */
export function isOpenBreaker(error: unknown): boolean {
  return error instanceof Error && CircuitBreaker.isOurError(error);
}

/** Longer than the probe of another account takes to arrive. */
const PROBE_TURN_MS = 2_000;
/** An account whose receipts the bank never serves opens the breaker at most this often, unless others fail too. */
const SUSPECT_MS = 600_000;

export interface BankBreakerOptions {
  readonly bank: BankCode;
  readonly fetchReceipt: BankAdapter["fetchReceipt"];
  readonly tally: Pick<AttemptTally, "responded" | "unavailable" | "breakerOpened">;
  readonly volume: number;
  readonly errorPercent: number;
  readonly windowMs: number;
  readonly resetMs: number;
  /** Gets those whose attempts have failed since it opened. Resolves to true if one of the others will probe. */
  readonly onHalfOpen?: (failing: readonly string[]) => Promise<boolean>;
  readonly onClosed?: () => void;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export function createBankBreaker(options: BankBreakerOptions): BankBreaker {
  const { bank, log, metrics } = options;
  const breaker = new CircuitBreaker<FetchArguments, FetchOutcome>(options.fetchReceipt, {
    name: bank,
    // The receipt client has its own deadline, which also ends the connection.
    timeout: false,
    // It opens below, by `isFailing`, and here after a failed probe.
    volumeThreshold: Number.MAX_SAFE_INTEGER,
    resetTimeout: options.resetMs,
    // An unreadable response, or a call that we aborted, does not mean that the bank is down.
    errorFilter: (error: unknown, ...args: unknown[]) => {
      const [, signal] = args as FetchArguments;
      return isAborted(signal) || !(error instanceof BankFailure && error.retryable);
    },
  });
  const state = metrics.gauge("circuit_breaker_state", "0 closed, 0.5 half-open, 1 open", ["bank"]);
  const transitions = metrics.counter(
    "circuit_breaker_transitions_total",
    "State changes of the circuit breaker",
    ["bank", "to"],
    { bank: [bank], to: ["open", "half_open", "closed"] },
  );
  const onChange = (to: string, value: number) => () => {
    state.set({ bank }, value);
    transitions.inc({ bank, to });
    log.warn("breaker.changed", { bank, to });
  };
  let openedAt: number | undefined;
  const recent = createRecentAttempts(options.windowMs);
  /** While it is not closed: whose attempts failed in the window in which it opened, and since. */
  const failing = new Set<string>();
  let probeOthersUntil = 0;
  /** Account of the last probe. */
  let prober = "";
  /** Until when, by those whose failures opened it although the bank responded to the next who asked. */
  const suspects = new Map<string, number>();
  const isSuspect = (requester: string) => (suspects.get(requester) ?? 0) > performance.now();

  breaker.on("fire", ([, , requester]) => {
    if (breaker.closed) recent.attempted(requester);
    else if (!breaker.opened) prober = requester;
  });
  breaker.on("failure", (_error, _tookMs, [, , requester]) => {
    recent.failed(requester);
    if (breaker.closed && recent.isFailing(options.volume, options.errorPercent, isSuspect)) open();
    if (!breaker.closed) failing.add(requester);
  });
  function open(): void {
    for (const requester of recent.failing()) failing.add(requester);
    breaker.open();
  }
  countAttempts(breaker, options.tally);
  state.set({ bank }, 0);
  breaker.on("open", onChange("open", 1));
  breaker.on("open", () => {
    openedAt ??= performance.now();
  });
  breaker.on("halfOpen", onChange("half_open", 0.5));
  breaker.on("halfOpen", () => {
    probeOthersUntil = performance.now() + PROBE_TURN_MS;
    void options.onHalfOpen?.([...failing]).then((isProbing) => {
      if (!isProbing) probeOthersUntil = 0;
    });
  });
  breaker.on("close", onChange("closed", 0));
  breaker.on("close", () => {
    openedAt = undefined;
    suspects.clear();
    if (!failing.has(prober))
      for (const requester of failing) suspects.set(requester, performance.now() + SUSPECT_MS);
    failing.clear();
    recent.clear();
    options.onClosed?.();
  });

  return {
    fetch: breaker.fire.bind(breaker),
    admits: (requester = "") =>
      breaker.closed ||
      (!breaker.opened &&
        breaker.pendingClose &&
        !(failing.has(requester) && performance.now() < probeOthersUntil)),
    isClosed: () => breaker.closed,
    openForMs: () => (openedAt === undefined ? 0 : performance.now() - openedAt),
    close: () => breaker.shutdown(),
  };
}

function isAborted({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === "TimeoutError");
}

function countAttempts(
  breaker: CircuitBreaker<FetchArguments, FetchOutcome>,
  tally: BankBreakerOptions["tally"],
): void {
  breaker.on("success", (outcome: FetchOutcome | Error) => {
    // An unreadable response is a response too.
    if (!(outcome instanceof Error) || (outcome instanceof BankFailure && !outcome.retryable))
      tally.responded();
  });
  breaker.on("failure", (error, _tookMs, [, , requester]) => {
    // A failure that the sandbox plays on request says nothing about a bank.
    if (error instanceof BankUnavailable && error.isPlayed) return;
    tally.unavailable(requester);
    // The breaker opens only after it has emitted the failure.
    queueMicrotask(() => {
      if (!breaker.closed) tally.breakerOpened();
    });
  });
}
