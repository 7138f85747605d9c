import { ids, statusUrl, times, webhookUrl } from "./example-values.ts";
import { type OperationExamples, only, page, response } from "./operation-examples.ts";

const state = {
  livemode: true,
  requestId: ids.request,
  bank: "telebirr",
  processingStatus: "completed",
  status: "success",
  verified: true,
};

const accepted = { decision: "accept", decisionReasons: [] };
const rejected = { decision: "reject", decisionReasons: ["not_verified"] };
const pending = { decision: null, decisionReasons: [] };
const unanswered = { decision: "wait", decisionReasons: ["bank_unavailable"] };

const match = {
  matched: true,
  matchType: "masked_pattern",
  matchConfidence: "high",
  source: "account_registry",
  bank: "telebirr",
  receiverAccount: "2519****5678",
  matchedSettlementAccount: "0911005678",
  matchedUserBankAccountId: ids.bankAccount,
  matchedBusinessBankAccountId: null,
  candidateCount: 1,
  ambiguous: false,
  reason: "receiver_mask_matches_visible_digits",
  proof: "mask_and_name",
  nameMatch: "agrees",
};

export const exampleResult = {
  bank: "telebirr",
  livemode: true,
  status: "success",
  verified: true,
  amount: 1250,
  currency: "ETB",
  senderName: "Abebe Kebede",
  receiverName: "Sara Coffee Trading",
  receiverAccount: "2519****5678",
  referenceNumber: "DC21QK2M41",
  accountSuffix: null,
  timestamp: times.paid,
  paymentKind: "transfer",
  confirmationHistory: {
    scope: "account",
    isFirstConfirmation: true,
    confirmedBefore: false,
    firstConfirmedAt: times.ended,
    lastConfirmedAt: times.ended,
    confirmationCount: 1,
  },
  settlementAccountMatch: match,
  failureReason: null,
  ...accepted,
};

export const exampleResolution = {
  decision: "accept",
  by: "Sara Bekele",
  at: times.later,
  note: "The money is in our account",
};
const resolved = { ...accepted, resolution: exampleResolution };

function receiptOf(item: typeof exampleResult) {
  const { referenceNumber, amount, currency, senderName, receiverName, receiverAccount, timestamp } = item;
  return { referenceNumber, amount, currency, senderName, receiverName, receiverAccount, timestamp };
}

const unmatched = {
  ...match,
  matched: false,
  matchType: "unmatched",
  matchConfidence: "none",
  matchedUserBankAccountId: null,
  candidateCount: 0,
  reason: "verification_not_successful",
  proof: "none",
  nameMatch: "unknown",
};
const { receiverAccount: _receiver, matchedSettlementAccount: _settlement, ...unmatchedShape } = unmatched;

export const notFoundResult = {
  ...exampleResult,
  status: "not_found",
  verified: false,
  amount: null,
  currency: null,
  senderName: null,
  receiverName: null,
  receiverAccount: null,
  timestamp: null,
  paymentKind: null,
  confirmationHistory: {
    scope: "account",
    isFirstConfirmation: false,
    confirmedBefore: false,
    firstConfirmedAt: null,
    lastConfirmedAt: null,
    confirmationCount: 0,
  },
  settlementAccountMatch: unmatchedShape,
  ...rejected,
};

const running = {
  ...{ ...state, source: "api", processingStatus: "running", status: "pending", verified: false },
  ...{ createdAt: times.asked, durationMs: null, failureReason: null, result: null },
};
const notFoundState = { ...state, status: "not_found", verified: false };
const failedState = { ...state, processingStatus: "failed", status: "failed", verified: false };
const submitted = (verification: object, data: object, message: string) => ({
  success: true,
  message,
  data: [data],
  requestId: ids.request,
  verification,
  links: { statusUrl },
});

const attempt = {
  attempt: 1,
  trigger: "schedule",
  statusCode: 204,
  errorClass: null,
  durations: { dnsMs: 3.1, connectMs: 41.5, firstByteMs: 62, totalMs: 107.2 },
  finishedAt: times.ended,
};
const delivery = {
  id: ids.delivery,
  event: "verification.completed",
  url: webhookUrl,
  state: "delivered",
  nextAttemptAt: null,
  createdAt: times.ended,
  finishedAt: times.ended,
  attemptCount: 1,
  attempts: [attempt],
};
export const recoveryExample = {
  id: ids.recovery,
  state: "running",
  since: "2026-03-02T00:00:00.000Z",
  until: "2026-03-02T09:00:00.000Z",
  host: "shop.example.et",
  endpointId: null,
  matched: 40,
  matchedIsExact: true,
  requeued: 25,
  delivered: 24,
  failed: 0,
  pending: 16,
  createdAt: times.later,
  finishedAt: null,
};

export const verificationExamples = {
  submitVerification: {
    body: {
      reference: {
        summary: "A wallet's receipt by its reference",
        value: { bank: "telebirr", reference: "DC21QK2M41", settlementAccount: "0911005678" },
      },
      expect: {
        summary: "With conditions on the payment",
        value: {
          bank: "telebirr",
          reference: "DC21QK2M41",
          expect: { amount: "1250.00", receiverName: "Sara Coffee Trading", maxAgeMinutes: 120 },
        },
      },
      suffix: {
        summary: "A bank that requires digits of the account",
        value: { bank: "cbe", reference: "FT26061AB12C", suffix: "12345678", webhookUrl },
      },
      sms: {
        summary: "A pasted SMS, from which the bank is detected",
        value: {
          reference:
            "Dear Abebe, you have transferred ETB 1,250.00 to Sara Coffee Trading. Your transaction number is DC21QK2M41.",
        },
      },
    },
    responses: {
      200: {
        success: {
          summary: "The receipt is genuine",
          value: submitted(state, exampleResult, "The receipt is genuine"),
        },
        notFound: {
          summary: "The bank has no such receipt",
          value: submitted(notFoundState, notFoundResult, "The bank knows no such receipt"),
        },
        failed: {
          summary: "No verdict: the credit was refunded",
          value: submitted(
            failedState,
            { ...notFoundResult, status: "failed", failureReason: "bank_unavailable", ...unanswered },
            "The receipt could not be confirmed",
          ),
        },
      },
      202: only({
        success: true,
        message: "Verification accepted",
        data: [],
        requestId: ids.request,
        statusUrl,
        estimatedWaitMs: 900,
        verification: { ...state, processingStatus: "queued", status: "pending", verified: false },
        links: { statusUrl, pollAfterMs: 1_000, webhookRegistered: true },
      }),
    },
  },
  resolveVerification: {
    body: only({ decision: "accept", note: exampleResolution.note }),
    responses: {
      200: response(
        {
          ...{ ...state, source: "api", createdAt: times.asked, completedAt: times.ended, durationMs: 884 },
          ...{ failureReason: null, result: { ...exampleResult, ...resolved }, ...resolved },
        },
        "Decided",
      ),
    },
  },
  getVerification: {
    responses: {
      200: {
        ended: {
          summary: "Finished",
          value: {
            success: true,
            message: "Status",
            data: {
              ...state,
              source: "api",
              createdAt: times.asked,
              completedAt: times.ended,
              durationMs: 884,
              failureReason: null,
              result: exampleResult,
              ...accepted,
            },
          },
        },
        running: {
          summary: "The bank is being queried",
          value: {
            success: true,
            message: "Status",
            data: {
              ...running,
              ...pending,
            },
          },
        },
        notBooked: {
          summary: "The bank has not booked the payment yet, and is asked again",
          value: {
            success: true,
            message: "Status",
            data: {
              ...running,
              ...{ decision: "wait", decisionReasons: ["not_booked_yet"] },
              recheck: { until: times.later, nextAt: times.ended, tries: 1 },
              links: { statusUrl, pollAfterMs: 15_000 },
            },
          },
        },
      },
    },
  },
  listBankAttempts: {
    responses: {
      200: response(
        {
          startedAt: times.asked,
          isParked: false,
          answeredFrom: "bank",
          attempts: [
            { startedAt: times.asked, durationMs: 402, outcome: "unavailable", about: "receipt" },
            { startedAt: "2026-03-02T08:15:30.640Z", durationMs: 318, outcome: "document", about: "receipt" },
          ],
        },
        "Attempts",
      ),
    },
  },
  streamVerification: {
    responses: {
      200: only(
        `id: 1\nevent: status\ndata: {"requestId":"${ids.request}","processingStatus":"queued","status":"pending","verified":false}\n\n` +
          `id: 2\nevent: status\ndata: {"requestId":"${ids.request}","processingStatus":"completed","status":"success","verified":true,"decision":"accept","decisionReasons":[]}\n\n` +
          `event: done\ndata: {"requestId":"${ids.request}","reason":"terminal"}\n\n`,
      ),
    },
  },
  listVerifications: {
    responses: {
      200: page(
        {
          ...state,
          source: "api",
          durationMs: 884,
          createdAt: times.asked,
          ...accepted,
          ...receiptOf(exampleResult),
        },
        "History",
      ),
    },
  },
  testWebhook: {
    body: only({ webhookUrl, scenario: "success" }),
    responses: {
      200: response(
        {
          delivered: true,
          deliveryId: ids.delivery,
          statusCode: 204,
          durationMs: 131,
          error: null,
          signed: true,
        },
        "Delivered",
      ),
    },
  },
  listDeliveries: { responses: { 200: page(delivery, "Webhook deliveries") } },
  redeliver: {
    responses: {
      202: response(
        { ...delivery, state: "pending", nextAttemptAt: times.later, finishedAt: null },
        "The webhook is due now",
      ),
    },
  },
  recoverDeliveries: {
    body: only({ since: "2026-03-02", until: "2026-03-02T09:00:00Z", host: "shop.example.et" }),
    responses: { 202: response(recoveryExample, "The recovery has started") },
  },
  getRecovery: { responses: { 200: response(recoveryExample, "Recovery") } },
} satisfies Record<string, OperationExamples>;
