import { checkoutErrors } from "../error-codes.ts";
import { eventSchemas } from "../webhook-events.ts";
import { checkoutErrorEnvelopeSchema } from "./checkout-envelope.ts";
import { CHECKOUT_VERSION, type CheckoutOperation, checkoutErrorsOf } from "./checkout-route-contract.ts";
import { allCheckoutRoutes } from "./checkout-routes.ts";
import { type DepositEventType, depositEventTypes } from "./deposit-fields.ts";
import { eventExample } from "./examples/checkout-examples.ts";
import { checkoutErrorExamples } from "./openapi-errors.ts";
import { headerParameter } from "./openapi-parameters.ts";
import { checkoutKeyScheme, headersOfStatus, type Json, openApiHeader } from "./openapi-parts.ts";
import { checkoutTags } from "./openapi-tags.ts";
import { operationIdOf } from "./openapi-webhooks.ts";
import { type DocumentedSurface, writeDocument } from "./openapi-writer.ts";

const ownHeaders = {
  "Service-Checkout-Version": openApiHeader("Version of the API that this response follows."),
  "Idempotent-Replayed": openApiHeader("`true` for a replayed response."),
  "WWW-Authenticate": openApiHeader("How to authenticate: always the `Bearer` scheme."),
};
const own = (name: keyof typeof ownHeaders): Json => ({ [name]: { $ref: `#/components/headers/${name}` } });

const version: Json = {
  name: "Service-Checkout-Version",
  in: "header",
  required: false,
  description:
    "Version of the API that you wrote your program for (default: the current version). Recommended.",
  schema: { $ref: "#/components/schemas/CheckoutVersion" },
  example: CHECKOUT_VERSION,
};
const idempotencyKey = headerParameter("Idempotency-Key", {
  description:
    "1 to 255 visible ASCII characters, stored for 24 hours. Reuse it only to retry the same request. A new deposit needs a new key.",
  example: "order-1042",
  required: true,
});

const surface: DocumentedSurface<CheckoutOperation> = {
  routes: allCheckoutRoutes,
  errors: checkoutErrors,
  envelope: checkoutErrorEnvelopeSchema,
  errorsOf: checkoutErrorsOf,
  needsOf: ({ access }) => (access === "public" ? undefined : `Requires the scope \`${access}\`.`),
  securityOf: ({ access }) => (access === "public" ? [] : [{ checkoutKey: [] }]),
  requestHeadersOf: ({ access, method }) => [
    ...(access === "public" ? [] : [version]),
    ...(method === "post" ? [idempotencyKey] : []),
  ],
  responseHeadersOf: ({ access, method }, status) => ({
    ...headersOfStatus(status, access !== "public"),
    ...own("Service-Checkout-Version"),
    ...(method === "post" && status < 300 ? own("Idempotent-Replayed") : {}),
    ...(status === 401 ? own("WWW-Authenticate") : {}),
  }),
};

const summaries: Readonly<Record<DepositEventType, string>> = {
  "deposit.created": "Sent when a deposit was created",
  "deposit.receipt_submitted": "Sent when a payer has sent a receipt, which is being verified",
  "deposit.receipt_rejected":
    "Sent when a receipt did not confirm the deposit; `data.lastError` has the reason",
  "deposit.review_required":
    "Sent when a genuine receipt is in doubt and held until a person decides; `data.review` has the reasons",
  "deposit.partially_paid":
    "Sent when a receipt counts for a deposit with `allowPartial` and a part is still missing: `data.amountRemaining`",
  "deposit.confirmed": "Sent when a genuine receipt or a person has confirmed a deposit: deliver now",
  "deposit.expired": "Sent when the time to pay has expired",
  "deposit.canceled": "Sent when a deposit was canceled",
  "deposit.late_receipt": "Sent when a receipt arrived after expiry; the status stays `expired`",
};

const webhookDescriptions = Object.fromEntries(
  depositEventTypes.map((type) => [
    type,
    {
      operationId: operationIdOf(type),
      summary: `${summaries[type]}. Goes to the deposit's webhook or the default one, and to your endpoints`,
      schema: eventSchemas[type],
      example: eventExample(type),
    },
  ]),
);

/** Builds the OpenAPI 3.1 document of the checkout surface. Guides and keys are at the public base URL. */
export function checkoutOpenApiDocument(checkoutBaseUrl: string, publicBaseUrl = checkoutBaseUrl): Json {
  return writeDocument(surface, {
    info: {
      title: "Checkout deposits",
      version: CHECKOUT_VERSION,
      summary: "Take payments by bank transfer",
      description: "Ask for a payment by bank transfer, and get notified when a genuine receipt confirms it.",
    },
    server: checkoutBaseUrl,
    docs: `${publicBaseUrl}/docs`,
    tags: checkoutTags,
    webhooks: webhookDescriptions,
    securitySchemes: {
      checkoutKey: checkoutKeyScheme,
    },
    headers: ownHeaders,
    errorExamples: checkoutErrorExamples,
    schemas: {
      CheckoutVersion: {
        type: "string",
        enum: [CHECKOUT_VERSION],
        // Generators cannot make a name of a date.
        "x-enum-varnames": [`V${CHECKOUT_VERSION.replaceAll("-", "_")}`],
        description: "Release date of a version of this API.",
      },
    },
  });
}
