import type { PostOutcome } from "@receipts/webhooks";
import { outcomeOf } from "./delivery-outcome.ts";

const timings = { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 1 };
const answered = (statusCode: number): PostOutcome => ({
  kind: "answered",
  statusCode,
  retryAfter: undefined,
  timings,
});
const failed: PostOutcome = { kind: "failed", errorClass: "timeout", timings };

describe("what becomes of a delivery", () => {
  it.each<[string, PostOutcome, number, string]>([
    ["200", answered(200), 1, "delivered"],
    ["204", answered(204), 1, "delivered"],
    ["299", answered(299), 1, "delivered"],
    ["a redirect, which is never followed", answered(302), 1, "pending"],
    ["400", answered(400), 1, "pending"],
    ["404", answered(404), 1, "pending"],
    ["410: the receiver is gone", answered(410), 1, "given_up"],
    ["429", answered(429), 1, "pending"],
    ["500", answered(500), 1, "pending"],
    ["no answer", failed, 1, "pending"],
    ["no answer to the last attempt", failed, 2, "exhausted"],
    ["200 to the last attempt", answered(200), 2, "delivered"],
  ])("%s", (_what, result, attempts, state) => {
    expect(outcomeOf({ result, attempts, schedule: [0, 1_000], now: new Date(), random: 0 }).state).toBe(
      state,
    );
  });
});
