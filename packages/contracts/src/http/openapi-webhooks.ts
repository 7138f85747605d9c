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

const signed = "present once the account has a signing secret";

/** Of every attempt of every webhook. */
function headersOf(event: string): Json[] {
  return [
    headerParameter("X-Webhook-Event", { description: "The event's name", example: event, required: true }),
    headerParameter("X-Webhook-Delivery-Id", {
      description: "The same on every attempt of one delivery: what was seen before can be passed over",
      example: ids.delivery,
      required: true,
    }),
    headerParameter("X-Webhook-Timestamp", {
      description: "Unix seconds of this attempt",
      example: "1772439331",
      required: true,
    }),
    headerParameter("X-Webhook-Signature", {
      description: `\`sha256=\` and the lower-case hex HMAC-SHA-256 of \`<X-Webhook-Timestamp>.<raw body>\`, keyed with the UTF-8 bytes of the secret as it was shown, \`whsec_\` included; ${signed}. While a secret is rotated, that of the one before`,
      example: `sha256=${"5d".repeat(32)}`,
    }),
    headerParameter("webhook-id", {
      description: "As X-Webhook-Delivery-Id, for libraries of Standard Webhooks",
      example: ids.delivery,
      required: true,
    }),
    headerParameter("webhook-timestamp", {
      description: "As X-Webhook-Timestamp",
      example: "1772439331",
      required: true,
    }),
    headerParameter("webhook-signature", {
      description: `\`v1,\` and the base64 HMAC-SHA-256 of \`<webhook-id>.<webhook-timestamp>.<raw body>\`, keyed with the base64 behind \`whsec_\`, decoded; ${signed}. While a secret is rotated there are two, with a blank between them`,
      example: `v1,${"XV1d".repeat(10)}XV0=`,
    }),
    headerParameter("X-Webhook-Test", {
      description: "`true` on what `POST /api/verify/test-webhook` sends, and absent otherwise",
      example: "true",
    }),
  ];
}

/** What a receiver answers; all of it is the receiver's own. */
const answers: Json = {
  "2XX": { description: "Received. The body is not looked at" },
  "410": { description: "Given up at once" },
  default: {
    description:
      "Anything else, a redirect included, is tried again: 5 attempts in all unless the installation says otherwise, after 30 s, 2 min, 8 min and 30 min; `Retry-After` may lengthen a wait",
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
            content: contentOf("application/json", jsonSchema(schema, "output", components), only(example)),
          },
          responses: answers,
        },
      },
    ]),
  );
}
