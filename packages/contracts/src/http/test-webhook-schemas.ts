import { z } from "zod";
import { ids, webhookUrl } from "./examples/example-values.ts";
import { countField, flagField, textField } from "./response-fields.ts";

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
    delivered: flagField("True if your server responded with a 2xx status.", true),
    deliveryId: textField(
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
    durationMs: countField("Milliseconds that the attempt took.", 131),
    error: z
      .enum(["status", "no_answer"])
      .meta({
        id: "WebhookTestFailure",
        description:
          "`status`: a status other than 2xx. `no_answer`: no response, reported after 10 s for any cause, so that ports cannot be scanned. Null if delivered. The attempts of a real delivery name the cause.",
      })
      .nullable(),
    signed: flagField("True if the account has a signing secret and the sample was signed.", true),
  })
  .meta({ id: "WebhookTestResult", description: "The outcome of one attempt to send a sample webhook." });
export type TestWebhookResult = z.infer<typeof testWebhookResultSchema>;
