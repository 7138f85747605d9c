import {
  newId,
  notFoundResult,
  type TestWebhookScenario,
  type VerificationCompleted,
  verificationCompletedSchema,
  webhookExamples,
} from "@receipts/contracts";

const dataSchema = verificationCompletedSchema.shape.data;
const success = verificationCompletedSchema.parse(webhookExamples["verification.completed"]).data;
const unconfirmed = dataSchema
  .pick({ settlementAccountMatch: true, confirmationHistory: true })
  .parse(notFoundResult);

/** A `verification.completed` body with invented people, marked as a test. */
export function sampleWebhookBody(scenario: TestWebhookScenario, now: Date): string {
  const found = scenario !== "not_found";
  const { settlementAccountMatch, confirmationHistory } = scenario === "success" ? success : unconfirmed;
  const body: VerificationCompleted & { test: true } = {
    event: "verification.completed",
    requestId: newId("verification"),
    type: "verification.completed",
    id: newId("event"),
    createdAt: now.toISOString(),
    livemode: true,
    timestamp: now.toISOString(),
    test: true,
    data: {
      processingStatus: "completed",
      status: scenario,
      verified: scenario === "success",
      bank: "telebirr",
      amount: found ? "1250.00" : null,
      currency: found ? "ETB" : null,
      senderName: found ? "Abebe Kebede" : null,
      receiverName: found ? "Sara Coffee Trading" : null,
      referenceNumber: "DA15TEST01",
      accountSuffix: null,
      durationMs: 420,
      completedAt: now.toISOString(),
      settlementAccountMatch,
      confirmationHistory,
      decision: scenario === "success" ? "accept" : "reject",
      decisionReasons: scenario === "success" ? [] : ["not_verified"],
    },
  };
  return JSON.stringify(body);
}
