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

describe("the life of a deposit", () => {
  it.each<[string, DepositMoment, DepositAct, string]>([
    ["a receipt is put on trial", moment("awaiting_payment"), submit, "verifying deposit.receipt_submitted"],
    ["one at a time", moment("verifying"), submit, "in_progress"],
    ["ten at most", moment("awaiting_payment", { tries: 10 }), submit, "no_tries_left"],
    [
      "the tenth still",
      moment("awaiting_payment", { tries: 9 }),
      submit,
      "verifying deposit.receipt_submitted",
    ],
    ["none before an expiry that is due is noted", moment("awaiting_payment", due), submit, "due"],
    ["none when it is paid", moment("confirmed"), submit, "closed"],
    ["none when it is canceled", moment("canceled"), submit, "closed"],
    ["one that fits confirms", moment("verifying"), accept, "confirmed deposit.confirmed"],
    ["also when the time is over by then", moment("verifying", due), accept, "confirmed deposit.confirmed"],
    [
      "one that does not fit leaves it waiting",
      moment("verifying"),
      reject,
      "awaiting_payment deposit.receipt_rejected",
    ],
    ["no verdict without a trial", moment("awaiting_payment"), accept, "closed"],
    ["no rejection without a trial", moment("awaiting_payment"), reject, "closed"],
    ["it expires at its time", moment("awaiting_payment", due), expire, "expired deposit.expired"],
    ["and not before", moment("awaiting_payment", { now: at(59) }), expire, "not_due"],
    ["not with a receipt on trial", moment("verifying", due), expire, "in_progress"],
    ["only once", moment("expired", due), expire, "closed"],
    ["it is canceled while it waits", moment("awaiting_payment"), cancel, "canceled deposit.canceled"],
    ["not with a receipt on trial", moment("verifying"), cancel, "in_progress"],
    ["not when its time is over", moment("awaiting_payment", due), cancel, "due"],
    ["not when it is paid", moment("confirmed"), cancel, "closed"],
    ["not twice", moment("canceled"), cancel, "closed"],
    ["a late receipt is put on trial", moment("expired", due), submit, "expired deposit.receipt_submitted"],
    [
      "within 7 days",
      moment("expired", { now: at(60 + 7 * DAY) }),
      submit,
      "expired deposit.receipt_submitted",
    ],
    ["and not later", moment("expired", { now: at(61 + 7 * DAY) }), submit, "closed"],
    ["one of them at a time", moment("expired", { ...due, isVerifying: true }), submit, "in_progress"],
    [
      "one that fits is recorded",
      moment("expired", { ...due, isVerifying: true }),
      accept,
      "expired deposit.late_receipt",
    ],
    [
      "one that does not is told",
      moment("expired", { ...due, isVerifying: true }),
      reject,
      "expired deposit.receipt_rejected",
    ],
    [
      "a receipt in doubt waits for a person",
      moment("verifying"),
      hold,
      "review_required deposit.review_required",
    ],
    [
      "another one may be sent meanwhile",
      moment("review_required"),
      submit,
      "review_required deposit.receipt_submitted",
    ],
    ["one at a time", moment("review_required", { isVerifying: true }), submit, "in_progress"],
    [
      "which confirms where it is proven",
      moment("review_required", { isVerifying: true }),
      accept,
      "confirmed deposit.confirmed",
    ],
    [
      "and changes nothing where it does not fit",
      moment("review_required", { isVerifying: true }),
      reject,
      "review_required deposit.receipt_rejected",
    ],
    [
      "or takes the first one's place",
      moment("review_required", { isVerifying: true }),
      hold,
      "review_required deposit.review_required",
    ],
    ["a person accepts", moment("review_required"), acceptInPerson, "confirmed deposit.confirmed"],
    [
      "also when the time is over",
      moment("review_required", due),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    [
      "whatever else is on trial",
      moment("review_required", { isVerifying: true }),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    [
      "or rejects, and it waits again",
      moment("review_required"),
      rejectInPerson,
      "awaiting_payment deposit.receipt_rejected",
    ],
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
    ["it is not canceled", moment("review_required"), cancel, "in_review"],
    ["there is nothing to reject", moment("awaiting_payment"), rejectInPerson, "not_in_review"],
    ["nor when it is paid", moment("confirmed"), rejectInPerson, "not_in_review"],
    [
      "it is marked as paid while it waits",
      moment("awaiting_payment"),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    [
      "and when it has expired",
      moment("expired", { ...due, hasLateReceipt: true }),
      acceptInPerson,
      "confirmed deposit.confirmed",
    ],
    ["not with a receipt on trial", moment("verifying"), acceptInPerson, "in_progress"],
    [
      "not with a late one on trial",
      moment("expired", { ...due, isVerifying: true }),
      acceptInPerson,
      "in_progress",
    ],
    ["not twice", moment("confirmed"), acceptInPerson, "closed"],
    ["not when it is canceled", moment("canceled"), acceptInPerson, "closed"],
    [
      "one in doubt is recorded when it is late",
      moment("expired", { ...due, isVerifying: true }),
      hold,
      "expired deposit.late_receipt",
    ],
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

  it("is seen as expired from its time on, unless it has ended or a receipt is on trial", () => {
    const seen = depositStatuses.map((status) => visibleStatus(moment(status, due)));
    expect(seen).toEqual(["expired", "verifying", "review_required", "confirmed", "expired", "canceled"]);
    expect(visibleStatus(moment("awaiting_payment", { now: at(59) }))).toBe("awaiting_payment");
  });
});
