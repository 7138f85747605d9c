import type { Log, Worker } from "@receipts/service-kit";
import type { DeliverWebhook } from "./deliver-webhook.ts";
import type { DeliveryRepository } from "./delivery-repository.ts";

export interface DeliveryWorkerDeps {
  readonly deliveries: Pick<DeliveryRepository, "leaseDue" | "nextDueInMs">;
  readonly deliver: DeliverWebhook;
  /** Attempts in flight. */
  readonly slots: number;
  /** How long attempts in flight may go on after the stop; then they are given back. */
  readonly drainMs: number;
  readonly log: Log;
}

export interface DeliveryWorker extends Worker {
  /** Something may be due: look at once. */
  wake(): void;
}

/** Looks at least so often, in case a wake-up was lost. */
const MAX_IDLE_MS = 1_000;

export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const inFlight = new Set<Promise<void>>();
  const giveBack = new AbortController();
  let woken = Promise.withResolvers<void>();

  function start(delivery: Parameters<DeliverWebhook>[0]): void {
    const attempt = deps
      .deliver(delivery, giveBack.signal)
      .catch((error: unknown) => {
        // The lease runs out, and the attempt is made again.
        deps.log.error("delivery.failed", {
          deliveryId: delivery.id,
          requestId: delivery.httpRequestId,
          error,
        });
      })
      .finally(() => {
        inFlight.delete(attempt);
        woken.resolve();
      });
    inFlight.add(attempt);
  }

  async function turn(): Promise<"more" | "idle"> {
    const free = deps.slots - inFlight.size;
    if (free <= 0) return "idle";
    const leased = await deps.deliveries.leaseDue(free);
    for (const delivery of leased) start(delivery);
    return leased.length === free ? "more" : "idle";
  }

  async function idle(stop: AbortSignal): Promise<void> {
    const dueInMs = inFlight.size >= deps.slots ? undefined : await deps.deliveries.nextDueInMs();
    let timer: NodeJS.Timeout | undefined;
    let onStop: () => void = () => undefined;
    const elapsed = new Promise<void>((resolve) => {
      onStop = () => resolve();
      timer = setTimeout(resolve, Math.min(Math.max(dueInMs ?? MAX_IDLE_MS, 10), MAX_IDLE_MS));
      stop.addEventListener("abort", onStop, { once: true });
    });
    await Promise.race([woken.promise, elapsed]);
    clearTimeout(timer);
    stop.removeEventListener("abort", onStop);
  }

  async function drain(): Promise<void> {
    const timer = setTimeout(() => giveBack.abort(), deps.drainMs);
    await Promise.all(inFlight);
    clearTimeout(timer);
  }

  return {
    name: "delivery-worker",
    wake: () => woken.resolve(),
    run: async (stop) => {
      while (!stop.aborted) {
        woken = Promise.withResolvers<void>();
        const more = await turn().catch((error: unknown) => {
          deps.log.warn("delivery.turn_failed", { error });
          return "idle" as const;
        });
        if (more === "idle")
          await idle(stop).catch((error: unknown) => deps.log.warn("delivery.turn_failed", { error }));
      }
      await drain();
    },
  };
}
