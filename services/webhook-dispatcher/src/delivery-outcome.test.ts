import type { PostOutcome } from "@receipts/webhooks";
import { outcomeOf } from "./delivery-outcome.ts";

const timings = { dnsMs: null, connectMs: null, firstByteMs: null, totalMs: 1 };
const response = (statusCode: number): PostOutcome => ({
  kind: "responded",
  statusCode,
  retryAfter: undefined,
  timings,
});
const failed: PostOutcome = { kind: "failed", errorClass: "timeout", timings };

describe("outcomeOf", () => {
  it.each<[string, PostOutcome, number, string]>([
    ["200", response(200), 1, "delivered"],
    ["204", response(204), 1, "delivered"],
    ["299", response(299), 1, "delivered"],
    ["a redirect, which is never followed", response(302), 1, "pending"],
    ["400", response(400), 1, "pending"],
    ["404", response(404), 1, "pending"],
    ["410", response(410), 1, "given_up"],
    ["429", response(429), 1, "pending"],
    ["500", response(500), 1, "pending"],
    ["no response", failed, 1, "pending"],
    ["no response to the last attempt", failed, 2, "exhausted"],
    ["200 to the last attempt", response(200), 2, "delivered"],
  ])("decides on %s", (_case, result, attempts, state) => {
    expect(outcomeOf({ result, attempts, schedule: [0, 1_000], now: new Date(), random: 0 }).state).toBe(
      state,
    );
  });
});
