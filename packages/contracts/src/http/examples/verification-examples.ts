import { verificationResultSchema } from "../verification-result-schema.ts";
import { statusRecordSchema } from "../verification-schemas.ts";
import { exampleOf } from "./example-of.ts";
import { ids, statusUrl, times, webhookUrl } from "./example-values.ts";
import { type OperationExamples, only } from "./operation-examples.ts";

export const exampleResult = exampleOf(verificationResultSchema) as Readonly<Record<string, unknown>>;
const record = exampleOf(statusRecordSchema) as Readonly<Record<string, unknown>>;

export const exampleResolution = {
  decision: "accept",
  by: "Sara Bekele",
  at: times.later,
  note: "The money is in our account",
};
const resolved = { resolution: exampleResolution };

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
  settlementAccountMatch: {
    matched: false,
    matchType: "unmatched",
    matchConfidence: "none",
    source: "account_registry",
    bank: "telebirr",
    matchedUserBankAccountId: null,
    matchedBusinessBankAccountId: null,
    candidateCount: 0,
    ambiguous: false,
    reason: "verification_not_successful",
    proof: "none",
    nameMatch: "unknown",
  },
  decision: "reject",
  decisionReasons: ["not_verified"],
};

const state = {
  requestId: ids.request,
  bank: "telebirr",
  livemode: true,
  processingStatus: "completed",
  status: "success",
  verified: true,
};
const pending = { status: "pending", verified: false };
const submitted = (verification: object, data: object, message: string) => ({
  success: true,
  message,
  data: [data],
  requestId: ids.request,
  verification,
  links: { statusUrl },
});
const running = {
  ...record,
  ...pending,
  processingStatus: "running",
  durationMs: null,
  result: null,
  decision: null,
  decisionReasons: [],
};
const { depositId: _deposit, ...ended } = record;
const status = (summary: string, data: object) => ({
  summary,
  value: { success: true, message: "Status", data },
});

const submitVerification = {
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
        value: submitted(
          { ...state, status: "not_found", verified: false },
          notFoundResult,
          "The bank knows no such receipt",
        ),
      },
      failed: {
        summary: "No verdict: the credit was refunded",
        value: submitted(
          { ...state, processingStatus: "failed", status: "failed", verified: false },
          {
            ...notFoundResult,
            status: "failed",
            failureReason: "bank_unavailable",
            decision: "wait",
            decisionReasons: ["bank_unavailable"],
          },
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
      verification: { ...state, ...pending, processingStatus: "queued" },
      links: { statusUrl, pollAfterMs: 1_000, webhookRegistered: true },
    }),
  },
};

export const verificationExamples = {
  submitVerification,
  verifyFromFile: {
    body: only({
      file: "(the bytes of receipt.jpg)",
      settlementAccount: "0911005678",
      expect: { amount: "1250.00" },
    }),
    responses: submitVerification.responses,
  },
  readReceiptFile: { body: only({ file: "(the bytes of receipt.jpg)" }) },
  resolveVerification: { responses: { 200: { data: { ...resolved, result: resolved } } } },
  getVerification: {
    responses: {
      200: {
        ended: status("Finished", { ...ended, completedAt: times.ended }),
        running: status("The bank is being queried", running),
        notBooked: status("The bank has not booked the payment yet, and is asked again", {
          ...running,
          decision: "wait",
          decisionReasons: ["not_booked_yet"],
          recheck: { until: times.later, nextAt: times.ended, tries: 1 },
          links: { statusUrl, pollAfterMs: 15_000 },
        }),
      },
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
} satisfies Record<string, OperationExamples>;
