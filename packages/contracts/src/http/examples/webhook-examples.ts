import { ids, times } from "./example-values.ts";

/** Body of each webhook of the verification surface, by event. */
export const webhookExamples: Readonly<Record<string, object>> = {
  "verification.completed": {
    event: "verification.completed",
    requestId: ids.request,
    timestamp: times.ended,
    data: {
      processingStatus: "completed",
      status: "success",
      verified: true,
      bank: "telebirr",
      amount: "1250.00",
      currency: "ETB",
      senderName: "Abebe Kebede",
      receiverName: "Sara Trading",
      referenceNumber: "DC21QK2M41",
      accountSuffix: null,
      durationMs: 884,
      completedAt: times.ended,
      decision: "accept",
      decisionReasons: [],
    },
  },
  ...Object.fromEntries(
    ["created", "updated", "deleted"].map((change) => [
      `bank_account.${change}`,
      {
        event: `bank_account.${change}`,
        timestamp: times.asked,
        data: {
          id: ids.bankAccount,
          bank: "telebirr",
          accountNumber: "****5678",
          previousAccountNumber: change === "updated" ? "****1234" : null,
          accountName: "Sara Trading",
          label: "Till 2",
          owner: "user",
          otherNames: ["SARA TRADING PLC"],
        },
      },
    ]),
  ),
  "profile.updated": {
    event: "profile.updated",
    timestamp: times.asked,
    data: { changed: ["defaultWebhookUrl"] },
  },
  "account.registration_attempted": {
    event: "account.registration_attempted",
    timestamp: times.asked,
    data: { requestId: "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55" },
  },
};
