import { setImmediate as turn } from "node:timers/promises";
import type { PostErrorClass, PostOutcome } from "@receipts/webhooks";
import { createDeliverSample } from "./deliver-sample.ts";

const timings = { dnsMs: 1, connectMs: 1, firstByteMs: null, totalMs: 3 };

function deliverTo(outcome: PostOutcome) {
  const draining = new AbortController();
  const deliver = createDeliverSample({
    client: { post: async () => outcome },
    signingSecrets: { secretsOf: async () => undefined },
    deadlineMs: 60_000,
    draining: draining.signal,
  });
  const sample = {
    url: "https://shop.example/",
    scenario: "success",
    userId: "usr_1",
    requestId: "r",
  } as const;
  return { result: deliver(sample), drain: () => draining.abort() };
}

/** A caller who learns the reason, or its time, can scan the ports behind any public address. */
describe("a sample without a response", () => {
  const classes: readonly PostErrorClass[] = [
    "dns",
    "unsafe_address",
    "connect",
    "tls",
    "timeout",
    "reset",
    "protocol",
    "internal",
    "aborted",
  ];
  it.each(classes)(
    "with the reason %s is reported after the whole deadline, as any other",
    async (errorClass) => {
      const { result, drain } = deliverTo({ kind: "failed", errorClass, timings });
      let isReported = false;
      void result.then(() => {
        isReported = true;
      });
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect(isReported).toBe(false);
      drain(); // the delay ends with the process
      expect(await result).toEqual({
        delivered: false,
        deliveryId: expect.stringMatching(/^whd_/),
        statusCode: null,
        durationMs: 60_000,
        error: "no_answer",
        signed: false,
      });
    },
  );
});

it("reports a response at once, and a redirect as such", async () => {
  const { result } = deliverTo({ kind: "responded", statusCode: 302, retryAfter: undefined, timings });
  expect(await result).toMatchObject({ delivered: false, statusCode: 302, durationMs: 3, error: "status" });
});
