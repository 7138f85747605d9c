import { type SeenDeposit, viewOf } from "./page-view.ts";

const createdAt = new Date("2026-11-01T10:00:00Z");
const at = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
const WEEK = 7 * 24 * 60;

const aDeposit = (facts: Partial<SeenDeposit> = {}): SeenDeposit => ({
  status: "awaiting_payment",
  now: at(1),
  expiresAt: at(60),
  reviewExpiresAt: null,
  tries: 0,
  maxTries: 10,
  lateReceipt: null,
  lastError: null,
  eventCount: 1,
  ...facts,
});
const lateReceipt = {} as NonNullable<SeenDeposit["lateReceipt"]>;

describe("what the page shows", () => {
  it.each<[string, Partial<SeenDeposit>, boolean, object]>([
    [
      "a new deposit",
      {},
      false,
      { scene: "waiting", form: "open", isLive: true, attempts: { left: 10, allowed: 10 } },
    ],
    [
      "a receipt on trial",
      { status: "verifying", tries: 1 },
      true,
      { scene: "verifying", form: "closed", isLive: true },
    ],
    [
      "a receipt that does not fit",
      { tries: 1, lastError: "wrong_receiver" },
      false,
      { scene: "waiting", form: "open", rejection: "wrong_receiver", attempts: { left: 9, allowed: 10 } },
    ],
    [
      "a receipt in review, and the time over",
      { status: "review_required", tries: 1, now: at(61), reviewExpiresAt: at(2 * WEEK) },
      false,
      { scene: "review", form: "open", isLive: true },
    ],
    [
      "another one on trial meanwhile",
      { status: "review_required", tries: 2, reviewExpiresAt: at(2 * WEEK) },
      true,
      { scene: "verifying", form: "closed", isLive: true },
    ],
    [
      "the tenth in review",
      { status: "review_required", tries: 10, reviewExpiresAt: at(2 * WEEK) },
      false,
      { scene: "review", form: "no_attempts_left", isLive: true },
    ],
    [
      "ten of them",
      { tries: 10 },
      false,
      { scene: "waiting", form: "no_attempts_left", attempts: { left: 0, allowed: 10 } },
    ],
    ["a paid deposit", { status: "confirmed" }, false, { scene: "confirmed", form: "closed", isLive: false }],
    [
      "a canceled deposit",
      { status: "canceled" },
      false,
      { scene: "canceled", form: "closed", isLive: false },
    ],
    [
      "the end of the time, before it is noted",
      { now: at(60) },
      false,
      { scene: "expired", form: "open", isLive: false },
    ],
    ["the end of the time", { status: "expired", now: at(61) }, false, { scene: "expired", form: "open" }],
    [
      "a late receipt on trial",
      { status: "expired", now: at(61) },
      true,
      { scene: "verifying", form: "closed", isLive: true },
    ],
    [
      "a late receipt",
      { status: "expired", now: at(61), lateReceipt },
      false,
      { scene: "late", form: "closed" },
    ],
    ["a week later", { status: "expired", now: at(61 + WEEK) }, false, { scene: "expired", form: "closed" }],
    ["a week later, not noted", { now: at(61 + WEEK) }, false, { scene: "expired", form: "closed" }],
    [
      "no attempts left after the time",
      { status: "expired", now: at(61), tries: 10 },
      false,
      { scene: "expired", form: "no_attempts_left" },
    ],
  ])("of %s", (_name, facts, isVerifying, expected) => {
    expect(viewOf(aDeposit(facts), { isVerifying, isSuspended: false })).toMatchObject(expected);
  });

  /** Nobody may be led to pay a merchant who was stopped; what has happened already is still told. */
  it.each<[string, Partial<SeenDeposit>, boolean, string]>([
    ["awaited money", {}, false, "suspended"],
    ["the end of the time", { status: "expired", now: at(61) }, false, "suspended"],
    ["a receipt on trial", { status: "verifying" }, true, "verifying"],
    ["a late receipt", { status: "expired", now: at(61), lateReceipt }, false, "late"],
    ["a paid deposit", { status: "confirmed" }, false, "confirmed"],
    ["a canceled deposit", { status: "canceled" }, false, "canceled"],
  ])("of %s of a disabled merchant has no form", (_name, facts, isVerifying, scene) => {
    const view = viewOf(aDeposit(facts), { isVerifying, isSuspended: true });
    expect(view).toMatchObject({ scene, form: "closed" });
  });

  it("is another revision after every event, at the end of the time, and when the merchant is disabled", () => {
    const revisions = [aDeposit(), aDeposit({ eventCount: 2 }), aDeposit({ now: at(60) })].map(
      (deposit) => viewOf(deposit, { isVerifying: false, isSuspended: false }).revision,
    );
    revisions.push(viewOf(aDeposit(), { isVerifying: false, isSuspended: true }).revision);
    expect(new Set(revisions).size).toBe(4);
  });
});
