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
const inReview = { status: "review_required", tries: 1, reviewExpiresAt: at(2 * WEEK) } as const;
const expired = { status: "expired", now: at(61) } as const;

describe("viewOf", () => {
  it.each<[string, Partial<SeenDeposit>, boolean, string]>([
    ["a new deposit", {}, false, "waiting open live 10"],
    ["a receipt being checked", { status: "verifying", tries: 1 }, true, "verifying closed live 9"],
    [
      "a rejected receipt",
      { tries: 1, lastError: "wrong_receiver" },
      false,
      "waiting open live 9 wrong_receiver",
    ],
    ["a receipt in review after expiry", { ...inReview, now: at(61) }, false, "review open live 9"],
    [
      "a receipt in review, and another being checked",
      { ...inReview, tries: 2 },
      true,
      "verifying closed live 8",
    ],
    ["the last attempt in review", { ...inReview, tries: 10 }, false, "review no_attempts_left live 0"],
    ["no attempts left", { tries: 10 }, false, "waiting no_attempts_left live 0"],
    ["a paid deposit", { status: "confirmed" }, false, "confirmed closed still 10"],
    ["a canceled deposit", { status: "canceled" }, false, "canceled closed still 10"],
    ["expiry before the sweep", { now: at(60) }, false, "expired open still 10"],
    ["expiry", expired, false, "expired open still 10"],
    ["a late receipt being checked", expired, true, "verifying closed live 10"],
    ["a late receipt", { ...expired, lateReceipt }, false, "late closed still 10"],
    ["a week after expiry", { status: "expired", now: at(61 + WEEK) }, false, "expired closed still 10"],
    ["a week after expiry, before the sweep", { now: at(61 + WEEK) }, false, "expired closed still 10"],
    ["no attempts left after expiry", { ...expired, tries: 10 }, false, "expired no_attempts_left still 0"],
  ])("shows %s", (_name, facts, isVerifying, expected) => {
    const view = viewOf(aDeposit(facts), { isVerifying, recheck: null, isSuspended: false });
    const { scene, form, isLive, attempts, rejection } = view;
    const shown = [
      scene,
      form,
      isLive ? "live" : "still",
      attempts.left,
      ...(rejection === null ? [] : [rejection]),
    ];
    expect(shown.join(" ")).toBe(expected);
    expect(attempts.allowed).toBe(10);
  });

  /** A suspended merchant must not get new payments. Past events stay visible. */
  it.each<[string, Partial<SeenDeposit>, boolean, string]>([
    ["an awaited payment", {}, false, "suspended"],
    ["expiry", expired, false, "suspended"],
    ["a receipt being checked", { status: "verifying" }, true, "verifying"],
    ["a late receipt", { ...expired, lateReceipt }, false, "late"],
    ["a paid deposit", { status: "confirmed" }, false, "confirmed"],
    ["a canceled deposit", { status: "canceled" }, false, "canceled"],
  ])("has no form for %s of a disabled merchant", (_name, facts, isVerifying, scene) => {
    const view = viewOf(aDeposit(facts), { isVerifying, recheck: null, isSuspended: true });
    expect(view).toMatchObject({ scene, form: "closed" });
  });

  it("has a form while the bank does not know a receipt yet, and another revision after each look", () => {
    const views = [1, 2].map((tries) => {
      const recheck = { until: at(10).toISOString(), nextAt: at(2).toISOString(), tries };
      return viewOf(aDeposit({ status: "verifying", tries: 1 }), {
        isVerifying: true,
        recheck,
        isSuspended: false,
      });
    });
    expect(views).toMatchObject([
      { scene: "verifying", form: "open" },
      { scene: "verifying", form: "open" },
    ]);
    expect(views[0]?.revision).not.toBe(views[1]?.revision);
  });

  it("changes its revision after every event, at expiry, and when the merchant is disabled", () => {
    const revisions = [aDeposit(), aDeposit({ eventCount: 2 }), aDeposit({ now: at(60) })].map(
      (deposit) => viewOf(deposit, { isVerifying: false, recheck: null, isSuspended: false }).revision,
    );
    revisions.push(viewOf(aDeposit(), { isVerifying: false, recheck: null, isSuspended: true }).revision);
    expect(new Set(revisions).size).toBe(4);
  });
});
