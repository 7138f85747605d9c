import { z } from "zod";
import { ids, webhookUrl } from "./examples/example-values.ts";
import { idField } from "./response-fields.ts";

export const testWebhookBodySchema = z
  .object({
    webhookUrl: z
      .string()
      .max(2_048)
      .meta({
        description: "Public https address that gets the sample.",
        examples: [webhookUrl],
      }),
    scenario: z
      .enum(["success", "failed", "not_found"])
      .meta({ id: "TestWebhookScenario", description: "The verdict that the sample reports." })
      .default("success"),
  })
  .meta({ id: "TestWebhookBody", description: "Where to send a sample webhook, and with which verdict." });
export type TestWebhookScenario = z.infer<typeof testWebhookBodySchema>["scenario"];

export const testWebhookResultSchema = z
  .object({
    delivered: z
      .boolean()
      .meta({ description: "True if your server responded with a 2xx status.", examples: [true] }),
    deliveryId: idField(
      "Sent as `X-Webhook-Delivery-Id`, so that you can find it in your logs.",
      ids.delivery,
    ),
    statusCode: z
      .int()
      .nullable()
      .meta({
        description: "HTTP status that your server sent. Null without a response.",
        examples: [204],
      }),
    durationMs: z
      .int()
      .min(0)
      .meta({ description: "Milliseconds that the attempt took.", examples: [131] }),
    error: z
      .enum(["status", "no_answer"])
      .meta({
        id: "WebhookTestFailure",
        description:
          "`status`: a status other than 2xx. `no_answer`: no response, reported after 10 s for any cause, so that ports cannot be scanned. Null if delivered. The attempts of a real delivery name the cause.",
      })
      .nullable(),
    signed: z.boolean().meta({
      description: "True if the account has a signing secret and the sample was signed.",
      examples: [true],
    }),
  })
  .meta({ id: "WebhookTestResult", description: "The outcome of one attempt to send a sample webhook." });
export type TestWebhookResult = z.infer<typeof testWebhookResultSchema>;
