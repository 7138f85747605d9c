import { type Log, pause, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import type { AttemptEnd, DeliverWebhook } from "./deliver-webhook.ts";
import {
  type Deferral,
  type DeliveryRepository,
  type LeasedDelivery,
  type LeaseResult,
  MOST_PER_TARGET,
} from "./delivery-repository.ts";
import type { DeliverySlots, HostResponse } from "./delivery-slots.ts";
import { shortOfRoom } from "./short-of-room.ts";
import type { TargetBreakers } from "./target-breakers.ts";

export interface DeliveryWorkerDeps {
  readonly deliveries: Pick<DeliveryRepository, "leaseDue" | "nextDueInMs" | "release">;
  readonly deliver: DeliverWebhook;
  readonly slots: DeliverySlots;
  /** Attempts that may be in flight at the same time. */
  readonly limit: number;
  readonly breakers: TargetBreakers;
  /** Milliseconds; never goes back. */
  readonly now: () => number;
  /** How old a lease may be when its attempt begins, so that it outlasts the attempt. */
  readonly mostWaitMs: number;
  /** How long attempts in flight may go on after the stop; then they are given back. */
  readonly drainMs: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export interface DeliveryWorker extends Worker {
  /** Something may be due: look at once. */
  wake(): void;
}

/** Looks at least so often, in case a wake-up was lost: nothing is pending, or something is. */
const MAX_IDLE_MS = 1_000;
/** Also how soon it sees what a sibling gave back. */
const MAX_WAIT_MS = 400;
const MIN_WAIT_MS = 10;
/** Between two looks: what is announced meanwhile is found together. Whoever is announced alone is looked for at once. */
const MIN_POLL_GAP_MS = 5;
/**
 * For room: until half of what was in flight has ended, or twice as long as the look took. A look at a backlog costs nearly the
 * same whatever it takes; and while some of a host's attempts go on, it may have more than one that is idle.
 */
const ROOM_WAIT_MS = { least: 5, most: 50, looks: 2 };
/** An answer that took longer is no reason to let more in. */
const QUICK_MS = 5_000;

export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const { slots, breakers } = deps;
  const inFlight = new Set<Promise<void>>();
  const giveBack = new AbortController();
  let woken = Promise.withResolvers<void>();
  let isWoken = false;
  let polledAt = Number.NEGATIVE_INFINITY;
  let madeRoom = Promise.withResolvers<void>();
  /** Something was left because of a cap: the end of an attempt makes room for it. */
  let waitsForRoom = false;
  let roomWaitMs = ROOM_WAIT_MS.least;
  let halfInFlight = 0;
  let halfHasEnded = Promise.withResolvers<void>();
  let isShort: ReturnType<typeof shortOfRoom> = () => true;
  const deferrals = deferralCounter(deps);
  deps.metrics.readings("webhook_slots_in_use", "Attempts in flight", [], () => [
    { labels: {}, value: slots.active() },
  ]);
  deps.metrics
    .gauge("webhook_slots_limit", "Attempts that may be in flight at the same time")
    .set(deps.limit);

  /** What the attempt tells of its host; undefined when it was not made. */
  async function attempt(delivery: LeasedDelivery, askedAt: number): Promise<HostResponse | undefined> {
    if (!(await slots.acquire(delivery))) {
      deferrals.inc({ reason: "host_cap" });
      await releaseLease(delivery);
      return undefined;
    }
    // Its lease began when it was asked for: the answer itself may have waited, in a process that was frozen.
    if (deps.now() - askedAt > deps.mostWaitMs) {
      deferrals.inc({ reason: "host_cap" });
      await releaseLease(delivery);
      return "nothing";
    }
    breakers.began(delivery);
    try {
      const end = await deps.deliver(delivery, giveBack.signal);
      breakers.ended(delivery, end.answered);
      return signOf(end);
    } catch (error) {
      const { id, httpRequestId } = delivery;
      deps.log.error("delivery.failed", { deliveryId: id, requestId: httpRequestId, error });
      await releaseLease(delivery);
      breakers.ended(delivery, undefined);
      return "nothing";
    }
  }

  /** Where the database does not take it back either, the lease runs out. */
  async function releaseLease(delivery: LeasedDelivery): Promise<void> {
    await deps.deliveries.release(delivery).catch(() => undefined);
  }

  function start(delivery: LeasedDelivery, askedAt: number): void {
    slots.reserve(delivery);
    const running = attempt(delivery, askedAt).then((sign) => {
      slots.release(delivery, sign);
      inFlight.delete(running);
      if (isShort(delivery)) madeRoom.resolve();
      if (inFlight.size <= halfInFlight) halfHasEnded.resolve();
    });
    inFlight.add(running);
  }

  /** Answers what was seen; undefined when there was no slot to look for. */
  async function poll(): Promise<LeaseResult | undefined> {
    waitsForRoom = slots.full();
    if (waitsForRoom) {
      isShort = () => true;
      return undefined;
    }
    const room = { ...slots.room(), breakers: breakers.rooms() };
    isShort = shortOfRoom(room, []); // for attempts that end while it looks
    const askedAt = deps.now();
    const lease = await deps.deliveries.leaseDue(room);
    isShort = shortOfRoom(room, lease.deliveries);
    for (const delivery of lease.deliveries) start(delivery, askedAt);
    for (const [reason, count] of Object.entries(lease.deferrals)) {
      if (count > 0) deferrals.inc({ reason: reason as Deferral }, count);
    }
    waitsForRoom = slots.full() || skippedByCap(lease);
    return lease;
  }

  async function pollOnce(stop: AbortSignal): Promise<void> {
    const early = polledAt + MIN_POLL_GAP_MS - deps.now();
    if (early > 0) await pause(early, stop);
    if (stop.aborted) return;
    polledAt = deps.now();
    woken = Promise.withResolvers<void>();
    isWoken = false;
    madeRoom = Promise.withResolvers<void>();
    const lease = await poll();
    watchForRoom();
    if (lease !== undefined && mayHaveMoreDue(lease)) await restForMore(lease, stop);
    else if (!isWoken) await restUntilDue(lease, stop);
  }

  /** Where a look took much, what is left is more of the same, and there will be room for it soon. */
  async function restForMore({ deliveries }: LeaseResult, stop: AbortSignal): Promise<void> {
    if (deliveries.length < MOST_PER_TARGET) return;
    await Promise.race([halfHasEnded.promise, pause(roomWaitMs, stop)]);
  }

  async function restUntilDue(lease: LeaseResult | undefined, stop: AbortSignal): Promise<void> {
    const dueInMs = lease === undefined ? MAX_IDLE_MS : await deps.deliveries.nextDueInMs(lease.polledAt);
    const longest = dueInMs === undefined && !waitsForRoom ? MAX_IDLE_MS : MAX_WAIT_MS;
    await sleep(Math.min(Math.max(dueInMs ?? longest, MIN_WAIT_MS), longest), stop);
  }

  function watchForRoom(): void {
    const { least, most, looks } = ROOM_WAIT_MS;
    roomWaitMs = Math.min(Math.max(least, looks * (deps.now() - polledAt)), most);
    halfInFlight = Math.floor(inFlight.size / 2);
    halfHasEnded = Promise.withResolvers<void>();
  }

  async function sleep(ms: number, stop: AbortSignal): Promise<void> {
    const elapsed = Promise.withResolvers<void>();
    const timer = setTimeout(elapsed.resolve, ms);
    // Not at once: a little later there is room for many, and one look is as dear as another.
    let roomTimer: NodeJS.Timeout | undefined;
    void madeRoom.promise.then(() => {
      if (waitsForRoom) roomTimer = setTimeout(elapsed.resolve, roomWaitMs);
    });
    void halfHasEnded.promise.then(() => {
      if (waitsForRoom) elapsed.resolve();
    });
    const onStop = () => elapsed.resolve();
    stop.addEventListener("abort", onStop, { once: true });
    if (stop.aborted) onStop();
    await Promise.race([woken.promise, elapsed.promise]);
    clearTimeout(timer);
    clearTimeout(roomTimer);
    stop.removeEventListener("abort", onStop);
  }

  async function drain(): Promise<void> {
    slots.close();
    const timer = setTimeout(() => giveBack.abort(), deps.drainMs);
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
      while (!stop.aborted) {
        await pollOnce(stop).catch(async (error: unknown) => {
          deps.log.warn("delivery.turn_failed", { error });
          await sleep(MAX_WAIT_MS, stop);
        });
      }
      await drain();
    },
  };
}

function deferralCounter({ metrics }: DeliveryWorkerDeps) {
  return metrics.counter(
    "webhook_deferrals_total",
    "Deliveries that were due and not tried: put off (schedule, breaker), or passed over in one look (host_cap, account_cap)",
    ["reason"],
    { reason: ["schedule", "breaker", "host_cap", "account_cap"] },
  );
}

/**
 * Targets were not visited, or one had more than was read of it. Whatever else was left waits for room: looking again at once
 * would find the same, and be dear where the backlog is long.
 */
function mayHaveMoreDue({
  headIsFull,
  hasMoreTargets,
  deliveries,
  deferrals,
}: LeaseResult): boolean {
  const mayHaveMore = deliveries.length >= MOST_PER_TARGET || deferrals.breaker + deferrals.schedule > 0;
  return hasMoreTargets || (headIsFull && mayHaveMore);
}

function skippedByCap({ deferrals }: LeaseResult): boolean {
  return deferrals.host_cap + deferrals.account_cap > 0;
}

function signOf({ answered, totalMs }: AttemptEnd): HostResponse {
  if (answered === undefined) return "nothing";
  if (!answered) return "unanswered";
  return totalMs < QUICK_MS ? "quick" : "slow";
}
