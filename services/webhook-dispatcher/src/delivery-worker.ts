import { createStreakLog, type Log, pause, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { type AttemptEnd, type DeliverWebhook, endedCounter } from "./deliver-webhook.ts";
import {
  type Deferral,
  type DeliveryRepository,
  type LeasedDelivery,
  type LeaseResult,
  MAX_PER_TARGET,
} from "./delivery-repository.ts";
import type { DeliverySlots, HostResponse } from "./delivery-slots.ts";
import type { TargetBreakers } from "./target-breakers.ts";
import { targetsLeftBehind } from "./targets-left-behind.ts";

export interface DeliveryWorkerDeps {
  readonly deliveries: Pick<DeliveryRepository, "leaseDue" | "nextDueInMs" | "release">;
  readonly deliver: DeliverWebhook;
  readonly slots: DeliverySlots;
  /** Attempts that may be in flight at the same time. */
  readonly limit: number;
  readonly breakers: TargetBreakers;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** How old a lease may be when its attempt starts, so that it outlasts the attempt. */
  readonly maxLeaseAgeMs: number;
  /** How long attempts may continue after the stop before they are aborted and released. */
  readonly drainMs: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export interface DeliveryWorker extends Worker {
  /** Polls immediately. */
  wake(): void;
}

/** Longest sleep while nothing is pending, in case a wake-up was lost. */
const MAX_IDLE_SLEEP_MS = 1_000;
/** Longest sleep while something is pending: bounds how soon it finds deliveries that another dispatcher released. */
const MAX_PENDING_SLEEP_MS = 400;
const MIN_SLEEP_MS = 10;
/** Deliveries announced within the gap share a poll; one announced alone is polled for immediately. */
const MIN_POLL_GAP_MS = 5;
/**
 * How long a poll of a backlog waits for capacity: until half of the attempts in flight have ended, or `pollFactor`
 * times the last poll's duration. A poll costs nearly the same however much it leases.
 */
const CAPACITY_WAIT_MS = { min: 5, max: 50, pollFactor: 2 };
/** A slower response does not raise the host's cap. */
const QUICK_RESPONSE_MS = 5_000;

/**
 * Leases due deliveries and starts their attempts. After a large lease it sleeps until half of the attempts have ended.
 * Otherwise it sleeps until a delivery is due, a wake-up arrives, or capacity for skipped deliveries is free.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const { slots, breakers } = deps;
  const inFlight = new Set<Promise<void>>();
  const abortAttempts = new AbortController();
  let woken = Promise.withResolvers<void>();
  let isWoken = false;
  let polledAt = Number.NEGATIVE_INFINITY;
  let capacityFreed = Promise.withResolvers<void>();
  /** The last poll skipped deliveries because of a cap. The end of an attempt frees capacity for them. */
  let skippedForCapacity = false;
  let capacityWaitMs = CAPACITY_WAIT_MS.min;
  let halfInFlight = 0;
  let halfHasEnded = Promise.withResolvers<void>();
  /** Whether the last poll may have left due deliveries of this target unleased. */
  let mayHaveMoreFor: ReturnType<typeof targetsLeftBehind> = () => true;
  const deferrals = deferralCounter(deps);
  const ended = endedCounter(deps.metrics);
  deps.metrics.readings("webhook_slots_in_use", "Attempts in flight", [], () => [
    { labels: {}, value: slots.active() },
  ]);
  deps.metrics
    .gauge("webhook_slots_limit", "Attempts that may be in flight at the same time")
    .set(deps.limit);

  /** Returns undefined if the attempt did not get a slot. */
  async function attempt(delivery: LeasedDelivery, requestedAt: number): Promise<HostResponse | undefined> {
    if (!(await slots.acquire(delivery))) {
      deferrals.inc({ reason: "host_cap" });
      await releaseLease(delivery);
      return undefined;
    }
    // The lease's time runs from the query. If the wait for the slot, or a frozen process, used too much of it, another
    // dispatcher may lease the delivery.
    if (deps.now() - requestedAt > deps.maxLeaseAgeMs) {
      deferrals.inc({ reason: "host_cap" });
      await releaseLease(delivery);
      return "unknown";
    }
    breakers.started(delivery);
    try {
      const end = await deps.deliver(delivery, abortAttempts.signal);
      breakers.ended(delivery, end.responded);
      return responseOf(end);
    } catch (error) {
      const { id, httpRequestId } = delivery;
      deps.log.error("delivery.failed", { deliveryId: id, requestId: httpRequestId, error });
      await releaseLease(delivery);
      breakers.ended(delivery, undefined);
      return "unknown";
    }
  }

  /** If the release fails too, the lease expires. */
  async function releaseLease(delivery: LeasedDelivery): Promise<void> {
    await deps.deliveries.release(delivery).catch(() => undefined);
  }

  function start(delivery: LeasedDelivery, requestedAt: number): void {
    slots.reserve(delivery);
    const running = attempt(delivery, requestedAt).then((response) => {
      slots.release(delivery, response);
      inFlight.delete(running);
      if (mayHaveMoreFor(delivery)) capacityFreed.resolve();
      if (inFlight.size <= halfInFlight) halfHasEnded.resolve();
    });
    inFlight.add(running);
  }

  /** Returns undefined if no slot was free. */
  async function poll(): Promise<LeaseResult | undefined> {
    skippedForCapacity = slots.isFull();
    if (skippedForCapacity) {
      mayHaveMoreFor = () => true;
      return undefined;
    }
    const capacity = { ...slots.capacity(), breakers: breakers.gates() };
    mayHaveMoreFor = targetsLeftBehind(capacity, []); // for attempts that end during the query
    const requestedAt = deps.now();
    const lease = await deps.deliveries.leaseDue(capacity);
    mayHaveMoreFor = targetsLeftBehind(capacity, lease.deliveries);
    for (const delivery of lease.deliveries) start(delivery, requestedAt);
    for (const [reason, count] of Object.entries(lease.deferrals)) {
      if (count > 0) deferrals.inc({ reason: reason as Deferral }, count);
    }
    if (lease.deferrals.disabled > 0) ended.inc({ final: "given_up" }, lease.deferrals.disabled);
    skippedForCapacity = slots.isFull() || skippedByCap(lease);
    return lease;
  }

  async function pollOnce(stop: AbortSignal): Promise<void> {
    const gapMs = polledAt + MIN_POLL_GAP_MS - deps.now();
    if (gapMs > 0) await pause(gapMs, stop);
    if (stop.aborted) return;
    polledAt = deps.now();
    woken = Promise.withResolvers<void>();
    isWoken = false;
    capacityFreed = Promise.withResolvers<void>();
    const lease = await poll();
    resetCapacityWait();
    if (lease !== undefined && mayHaveMoreDue(lease)) await waitForHalfToEnd(lease, stop);
    else if (!isWoken) await waitUntilDue(lease, stop);
  }

  /** After a large lease more is probably due: waits until half of the attempts have ended. */
  async function waitForHalfToEnd({ deliveries }: LeaseResult, stop: AbortSignal): Promise<void> {
    if (deliveries.length < MAX_PER_TARGET) return;
    await Promise.race([halfHasEnded.promise, pause(capacityWaitMs, stop)]);
  }

  async function waitUntilDue(lease: LeaseResult | undefined, stop: AbortSignal): Promise<void> {
    const dueInMs =
      lease === undefined ? MAX_IDLE_SLEEP_MS : await deps.deliveries.nextDueInMs(lease.polledAt);
    const maxMs = dueInMs === undefined && !skippedForCapacity ? MAX_IDLE_SLEEP_MS : MAX_PENDING_SLEEP_MS;
    // Timers round down.
    const rateWaitMs = lease?.rateWaitMs === undefined ? maxMs : lease.rateWaitMs + 1;
    await sleep(Math.min(Math.max(Math.min(dueInMs ?? maxMs, rateWaitMs), MIN_SLEEP_MS), maxMs), stop);
  }

  function resetCapacityWait(): void {
    const { min, max, pollFactor } = CAPACITY_WAIT_MS;
    capacityWaitMs = Math.min(Math.max(min, pollFactor * (deps.now() - polledAt)), max);
    halfInFlight = Math.floor(inFlight.size / 2);
    halfHasEnded = Promise.withResolvers<void>();
  }

  async function sleep(ms: number, stop: AbortSignal): Promise<void> {
    const elapsed = Promise.withResolvers<void>();
    const timer = setTimeout(elapsed.resolve, ms);
    // Waits briefly after the first freed capacity, so that one poll fills several slots.
    let capacityTimer: NodeJS.Timeout | undefined;
    void capacityFreed.promise.then(() => {
      if (skippedForCapacity) capacityTimer = setTimeout(elapsed.resolve, capacityWaitMs);
    });
    void halfHasEnded.promise.then(() => {
      if (skippedForCapacity) elapsed.resolve();
    });
    const onStop = () => elapsed.resolve();
    stop.addEventListener("abort", onStop, { once: true });
    if (stop.aborted) onStop();
    await Promise.race([woken.promise, elapsed.promise]);
    clearTimeout(timer);
    clearTimeout(capacityTimer);
    stop.removeEventListener("abort", onStop);
  }

  async function drain(): Promise<void> {
    slots.close();
    const timer = setTimeout(() => abortAttempts.abort(), deps.drainMs);
    await Promise.all(inFlight);
    clearTimeout(timer);
  }

  return {
    name: "delivery-worker",
    wake: () => {
      isWoken = true;
      woken.resolve();
    },
    run: async (stop) => {
      const polls = createStreakLog(deps.log, {
        failed: "delivery.turn_failed",
        recovered: "delivery.recovered",
      });
      while (!stop.aborted) {
        await pollOnce(stop).then(polls.succeeded, async (error: unknown) => {
          polls.failed(error);
          await sleep(MAX_PENDING_SLEEP_MS, stop);
        });
      }
      await drain();
    },
  };
}

function deferralCounter({ metrics }: DeliveryWorkerDeps) {
  return metrics.counter(
    "webhook_deferrals_total",
    "Due deliveries that were not attempted: deferred (schedule, breaker), skipped by a poll (host_cap, account_cap, rate), or given up because their endpoint is disabled or deleted (disabled)",
    ["reason"],
    { reason: ["schedule", "breaker", "host_cap", "account_cap", "rate", "disabled"] },
  );
}

/**
 * Whether an immediate poll may find more: not every target was visited, or one has more than was read. Otherwise all
 * that is due waits for capacity, and polling a long backlog again finds nothing.
 */
function mayHaveMoreDue({ headIsFull, hasMoreTargets, deliveries, deferrals }: LeaseResult): boolean {
  const setAside = deferrals.breaker + deferrals.schedule + deferrals.disabled;
  const mayHaveMore = deliveries.length >= MAX_PER_TARGET || setAside > 0;
  return hasMoreTargets || (headIsFull && mayHaveMore);
}

function skippedByCap({ deferrals }: LeaseResult): boolean {
  return deferrals.host_cap + deferrals.account_cap > 0;
}

function responseOf({ responded, totalMs }: AttemptEnd): HostResponse {
  if (responded === undefined) return "unknown";
  if (!responded) return "none";
  return totalMs < QUICK_RESPONSE_MS ? "quick" : "slow";
}
