import { apiErrors } from "../api-errors.ts";
import {
  bankAccountChangedSchema,
  profileUpdatedSchema,
  registrationAttemptedSchema,
  verificationCompletedSchema,
} from "../webhook-events.ts";
import { accountDepositRoutes } from "./account-deposit-routes.ts";
import { accountRoutes } from "./account-routes.ts";
import { apiKeyRoutes } from "./api-key-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { bankAccountRoutes } from "./bank-account-routes.ts";
import { checkoutKeyRoutes } from "./checkout-key-routes.ts";
import { creditPurchaseRoutes } from "./credit-purchase-routes.ts";
import { creditRoutes } from "./credit-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { errorEnvelopeSchema } from "./envelope.ts";
import { exampleRoutes } from "./example-routes.ts";
import { webhookExamples } from "./examples/webhook-examples.ts";
import { errorExamples } from "./openapi-errors.ts";
import { headersOfStatus, type Json } from "./openapi-parts.ts";
import { verificationTags } from "./openapi-tags.ts";
import type { WebhookDescription } from "./openapi-webhooks.ts";
import { type DocumentedSurface, writeDocument } from "./openapi-writer.ts";
import { platformRoutes } from "./platform-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { errorsOf, type Operation, operationsOf } from "./route-contract.ts";
import { uptimeRoutes } from "./uptime-routes.ts";
import { verificationRoutes } from "./verification-routes.ts";

export const allRoutes: readonly Operation[] = [
  ...operationsOf("Verification", verificationRoutes),
  ...operationsOf("Webhooks", deliveryRoutes),
  ...operationsOf("Health", platformRoutes),
  ...operationsOf("Profile", profileRoutes),
  ...operationsOf("Bank accounts", bankAccountRoutes),
  ...operationsOf("Session", accountRoutes),
  ...operationsOf("API keys", apiKeyRoutes),
  ...operationsOf("Checkout keys", checkoutKeyRoutes),
  ...operationsOf("Audit", auditRoutes),
  ...operationsOf("Uptime", uptimeRoutes),
  ...operationsOf("Credits", creditRoutes),
  ...operationsOf("Credits", creditPurchaseRoutes),
  ...operationsOf("Deposits", accountDepositRoutes),
  ...operationsOf("Documentation", exampleRoutes),
  ...operationsOf("Reports", reportRoutes),
];

type Described = Omit<WebhookDescription, "example">;

const descriptions: Readonly<Record<string, Described>> = {
  "verification.completed": {
    operationId: "verificationCompleted",
    summary: "Sent when a verification request has finished",
    schema: verificationCompletedSchema,
  },
  ...Object.fromEntries(
    ["Created", "Updated", "Deleted"].map((change): [string, Described] => [
      `bank_account.${change.toLowerCase()}`,
      {
        operationId: `bankAccount${change}`,
        summary: `Sent to the default webhook when a saved account was ${change.toLowerCase()}`,
        schema: bankAccountChangedSchema,
      },
    ]),
  ),
  "profile.updated": {
    operationId: "profileUpdated",
    summary: "Sent to the previous default webhook when the profile was changed",
    schema: profileUpdatedSchema,
  },
  "account.registration_attempted": {
    operationId: "registrationAttempted",
    summary: "Sent to the default webhook when the account's email was used to register again",
    schema: registrationAttemptedSchema,
  },
};

const webhookDescriptions = Object.fromEntries(
  Object.entries(descriptions).map(([event, described]) => [
    event,
    { ...described, example: webhookExamples[event] },
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
  session: {
    type: "apiKey",
    in: "cookie",
    name: "svc_session",
    description:
      "Cookie of a person who signed in with `POST /api/auth/login`. A call that changes data must come from the service's own origin.",
  },
};

const surface: DocumentedSurface<Operation> = {
  routes: allRoutes,
  errors: apiErrors,
  envelope: errorEnvelopeSchema,
  errorsOf,
  needsOf: ({ access }) => (access.includes(":") ? `Requires the permission \`${access}\`.` : undefined),
  securityOf: ({ access }) => {
    if (access === "public") return [];
    return access === "session" ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
  },
  responseHeadersOf: ({ access }, status) => headersOfStatus(status, access !== "public"),
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
    errorExamples,
  });
}
