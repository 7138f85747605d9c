import { z } from "zod";
import { type ApiErrorCode, apiErrors } from "../api-errors.ts";
import {
  bankAccountChangedSchema,
  profileUpdatedSchema,
  registrationAttemptedSchema,
  verificationCompletedSchema,
} from "../webhook-events.ts";
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
import { type Json, jsonSchema, openApiHeader, rateLimitHeaders } from "./openapi-parts.ts";
import { platformRoutes } from "./platform-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { errorsOf, type ResponseContract, type RouteContract } from "./route-contract.ts";
import { uptimeRoutes } from "./uptime-routes.ts";
import { verificationRoutes } from "./verification-routes.ts";

export const allRoutes: readonly RouteContract[] = [
  ...Object.values(verificationRoutes),
  ...Object.values(deliveryRoutes),
  ...Object.values(platformRoutes),
  ...Object.values(profileRoutes),
  ...Object.values(bankAccountRoutes),
  ...Object.values(accountRoutes),
  ...Object.values(apiKeyRoutes),
  ...Object.values(checkoutKeyRoutes),
  ...Object.values(auditRoutes),
  ...Object.values(uptimeRoutes),
  ...Object.values(creditRoutes),
  ...Object.values(creditPurchaseRoutes),
  ...Object.values(exampleRoutes),
  ...Object.values(reportRoutes),
];

const headersOfEveryAnswer: Json = {
  "x-request-id": openApiHeader("The id that all log lines of this call carry"),
};

function headersOf(route: RouteContract, own: Readonly<Record<string, string>> = {}): Json {
  return {
    ...headersOfEveryAnswer,
    ...(route.access === "public" ? {} : rateLimitHeaders),
    ...Object.fromEntries(Object.entries(own).map(([name, text]) => [name, openApiHeader(text)])),
  };
}

function goodResponse(route: RouteContract, response: ResponseContract, components: Json): Json {
  return {
    description: response.description,
    headers: headersOf(route, response.headers),
    ...(response.schema === undefined
      ? {}
      : {
          content: {
            ...contentOf(
              response.contentType ?? "application/json",
              jsonSchema(response.schema, "output", components),
            ),
            ...Object.fromEntries(
              Object.entries(response.alternatives ?? {}).map(([type, schema]) => [
                type,
                { schema: jsonSchema(schema, "output", components) },
              ]),
            ),
          },
        }),
  };
}

function contentOf(types: string | readonly string[], schema: Json): Json {
  return Object.fromEntries([types].flat().map((type) => [type, { schema }]));
}

/** One response per status; the codes that share it are an enumeration in its schema. */
function errorResponses(route: RouteContract): Json {
  const byStatus = new Map<number, ApiErrorCode[]>();
  for (const code of errorsOf(route)) {
    const { status } = apiErrors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => route.responses[status] === undefined)
      .map(([status, codes]) => [String(status), errorResponse(route, status, codes)]),
  );
}

function errorResponse(route: RouteContract, status: number, codes: readonly ApiErrorCode[]): Json {
  const retryAfter = status === 429 || status === 503 ? { "Retry-After": "Whole seconds to wait" } : {};
  const allow = status === 405 ? { Allow: "Methods that the path takes" } : {};
  return {
    description: codes.map((code) => `\`${code}\`: ${apiErrors[code].title}`).join("; "),
    headers: headersOf(route, { ...retryAfter, ...allow }),
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/ErrorEnvelope" },
            { properties: { error: { properties: { code: { enum: codes } } } } },
          ],
        },
      },
    },
  };
}

function parametersOf(route: RouteContract, components: Json): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const query = route.query === undefined ? {} : jsonSchema(route.query, "input", components);
  const inQuery = Object.entries((query["properties"] ?? {}) as Record<string, Json>).map(
    ([name, schema]) => ({
      name,
      in: "query",
      required: false,
      schema,
    }),
  );
  const inHeader = Object.entries(route.headers ?? {}).map(([name, { description }]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
  return [...inPath, ...inQuery, ...inHeader];
}

function operationOf(route: RouteContract, components: Json): Json {
  const permission = route.access.includes(":") ? `Needs permission \`${route.access}\`.` : "";
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(permission === "" ? {} : { description: permission }),
    tags: [route.tag],
    security: securityOf(route),
    parameters: parametersOf(route, components),
    ...requestBodyOf(route, components),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, response]) => [
          status,
          goodResponse(route, response, components),
        ]),
      ),
      ...errorResponses(route),
    },
  };
}

function requestBodyOf(route: RouteContract, components: Json): Json {
  if (route.bodyContentTypes !== undefined) {
    const content = contentOf(route.bodyContentTypes, { type: "string", format: "binary" });
    return { requestBody: { required: true, content } };
  }
  if (route.body === undefined) return {};
  const schema = jsonSchema(route.body, "input", components);
  return { requestBody: { required: true, content: contentOf("application/json", schema) } };
}

function securityOf({ access }: RouteContract): Json[] {
  if (access === "public") return [];
  return access === "session" ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function pathsOf(routes: readonly RouteContract[], components: Json): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, components) };
  }
  return paths;
}

interface WebhookDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

const webhookDescriptions: Readonly<Record<string, WebhookDescription>> = {
  "verification.completed": {
    operationId: "verificationCompleted",
    summary: "Sent when a request has ended",
    schema: verificationCompletedSchema,
  },
  ...Object.fromEntries(
    ["Created", "Updated", "Deleted"].map((change) => [
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
    summary: "Sent to the default webhook as it was before, when the profile was changed",
    schema: profileUpdatedSchema,
  },
  "account.registration_attempted": {
    operationId: "registrationAttempted",
    summary: "Sent to the default webhook when somebody tried to register with the account's email",
    schema: registrationAttemptedSchema,
  },
};

function webhooksOf(components: Json): Json {
  return Object.fromEntries(
    Object.entries(webhookDescriptions).map(([event, { operationId, summary, schema }]) => [
      event,
      {
        post: {
          operationId,
          summary,
          requestBody: { content: contentOf("application/json", jsonSchema(schema, "output", components)) },
          responses: { "2XX": { description: "Received; anything else is tried again" } },
        },
      },
    ]),
  );
}

/** The OpenAPI 3.1 document, built from the schemas that validate. */
export function openApiDocument(publicBaseUrl: string): Json {
  const components: Json = {};
  jsonSchema(z.object({ error: errorEnvelopeSchema }), "output", components);
  return {
    openapi: "3.1.1",
    info: {
      title: "Receipt verification",
      version: "1.0.0",
      description:
        "Asks the bank itself whether a payment receipt is genuine, how much was paid, and to whom.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicBaseUrl }],
    paths: pathsOf(allRoutes, components),
    webhooks: webhooksOf(components),
    components: {
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description:
            "For secret scanners: `rvk_[0-9A-Za-z]{49}` (the prefix is the installation's). The last 6 characters are the CRC-32 of all that stands before them, in base62.",
        },
        session: { type: "apiKey", in: "cookie", name: "svc_session" },
      },
      schemas: components,
    },
  };
}
