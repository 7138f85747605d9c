import type { z } from "zod";
import { ids } from "./examples/example-values.ts";
import { only } from "./examples/operation-examples.ts";
import { headerParameter } from "./openapi-parameters.ts";
import { contentOf, type Json, jsonSchema } from "./openapi-parts.ts";

export interface WebhookDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
}

/** Returns `verificationCompleted` for `verification.completed`. */
export function operationIdOf(eventType: string): string {
  return eventType.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}

const signed = "Present once the account has a signing secret.";

/** Headers of every attempt. */
function headersOf(event: string): Json[] {
  return [
    headerParameter("X-Webhook-Event", {
      description: "Name of the event, as in the body.",
      example: event,
      required: true,
    }),
    headerParameter("X-Webhook-Delivery-Id", {
      description: "Id of the delivery, the same on every attempt: skip ids that you have processed.",
      example: ids.delivery,
      required: true,
    }),
    headerParameter("X-Webhook-Timestamp", {
      description: "Time of this attempt in seconds since 1970. It is part of what is signed.",
      example: "1772439331",
      required: true,
    }),
    headerParameter("X-Webhook-Signature", {
      description: `\`sha256=\` and the lower-case hex HMAC-SHA-256 of \`<X-Webhook-Timestamp>.<raw body>\`. The key is the secret as shown, \`whsec_\` included, in UTF-8. During a rotation the previous secret signs. ${signed}`,
      example: `sha256=${"5d".repeat(32)}`,
    }),
    headerParameter("webhook-id", {
      description: "The same as `X-Webhook-Delivery-Id`, for libraries of Standard Webhooks.",
      example: ids.delivery,
      required: true,
    }),
    headerParameter("webhook-timestamp", {
      description: "The same as `X-Webhook-Timestamp`, for libraries of Standard Webhooks.",
      example: "1772439331",
      required: true,
    }),
    headerParameter("webhook-signature", {
      description: `\`v1,\` and the base64 HMAC-SHA-256 of \`<webhook-id>.<webhook-timestamp>.<raw body>\`. The key is the decoded base64 after \`whsec_\`. During a rotation there are two signatures, separated by a space. ${signed}`,
      example: `v1,${"XV1d".repeat(10)}XV0=`,
    }),
    headerParameter("X-Webhook-Test", {
      description: "`true` on samples that you sent to try a URL or endpoint. Otherwise absent.",
      example: "true",
    }),
  ];
}

/** Responses of the receiver. */
const responses: Json = {
  "2XX": { description: "Received. The body of the response is ignored." },
  "410": { description: "The delivery is given up at once, and an endpoint is disabled." },
  default: {
    description:
      "Any other status, redirects included, is retried after 30 s, 2 min, 8 min and 30 min. That makes 5 attempts by default. `Retry-After` can lengthen a wait.",
  },
};

export function webhooksOf(
  descriptions: Readonly<Record<string, WebhookDescription>>,
  components: Json,
): Json {
  return Object.fromEntries(
    Object.entries(descriptions).map(([event, { operationId, summary, schema, example }]) => [
      event,
      {
        post: {
          operationId,
          summary,
          tags: ["Webhooks"],
          security: [],
          parameters: headersOf(event),
          requestBody: {
            required: true,
            description: schema.description,
            content: contentOf("application/json", jsonSchema(schema, "output", components), only(example)),
          },
          responses,
        },
      },
    ]),
  );
}
