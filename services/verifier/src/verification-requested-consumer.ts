import type { BankCode } from "@receipts/contracts";
import {
  consume,
  type MessageBus,
  MessageNotStarted,
  startConsuming,
  verificationRequested,
} from "@receipts/messaging";
import { createFairSlots, type Log, type ServiceMetrics } from "@receipts/service-kit";
import type { BankBreaker } from "./bank-breaker.ts";
import type { ParkVerification } from "./park-verification.ts";
import { createRechecks } from "./rechecks.ts";
import type { VerifyReceipt } from "./verify-receipt.ts";

export interface VerificationRequestedConsumerDeps {
  readonly bus: MessageBus;
  readonly bank: BankCode;
  readonly breaker: Pick<BankBreaker, "admits">;
  readonly verifyReceipt: VerifyReceipt;
  readonly park: ParkVerification;
  /** Receipts in progress at the same time. */
  readonly concurrency: number;
  /** Messages in memory. One account may fill the head of the queue, and accounts take turns among these. */
  readonly readAhead: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

/** Consumes a bank's requests; accounts take turns. */
export async function startVerificationRequestedConsumer(deps: VerificationRequestedConsumerDeps) {
  const { bus, bank, breaker } = deps;
  const slots = createFairSlots(deps.concurrency);
  const rechecks = createRechecks({ ...deps, slots });
  /** Requests that wait for their account's turn. */
  const waiting = new Set<string>();
  deps.metrics
    .gauge("verifier_jobs_limit", "Requests that may be in progress at the same time", ["bank"])
    .set({ bank }, deps.concurrency);
  const subscribing = consume(bus, {
    topic: verificationRequested,
    topicName: verificationRequested.name(bank),
    group: verifierGroup(bank),
    concurrency: deps.readAhead,
    log: deps.log,
    metrics: deps.metrics,
    handle: async (envelope, { signal, traceparent }) => {
      const { verificationId, receiptKey, userId = "", isRecheck = false } = envelope.data;
      const request = {
        id: verificationId,
        userId,
        receiptKey,
        httpRequestId: envelope.requestId,
        traceparent: traceparent ?? null,
      };
      if (isRecheck) return rechecks.add({ ...request, isRecheck });
      // Published again while it waits: its first message stands for both, so copies take no place from other accounts.
      if (waiting.has(verificationId)) return;
      waiting.add(verificationId);
      // Not until it ends: the message of its next candidate comes before.
      using _slot = await slots.acquire(userId, signal).finally(() => waiting.delete(verificationId));
      if (breaker.admits(userId)) await deps.verifyReceipt(verificationId, signal);
      else await deps.park(request);
    },
  });
  const consumer = await startConsuming(subscribing, (error) =>
    deps.log.error("verifier.not_subscribed", { error }),
  );
  let drained: Promise<void> | undefined;
  return {
    /** Returns messages that have not started to the bus, and waits up to `drainMs` for the others. */
    drain: (drainMs: number): Promise<void> => {
      rechecks.stop();
      slots.close(new MessageNotStarted());
      drained ??= consumer.close({ drainMs });
      return drained;
    },
  };
}

export function verifierGroup(bank: BankCode): string {
  return `verifier-${bank}`;
}
