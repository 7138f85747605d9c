import { createServiceMetrics } from "@receipts/service-kit";
import { testLog } from "@receipts/testing/suite-log";
import { noTracing } from "@receipts/tracing";
import type { PostOutcome } from "@receipts/webhooks";
import { createDeliverWebhook } from "./deliver-webhook.ts";
import type { DeliveryOutcome } from "./delivery-outcome.ts";
import type { LeasedDelivery } from "./delivery-repository.ts";

const delivery = {
  id: "whd_1",
  endpointId: null,
  sealedHeaders: null,
  url: "https://shop.example.test/hook",
  payload: "{}",
  attempts: 3,
  runAttempts: 3,
  leasedAt: new Date(),
  createdAt: new Date(),
} as LeasedDelivery;

/** Else a receiver that breaks our sockets would get its webhook every millisecond, without end. */
it("counts an unexpected client error as an attempt", async () => {
  const recorded: { readonly result: PostOutcome; readonly outcome: DeliveryOutcome }[] = [];
  const deliver = createDeliverWebhook({
    client: {
      post: async () => {
        throw new Error("an alert without a name");
      },
    },
    deliveries: {
      complete: async (_delivery, result, outcome) => recorded.push({ result, outcome }) > 0,
      release: async () => {
        throw new Error("a released delivery would be leased again at once");
      },
    },
    signingSecrets: { unseal: () => undefined, unsealHeaders: () => ({}) },
    schedule: [0, 30_000, 60_000, 120_000, 240_000],
    deadlineMs: 1_000,
    leaseMs: 11_000,
    log: testLog,
    tracing: noTracing,
    metrics: createServiceMetrics({ processMetrics: false }),
  });
  expect(await deliver(delivery, new AbortController().signal)).toMatchObject({ responded: undefined });
  expect(recorded).toMatchObject([
    { result: { kind: "failed", errorClass: "internal" }, outcome: { state: "pending" } },
  ]);
});
