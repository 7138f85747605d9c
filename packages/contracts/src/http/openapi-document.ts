import { apiErrors } from "../error-codes.ts";
import { type EventType, eventTypes } from "../event-types.ts";
import { eventSchemas } from "../webhook-events.ts";
import { accountDepositRoutes } from "./account-deposit-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { apiKeyRoutes } from "./api-key-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { bankAccountRoutes } from "./bank-account-routes.ts";
import { batchRoutes } from "./batch-routes.ts";
import { branchRoutes } from "./branch-routes.ts";
import { cashierRoutes } from "./cashier-routes.ts";
import { checkoutKeyRoutes } from "./checkout-key-routes.ts";
import { counterRoutes } from "./counter-routes.ts";
import { creditPurchaseRoutes } from "./credit-purchase-routes.ts";
import { creditRoutes } from "./credit-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import type { DepositEventType } from "./deposit-fields.ts";
import { errorEnvelopeSchema } from "./envelope.ts";
import { eventRoutes } from "./event-routes.ts";
import { exampleRoutes } from "./example-routes.ts";
import { webhookExamples } from "./examples/webhook-examples.ts";
import { errorExamples } from "./openapi-errors.ts";
import { headerParameter } from "./openapi-parameters.ts";
import { checkoutKeyScheme, headersOfStatus, type Json, openApiHeader } from "./openapi-parts.ts";
import { verificationTags } from "./openapi-tags.ts";
import { operationIdOf } from "./openapi-webhooks.ts";
import { type DocumentedSurface, writeDocument } from "./openapi-writer.ts";
import { paymentRoutes } from "./payment-routes.ts";
import { platformRoutes } from "./platform-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { receiptFileRoutes } from "./receipt-file-routes.ts";
import { reconciliationRoutes } from "./reconciliation-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { reviewRoutes } from "./review-routes.ts";
import { acceptsCheckoutKeys, errorsOf, type Operation, operationsOf } from "./route-contract.ts";
import { takingsRoutes } from "./takings-routes.ts";
import { teamRoutes } from "./team-routes.ts";
import { telegramRoutes } from "./telegram-routes.ts";
import { tillRoutes } from "./till-routes.ts";
import { twoFactorRoutes } from "./two-factor-routes.ts";
import { uptimeRoutes } from "./uptime-routes.ts";
import { verificationRoutes } from "./verification-routes.ts";
import { webhookDeliveryRoutes } from "./webhook-delivery-routes.ts";
import { webhookEndpointRoutes } from "./webhook-endpoint-routes.ts";
import { webhookListenerRoutes } from "./webhook-listener-routes.ts";

export const allRoutes: readonly Operation[] = [
  ...operationsOf("Verification", verificationRoutes),
  ...operationsOf("Verification", receiptFileRoutes),
  ...operationsOf("Batches", batchRoutes),
  ...operationsOf("Payments", paymentRoutes),
  ...operationsOf("Payments", reviewRoutes),
  ...operationsOf("Reconciliation", reconciliationRoutes),
  ...operationsOf("Webhooks", webhookEndpointRoutes),
  ...operationsOf("Webhooks", eventRoutes),
  ...operationsOf("Webhooks", webhookDeliveryRoutes),
  ...operationsOf("Webhooks", webhookListenerRoutes),
  ...operationsOf("Webhooks", deliveryRoutes),
  ...operationsOf("Health", platformRoutes),
  ...operationsOf("Profile", profileRoutes),
  ...operationsOf("Profile", telegramRoutes),
  ...operationsOf("Bank accounts", bankAccountRoutes),
  ...operationsOf("Branches and tills", branchRoutes),
  ...operationsOf("Branches and tills", cashierRoutes),
  ...operationsOf("Branches and tills", tillRoutes),
  ...operationsOf("Counter", counterRoutes),
  ...operationsOf("Session", accountRoutes),
  ...operationsOf("Session", twoFactorRoutes),
  ...operationsOf("Team", teamRoutes),
  ...operationsOf("API keys", apiKeyRoutes),
  ...operationsOf("Checkout keys", checkoutKeyRoutes),
  ...operationsOf("Audit", auditRoutes),
  ...operationsOf("Uptime", uptimeRoutes),
  ...operationsOf("Credits", creditRoutes),
  ...operationsOf("Credits", creditPurchaseRoutes),
  ...operationsOf("Deposits", accountDepositRoutes),
  ...operationsOf("Documentation", exampleRoutes),
  ...operationsOf("Reports", reportRoutes),
  ...operationsOf("Reports", takingsRoutes),
];

/** Deposits are told in the document of the checkout surface. */
type OwnEvent = Exclude<EventType, DepositEventType>;

const summaries: Readonly<Record<OwnEvent, string>> = {
  "verification.completed": "Sent when a verification request has finished",
  "verification.resolved": "Sent when a person has decided about a request in review",
  "batch.completed": "Sent when the last item of a batch has ended, also after it was canceled",
  "bank_account.created": "Sent when a saved account was created",
  "bank_account.updated": "Sent when a saved account was updated",
  "bank_account.deleted": "Sent when a saved account was deleted",
  "profile.updated":
    "Sent when the profile was changed; a changed default webhook is told to the previous one",
  "account.registration_attempted": "Sent when the account's email was used to register again",
  "credits.low": "Sent when the balance falls below `lowBalance`, at most once an hour",
  "webhook.test": "Sent when a person tries an endpoint",
};

const isOwn = (type: EventType): type is OwnEvent => type in summaries;

const webhookDescriptions = Object.fromEntries(
  eventTypes.filter(isOwn).map((type) => [
    type,
    {
      operationId: operationIdOf(type),
      summary: summaries[type],
      schema: eventSchemas[type],
      example: webhookExamples[type],
    },
  ]),
);

const securitySchemes: Json = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description:
      "Key of a server; never put it in an app or page. Pattern for secret scanners: `rvk_[0-9A-Za-z]{49}`, with the installation's prefix. The last 6 characters are the CRC-32 of all characters before them, in base62.",
  },
  checkoutKey: checkoutKeyScheme,
  session: {
    type: "apiKey",
    in: "cookie",
    name: "svc_session",
    description:
      "Cookie of a person who signed in with `POST /api/auth/login`. A call that changes data must come from the service's own origin.",
  },
  till: {
    type: "apiKey",
    in: "cookie",
    name: "svc_till",
    description: "Cookie of a device that was enrolled as a till with `POST /api/till/enroll`.",
  },
};

const idempotencyKey = headerParameter("Idempotency-Key", {
  description:
    "Optional. For 24 hours the same call with the same key does nothing and gets the first response again, without its secrets. 1 to 255 visible ASCII characters.",
  example: "order-1042",
});

const surface: DocumentedSurface<Operation> = {
  routes: allRoutes,
  errors: apiErrors,
  envelope: errorEnvelopeSchema,
  errorsOf,
  needsOf: ({ access }) => {
    if (!access.includes(":")) return undefined;
    const orScope = acceptsCheckoutKeys(access) ? ", or a checkout key with this scope" : "";
    return `Requires the permission \`${access}\`${orScope}.`;
  },
  securityOf: ({ access, needsDevice }) => {
    if (access === "public") return needsDevice === true ? [{ till: [] }] : [];
    if (access === "session") return [{ session: [] }];
    return [{ apiKey: [] }, ...(acceptsCheckoutKeys(access) ? [{ checkoutKey: [] }] : []), { session: [] }];
  },
  requestHeadersOf: ({ isRepeatable }) => (isRepeatable === true ? [idempotencyKey] : []),
  responseHeadersOf: ({ access, isRepeatable }, status) => ({
    ...headersOfStatus(status, access !== "public"),
    ...(isRepeatable === true && status < 300
      ? { "Idempotent-Replayed": { $ref: "#/components/headers/Idempotent-Replayed" } }
      : {}),
  }),
};

export function openApiDocument(publicBaseUrl: string): Json {
  return writeDocument(surface, {
    info: {
      title: "Receipt verification",
      version: "1.0.0",
      summary: "Is this payment receipt genuine?",
      description:
        "Queries the bank whether a payment receipt is genuine, how much was paid, and to whom. Fields, routes and headers can be added at any time. A removal is announced six months before by `Deprecation` and `Sunset`. A W3C `traceparent` header is passed on. Deposits have a document of their own.",
    },
    server: publicBaseUrl,
    docs: `${publicBaseUrl}/docs`,
    tags: verificationTags,
    webhooks: webhookDescriptions,
    securitySchemes,
    headers: {
      "Idempotent-Replayed": openApiHeader(
        "`true` where the response is that of an earlier call with the same key.",
      ),
    },
    errorExamples,
  });
}
