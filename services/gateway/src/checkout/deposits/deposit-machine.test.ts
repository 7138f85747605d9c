import { type DepositStatus, depositStatuses } from "@receipts/contracts";
import { type DepositAct, type DepositMoment, nextState, visibleStatus } from "./deposit-machine.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 12, minutes));
const DAY = 24 * 60;

function moment(status: DepositStatus, more: Partial<DepositMoment> = {}): DepositMoment {
  const isVerifying = status === "verifying";
  const reviewExpiresAt = status === "review_required" ? at(14 * DAY) : null;
  const waiting = { now: at(0), expiresAt: at(60), tries: 0, maxTries: 10, hasLateReceipt: false };
  return { ...waiting, status, isVerifying, reviewExpiresAt, ...more };
}

const submit: DepositAct = { kind: "submit_receipt" };
const accept: DepositAct = { kind: "accept_receipt" };
const reject: DepositAct = { kind: "reject_receipt", reason: "receipt_not_found" };
const hold: DepositAct = { kind: "hold_receipt" };
const count: DepositAct = { kind: "count_receipt", isInReview: false };
const countHeld: DepositAct = { kind: "count_receipt", isInReview: true };
const countInPerson: DepositAct = { kind: "resolve", decision: "count" };
const acceptInPerson: DepositAct = { kind: "resolve", decision: "accept" };
const rejectInPerson: DepositAct = { kind: "resolve", decision: "reject" };
const expire: DepositAct = { kind: "expire" };
const cancel: DepositAct = { kind: "cancel" };
const due = { now: at(60) };

const waiting = moment("awaiting_payment");
const overdue = moment("awaiting_payment", due);
const verifying = moment("verifying");
const inReview = moment("review_required");
const inReviewVerifying = moment("review_required", { isVerifying: true });
const paid = moment("confirmed");
const expired = moment("expired", due);
const lateVerifying = moment("expired", { ...due, isVerifying: true });
const canceled = moment("canceled");

describe("a deposit", () => {
  it.each<[string, DepositMoment, DepositAct, string]>([
    ["verifies a receipt", waiting, submit, "verifying deposit.receipt_submitted"],
    ["verifies one receipt at a time", verifying, submit, "in_progress"],
    ["refuses an eleventh receipt", moment("awaiting_payment", { tries: 10 }), submit, "no_tries_left"],
    [
      "verifies a tenth receipt",
      moment("awaiting_payment", { tries: 9 }),
      submit,
      "verifying deposit.receipt_submitted",
    ],
    ["refuses a receipt between its expiry and the sweep", overdue, submit, "due"],
    ["refuses a receipt when confirmed", paid, submit, "closed"],
    ["refuses a receipt when canceled", canceled, submit, "closed"],
    ["is confirmed by a matching receipt", verifying, accept, "confirmed deposit.confirmed"],
    [
      "is confirmed by a receipt that was sent in time",
      moment("verifying", due),
      accept,
      "confirmed deposit.confirmed",
    ],
    [
      "awaits payment again after a rejected receipt",
      verifying,
      reject,
      "awaiting_payment deposit.receipt_rejected",
    ],
    ["refuses an acceptance without a receipt being verified", waiting, accept, "closed"],
    ["refuses a rejection without a receipt being verified", waiting, reject, "closed"],
    ["expires at its time", overdue, expire, "expired deposit.expired"],
    ["does not expire before its time", moment("awaiting_payment", { now: at(59) }), expire, "not_due"],
    ["does not expire while a receipt is verified", moment("verifying", due), expire, "in_progress"],
    ["expires only once", expired, expire, "closed"],
    ["is canceled while it awaits payment", waiting, cancel, "canceled deposit.canceled"],
    ["is not canceled while a receipt is verified", verifying, cancel, "in_progress"],
    ["is not canceled after its expiry", overdue, cancel, "due"],
    ["is not canceled when confirmed", paid, cancel, "closed"],
    ["is canceled only once", canceled, cancel, "closed"],
    ["verifies a late receipt", expired, submit, "expired deposit.receipt_submitted"],
    [
      "verifies a late receipt within 7 days",
      moment("expired", { now: at(60 + 7 * DAY) }),
      submit,
      "expired deposit.receipt_submitted",
    ],
    ["refuses a receipt after 7 days", moment("expired", { now: at(61 + 7 * DAY) }), submit, "closed"],
    ["verifies one late receipt at a time", lateVerifying, submit, "in_progress"],
    ["records a matching late receipt", lateVerifying, accept, "expired deposit.late_receipt"],
    ["announces a rejected late receipt", lateVerifying, reject, "expired deposit.receipt_rejected"],
    ["goes to review with a receipt in doubt", verifying, hold, "review_required deposit.review_required"],
    [
      "verifies another receipt during a review",
      inReview,
      submit,
      "review_required deposit.receipt_submitted",
    ],
    ["verifies one receipt at a time during a review", inReviewVerifying, submit, "in_progress"],
    [
      "is confirmed by a proven receipt during a review",
      inReviewVerifying,
      accept,
      "confirmed deposit.confirmed",
    ],
    [
      "stays in review after another receipt is rejected",
      inReviewVerifying,
      reject,
      "review_required deposit.receipt_rejected",
    ],
    [
      "stays in review with another receipt in doubt",
      inReviewVerifying,
      hold,
      "review_required deposit.review_required",
    ],
    ["is confirmed when a person accepts", inReview, acceptInPerson, "confirmed deposit.confirmed"],
    [
      "is confirmed when a person accepts after the expiry",
      moment("review_required", due),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    [
      "is confirmed when a person accepts while another receipt is verified",
      inReviewVerifying,
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    [
      "awaits payment again when a person rejects",
      inReview,
      rejectInPerson,
      "awaiting_payment deposit.receipt_rejected",
    ],
    [
      "expires when a person rejects after the expiry",
      moment("review_required", due),
      rejectInPerson,
      "expired deposit.expired",
    ],
    [
      "verifies the other receipt when a person rejects",
      moment("review_required", { ...due, isVerifying: true }),
      rejectInPerson,
      "verifying deposit.receipt_rejected",
    ],
    ["does not expire during a review", moment("review_required", due), expire, "not_due"],
    [
      "expires when the review has expired",
      moment("review_required", { now: at(14 * DAY) }),
      expire,
      "expired deposit.expired",
    ],
    [
      "does not expire after the review while a receipt is verified",
      moment("review_required", { now: at(14 * DAY), isVerifying: true }),
      expire,
      "in_progress",
    ],
    ["is not canceled during a review", inReview, cancel, "in_review"],
    ["has nothing to reject while it awaits payment", waiting, rejectInPerson, "not_in_review"],
    ["has nothing to reject when confirmed", paid, rejectInPerson, "not_in_review"],
    [
      "is marked as paid by a person while it awaits payment",
      waiting,
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    [
      "is marked as paid by a person after its expiry",
      moment("expired", { ...due, hasLateReceipt: true }),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    ["is not marked as paid while a receipt is verified", verifying, acceptInPerson, "in_progress"],
    ["is not marked as paid while a late receipt is verified", lateVerifying, acceptInPerson, "in_progress"],
    ["is marked as paid only once", paid, acceptInPerson, "closed"],
    ["is not marked as paid when canceled", canceled, acceptInPerson, "closed"],
    ["records a late receipt in doubt", lateVerifying, hold, "expired deposit.late_receipt"],
    ["awaits the rest after a part", verifying, count, "awaiting_payment deposit.partially_paid"],
    [
      "counts a part that was sent in time, and expires then",
      moment("verifying", due),
      count,
      "awaiting_payment deposit.partially_paid",
    ],
    [
      "counts a part while another receipt is in review",
      inReviewVerifying,
      count,
      "review_required deposit.partially_paid",
    ],
    [
      "ends the review of a part that is proven meanwhile",
      inReviewVerifying,
      countHeld,
      "awaiting_payment deposit.partially_paid",
    ],
    [
      "counts a part when a person accepts",
      inReview,
      countInPerson,
      "awaiting_payment deposit.partially_paid",
    ],
    [
      "verifies the other receipt when a person accepts a part",
      inReviewVerifying,
      countInPerson,
      "verifying deposit.partially_paid",
    ],
    ["counts no part in person without a review", waiting, countInPerson, "not_in_review"],
    ["counts no part when confirmed", paid, count, "closed"],
    ["counts no part when canceled", canceled, count, "closed"],
    ["refuses a second late receipt", moment("expired", { ...due, hasLateReceipt: true }), submit, "closed"],
  ])("%s", (_promise, deposit, act, expected) => {
    const next = nextState(deposit, act);
    expect(next.kind === "moved" ? `${next.status} ${next.event}` : next.refusal).toBe(expected);
  });

  it("never leaves a terminal state by itself", () => {
    for (const status of ["confirmed", "expired", "canceled"] as const) {
      for (const act of [
        submit,
        accept,
        count,
        hold,
        reject,
        countInPerson,
        rejectInPerson,
        expire,
        cancel,
      ]) {
        for (const isVerifying of [true, false]) {
          const next = nextState(moment(status, { ...due, isVerifying }), act);
          expect(next.kind === "moved" ? next.status : status).toBe(status);
        }
      }
    }
  });

  it("shows as expired once it is due, unless it has ended or a receipt is being verified", () => {
    const seen = depositStatuses.map((status) => visibleStatus(moment(status, due)));
    expect(seen).toEqual(["expired", "verifying", "review_required", "confirmed", "expired", "canceled"]);
    expect(visibleStatus(moment("awaiting_payment", { now: at(59) }))).toBe("awaiting_payment");
  });
});
