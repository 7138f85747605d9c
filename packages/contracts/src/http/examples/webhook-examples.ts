import { z } from "zod";
import type { EventType } from "../../event-types.ts";
import { batchFields } from "../batch-schemas.ts";
import { depositEventTypes } from "../deposit-fields.ts";
import { eventExample } from "./checkout-examples.ts";
import { exampleOf } from "./example-of.ts";
import { ids, times } from "./example-values.ts";
import { exampleResolution, exampleResult } from "./verification-examples.ts";

const everyBody = (type: string) => ({ id: ids.event, type, createdAt: times.asked, livemode: true });

const completedData = {
  processingStatus: "completed",
  status: "success",
  verified: true,
  bank: "telebirr",
  amount: "1250.00",
  currency: "ETB",
  senderName: "Abebe Kebede",
  receiverName: "Sara Coffee Trading",
  referenceNumber: "DC21QK2M41",
  accountSuffix: null,
  durationMs: 884,
  completedAt: times.ended,
  confirmationHistory: exampleResult["confirmationHistory"],
  settlementAccountMatch: exampleResult["settlementAccountMatch"],
  decision: "accept",
  decisionReasons: [],
};

/** Body of each webhook, by event type. */
export const webhookExamples: Readonly<Record<EventType, object>> = {
  "verification.completed": {
    event: "verification.completed",
    requestId: ids.request,
    type: "verification.completed",
    id: ids.event,
    createdAt: times.ended,
    livemode: true,
    timestamp: times.ended,
    data: completedData,
  },
  "verification.resolved": {
    event: "verification.resolved",
    requestId: ids.request,
    type: "verification.resolved",
    id: ids.event,
    createdAt: times.later,
    livemode: true,
    timestamp: times.later,
    data: { ...completedData, resolution: exampleResolution },
  },
  "batch.completed": {
    event: "batch.completed",
    timestamp: times.asked,
    ...everyBody("batch.completed"),
    data: exampleOf(z.object(batchFields)),
  },
  ...(Object.fromEntries(depositEventTypes.map((type) => [type, eventExample(type)])) as Record<
    (typeof depositEventTypes)[number],
    object
  >),
  ...(Object.fromEntries(
    ["created", "updated", "deleted"].map((change) => [
      `bank_account.${change}`,
      {
        event: `bank_account.${change}`,
        timestamp: times.asked,
        ...everyBody(`bank_account.${change}`),
        data: {
          id: ids.bankAccount,
          bank: "telebirr",
          accountNumber: "****5678",
          previousAccountNumber: change === "updated" ? "****1234" : null,
          accountName: "Sara Coffee Trading",
          label: "Till 2",
          owner: "user",
          otherNames: ["SARA COFFEE TRADING PLC"],
        },
      },
    ]),
  ) as Record<`bank_account.${"created" | "updated" | "deleted"}`, object>),
  "profile.updated": {
    event: "profile.updated",
    timestamp: times.asked,
    ...everyBody("profile.updated"),
    data: { changed: ["defaultWebhookUrl"] },
  },
  "account.registration_attempted": {
    event: "account.registration_attempted",
    timestamp: times.asked,
    ...everyBody("account.registration_attempted"),
    data: { requestId: "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55" },
  },
  "credits.low": { ...everyBody("credits.low"), data: { balance: 49, lowBalance: 50 } },
  "webhook.test": {
    ...everyBody("webhook.test"),
    test: true,
    data: { message: "This is a test. Respond with any 2xx status." },
  },
};
