import type { BankCode } from "@receipts/contracts";
import { consume, type MessageBus, startConsuming, verificationRequested } from "@receipts/messaging";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import type { BankBreaker } from "./bank-breaker.ts";
import { createFairSlots } from "./fair-slots.ts";
import type { ParkVerification } from "./park-verification.ts";
import type { VerifyReceipt } from "./verify-receipt.ts";

export interface VerificationRequestedConsumerDeps {
  readonly bus: MessageBus;
  readonly bank: BankCode;
  readonly breaker: Pick<BankBreaker, "admits">;
  readonly verifyReceipt: VerifyReceipt;
  readonly park: ParkVerification;
  /** Receipts in work at the same time. */
  readonly concurrency: number;
  /** Messages in hand: what the bus has in order one account may have filled, and accounts are to take turns. */
  readonly readAhead: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

/** Takes a bank's requests from the bus, account by account in turn. */
export async function startVerificationRequestedConsumer(deps: VerificationRequestedConsumerDeps) {
  const { bus, bank, breaker } = deps;
  const slots = createFairSlots(deps.concurrency);
  deps.metrics
    .gauge("verifier_jobs_limit", "Requests that may be in work at the same time", ["bank"])
    .set({ bank }, deps.concurrency);
  const subscribing = consume(bus, {
    topic: verificationRequested,
    topicName: verificationRequested.name(bank),
    group: verifierGroup(bank),
    concurrency: deps.readAhead,
    log: deps.log,
    metrics: deps.metrics,
    handle: async (envelope, { signal, traceparent }) => {
      const { verificationId, receiptKey, userId = "" } = envelope.data;
      using _place = await slots.take(userId, signal);
      if (breaker.admits()) return await deps.verifyReceipt(verificationId, signal);
      const { requestId: httpRequestId } = envelope;
      const request = { id: verificationId, userId, receiptKey, httpRequestId };
      await deps.park({ ...request, traceparent: traceparent ?? null });
    },
  });
  const consumer = await startConsuming(subscribing, (error) =>
    deps.log.error("verifier.not_subscribed", { error }),
  );
  let drained: Promise<void> | undefined;
  return {
    /** Gives back what has not begun, lets the rest finish for so long. */
    drain: (drainMs: number): Promise<void> => {
      slots.rejectWaiting();
      drained ??= consumer.close({ drainMs });
      return drained;
    },
  };
}

export function verifierGroup(bank: BankCode): string {
  return `verifier-${bank}`;
}
