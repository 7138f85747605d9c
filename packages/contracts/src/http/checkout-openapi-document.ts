import { checkoutErrors } from "../checkout-errors.ts";
import { checkoutErrorEnvelopeSchema } from "./checkout-envelope.ts";
import { CHECKOUT_VERSION, type CheckoutOperation, checkoutErrorsOf } from "./checkout-route-contract.ts";
import { allCheckoutRoutes } from "./checkout-routes.ts";
import { type DepositEventType, depositEventSchema, depositEventTypes } from "./checkout-schemas.ts";
import { eventExample } from "./examples/checkout-examples.ts";
import { checkoutErrorExamples } from "./openapi-errors.ts";
import { headerParameter } from "./openapi-parameters.ts";
import { headersOfStatus, type Json, openApiHeader } from "./openapi-parts.ts";
import { checkoutTags } from "./openapi-tags.ts";
import { type DocumentedSurface, writeDocument } from "./openapi-writer.ts";

const ownHeaders = {
  "Service-Checkout-Version": openApiHeader("The version that this answer is in"),
  "Idempotent-Replayed": openApiHeader("`true` where an earlier answer is given again"),
  "WWW-Authenticate": openApiHeader("The scheme that is asked for: `Bearer`"),
};
const own = (name: keyof typeof ownHeaders): Json => ({ [name]: { $ref: `#/components/headers/${name}` } });

const version: Json = {
  name: "Service-Checkout-Version",
  in: "header",
  required: false,
  description: "The version that the caller was written for; the present one unless told. Better told",
  schema: { $ref: "#/components/schemas/CheckoutVersion" },
  example: CHECKOUT_VERSION,
};
const idempotencyKey = headerParameter("Idempotency-Key", {
  description:
    "1 to 255 visible ASCII characters, kept for 24 hours. The same only where the same call is made again; a new deposit needs a new one",
  example: "order-1042",
  required: true,
});

const surface: DocumentedSurface<CheckoutOperation> = {
  routes: allCheckoutRoutes,
  errors: checkoutErrors,
  envelope: checkoutErrorEnvelopeSchema,
  errorsOf: checkoutErrorsOf,
  needsOf: ({ access }) => (access === "public" ? undefined : `Needs scope \`${access}\`.`),
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
  "deposit.created": "Sent when a deposit was made",
  "deposit.receipt_submitted": "Sent when a payer has sent a receipt, which is being verified",
  "deposit.receipt_rejected": "Sent when a receipt did not fit; `data.lastError` says why",
  "deposit.review_required":
    "Sent when a receipt is genuine but in doubt, and held until a person decides; `data.review` says why",
  "deposit.confirmed": "Sent when a genuine receipt, or a person, has confirmed a deposit: deliver now",
  "deposit.expired": "Sent when the time to pay is over",
  "deposit.canceled": "Sent when a deposit was canceled",
  "deposit.late_receipt": "Sent when money arrived after the time was over; the status stays `expired`",
};

const webhookDescriptions = Object.fromEntries(
  depositEventTypes.map((type) => [
    type,
    {
      operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary: `${summaries[type]}. To the deposit's webhook, else to the profile's default; the body is the event`,
      schema: depositEventSchema,
      example: eventExample(type),
    },
  ]),
);

/**
 * The OpenAPI 3.1 document of the checkout surface: its own, as its address and its envelope are. Guides and keys are where
 * the other surface is.
 */
export function checkoutOpenApiDocument(checkoutBaseUrl: string, publicBaseUrl = checkoutBaseUrl): Json {
  return writeDocument(surface, {
    info: {
      title: "Checkout deposits",
      version: CHECKOUT_VERSION,
      summary: "Take payments by bank transfer",
      description: "Ask for a payment by bank transfer, and hear when a genuine receipt has confirmed it.",
    },
    server: checkoutBaseUrl,
    docs: `${publicBaseUrl}/docs`,
    tags: checkoutTags,
    webhooks: webhookDescriptions,
    securitySchemes: {
      checkoutKey: {
        type: "http",
        scheme: "bearer",
        description:
          "For secret scanners: `sck_[0-9A-Za-z]{49}` (the prefix is the installation's). From servers only.",
      },
    },
    headers: ownHeaders,
    errorExamples: checkoutErrorExamples,
    schemas: { CheckoutVersion: { type: "string", enum: [CHECKOUT_VERSION] } },
  });
}
