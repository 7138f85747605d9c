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
const acceptInPerson: DepositAct = { kind: "resolve", decision: "accept" };
const rejectInPerson: DepositAct = { kind: "resolve", decision: "reject" };
const expire: DepositAct = { kind: "expire" };
const cancel: DepositAct = { kind: "cancel" };
const due = { now: at(60) };

const waiting = moment("awaiting_payment");
const overdue = moment("awaiting_payment", due);
const onTrial = moment("verifying");
const inReview = moment("review_required");
const inReviewAndTrial = moment("review_required", { isVerifying: true });
const paid = moment("confirmed");
const expired = moment("expired", due);
const lateOnTrial = moment("expired", { ...due, isVerifying: true });
const canceled = moment("canceled");

describe("a deposit", () => {
  it.each<[string, DepositMoment, DepositAct, string]>([
    ["a receipt is put on trial", waiting, submit, "verifying deposit.receipt_submitted"],
    ["one at a time", onTrial, submit, "in_progress"],
    ["ten at most", moment("awaiting_payment", { tries: 10 }), submit, "no_tries_left"],
    [
      "the tenth still",
      moment("awaiting_payment", { tries: 9 }),
      submit,
      "verifying deposit.receipt_submitted",
    ],
    ["none before an expiry that is due is noted", overdue, submit, "due"],
    ["none when it is paid", paid, submit, "closed"],
    ["none when it is canceled", canceled, submit, "closed"],
    ["one that fits confirms", onTrial, accept, "confirmed deposit.confirmed"],
    ["also when the time is over by then", moment("verifying", due), accept, "confirmed deposit.confirmed"],
    ["one that does not fit leaves it waiting", onTrial, reject, "awaiting_payment deposit.receipt_rejected"],
    ["no verdict without a trial", waiting, accept, "closed"],
    ["no rejection without a trial", waiting, reject, "closed"],
    ["it expires at its time", overdue, expire, "expired deposit.expired"],
    ["and not before", moment("awaiting_payment", { now: at(59) }), expire, "not_due"],
    ["not with a receipt on trial", moment("verifying", due), expire, "in_progress"],
    ["only once", expired, expire, "closed"],
    ["it is canceled while it waits", waiting, cancel, "canceled deposit.canceled"],
    ["not with a receipt on trial", onTrial, cancel, "in_progress"],
    ["not when its time is over", overdue, cancel, "due"],
    ["not when it is paid", paid, cancel, "closed"],
    ["not twice", canceled, cancel, "closed"],
    ["a late receipt is put on trial", expired, submit, "expired deposit.receipt_submitted"],
    [
      "within 7 days",
      moment("expired", { now: at(60 + 7 * DAY) }),
      submit,
      "expired deposit.receipt_submitted",
    ],
    ["and not later", moment("expired", { now: at(61 + 7 * DAY) }), submit, "closed"],
    ["one of them at a time", lateOnTrial, submit, "in_progress"],
    ["one that fits is recorded", lateOnTrial, accept, "expired deposit.late_receipt"],
    ["one that does not is told", lateOnTrial, reject, "expired deposit.receipt_rejected"],
    ["a receipt in doubt waits for a person", onTrial, hold, "review_required deposit.review_required"],
    ["another one may be sent meanwhile", inReview, submit, "review_required deposit.receipt_submitted"],
    ["one at a time", inReviewAndTrial, submit, "in_progress"],
    ["which confirms where it is proven", inReviewAndTrial, accept, "confirmed deposit.confirmed"],
    [
      "and changes nothing where it does not fit",
      inReviewAndTrial,
      reject,
      "review_required deposit.receipt_rejected",
    ],
    ["or takes the first one's place", inReviewAndTrial, hold, "review_required deposit.review_required"],
    ["a person accepts", inReview, acceptInPerson, "confirmed deposit.confirmed"],
    [
      "also when the time is over",
      moment("review_required", due),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    [
      "also while another receipt is being verified",
      inReviewAndTrial,
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    ["or rejects, and it waits again", inReview, rejectInPerson, "awaiting_payment deposit.receipt_rejected"],
    [
      "or rejects, and its time is over",
      moment("review_required", due),
      rejectInPerson,
      "expired deposit.expired",
    ],
    [
      "or rejects, and the other receipt is heard",
      moment("review_required", { ...due, isVerifying: true }),
      rejectInPerson,
      "verifying deposit.receipt_rejected",
    ],
    ["a review outlives the time to pay", moment("review_required", due), expire, "not_due"],
    [
      "and ends after its own",
      moment("review_required", { now: at(14 * DAY) }),
      expire,
      "expired deposit.expired",
    ],
    [
      "not with a receipt on trial",
      moment("review_required", { now: at(14 * DAY), isVerifying: true }),
      expire,
      "in_progress",
    ],
    ["it is not canceled", inReview, cancel, "in_review"],
    ["there is nothing to reject", waiting, rejectInPerson, "not_in_review"],
    ["nor when it is paid", paid, rejectInPerson, "not_in_review"],
    ["it is marked as paid while it waits", waiting, acceptInPerson, "confirmed deposit.confirmed"],
    [
      "and when it has expired",
      moment("expired", { ...due, hasLateReceipt: true }),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    ["not with a receipt on trial", onTrial, acceptInPerson, "in_progress"],
    ["not with a late one on trial", lateOnTrial, acceptInPerson, "in_progress"],
    ["not twice", paid, acceptInPerson, "closed"],
    ["not when it is canceled", canceled, acceptInPerson, "closed"],
    ["one in doubt is recorded when it is late", lateOnTrial, hold, "expired deposit.late_receipt"],
    ["after one, no other", moment("expired", { ...due, hasLateReceipt: true }), submit, "closed"],
  ])("%s", (_promise, deposit, act, expected) => {
    const next = nextState(deposit, act);
    expect(next.kind === "moved" ? `${next.status} ${next.event}` : next.refusal).toBe(expected);
  });

  it("never leaves a terminal state by itself", () => {
    for (const status of ["confirmed", "expired", "canceled"] as const) {
      for (const act of [submit, accept, hold, reject, rejectInPerson, expire, cancel]) {
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
