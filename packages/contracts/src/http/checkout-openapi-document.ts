import { z } from "zod";
import { type CheckoutErrorCode, checkoutErrors } from "../checkout-errors.ts";
import { checkoutErrorEnvelopeSchema } from "./checkout-envelope.ts";
import { CHECKOUT_VERSION, type CheckoutRouteContract, checkoutErrorsOf } from "./checkout-route-contract.ts";
import { allCheckoutRoutes } from "./checkout-routes.ts";
import { depositEventSchema, depositEventTypes } from "./checkout-schemas.ts";
import { type Json, jsonSchema, openApiHeader, rateLimitHeaders } from "./openapi-parts.ts";

const asJson = (schema: Json): Json => ({ "application/json": { schema } });

function headersOf({ access, method }: CheckoutRouteContract, status: number): Json {
  return {
    "x-request-id": openApiHeader("The id that all log lines of this call carry"),
    "Service-Checkout-Version": openApiHeader("The version that this answer is in"),
    ...(access === "public" ? {} : rateLimitHeaders),
    ...(method === "post" && status < 300
      ? { "Idempotent-Replayed": openApiHeader("`true` where an earlier answer is given again") }
      : {}),
    ...(status === 429 || status === 503 ? { "Retry-After": openApiHeader("Whole seconds to wait") } : {}),
    ...(status === 405 ? { Allow: openApiHeader("Methods that the path takes") } : {}),
  };
}

function errorResponses(route: CheckoutRouteContract): Json {
  const byStatus = Map.groupBy(checkoutErrorsOf(route), (code) => checkoutErrors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), errorResponse(route, status, codes)]),
  );
}

function errorResponse(
  route: CheckoutRouteContract,
  status: number,
  codes: readonly CheckoutErrorCode[],
): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${checkoutErrors[code].title}`).join("; "),
    headers: headersOf(route, status),
    content: asJson({
      allOf: [
        { $ref: "#/components/schemas/ErrorEnvelope" },
        { properties: { error: { properties: { code: { enum: codes } } } } },
      ],
    }),
  };
}

function parametersOf(route: CheckoutRouteContract, components: Json): Json[] {
  const text = { schema: { type: "string" } };
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    ...text,
  }));
  const query = route.query === undefined ? {} : jsonSchema(route.query, "input", components);
  const inQuery = Object.entries((query["properties"] ?? {}) as Record<string, Json>).map(
    ([name, schema]) => ({ name, in: "query", required: false, schema }),
  );
  const version = { name: "Service-Checkout-Version", in: "header", required: false };
  const key = { name: "Idempotency-Key", in: "header", required: true, ...text };
  return [
    ...inPath,
    ...inQuery,
    ...(route.access === "public" ? [] : [{ ...version, schema: { const: CHECKOUT_VERSION } }]),
    ...(route.method === "post" ? [key] : []),
  ];
}

function operationOf(route: CheckoutRouteContract, components: Json): Json {
  const responses = Object.entries(route.responses).map(([status, { description, schema }]) => [
    status,
    {
      description,
      headers: headersOf(route, Number(status)),
      content: asJson(jsonSchema(schema, "output", components)),
    },
  ]);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.access === "public" ? {} : { description: `Needs scope \`${route.access}\`.` }),
    tags: [route.path.includes("events") ? "Events" : "Deposits"],
    security: route.access === "public" ? [] : [{ checkoutKey: [] }],
    parameters: parametersOf(route, components),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.bodyIsOptional !== true,
            content: asJson(jsonSchema(route.body, "input", components)),
          },
        }),
    responses: { ...Object.fromEntries(responses), ...errorResponses(route) },
  };
}

function pathsOf(components: Json): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of allCheckoutRoutes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, components) };
  }
  return paths;
}

function webhooksOf(components: Json): Json {
  return Object.fromEntries(
    depositEventTypes.map((type) => [
      type,
      {
        post: {
          operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
          summary: "Sent to the deposit's webhook, signed as all webhooks are; the body is the event",
          requestBody: { content: asJson(jsonSchema(depositEventSchema, "output", components)) },
          responses: { "2XX": { description: "Received; anything else is tried again" } },
        },
      },
    ]),
  );
}

/** The OpenAPI 3.1 document of the checkout surface: its own, as its address and its envelope are. */
export function checkoutOpenApiDocument(checkoutBaseUrl: string): Json {
  const components: Json = {};
  jsonSchema(z.object({ error: checkoutErrorEnvelopeSchema }), "output", components);
  return {
    openapi: "3.1.1",
    info: {
      title: "Checkout deposits",
      version: CHECKOUT_VERSION,
      description: "Ask for a payment by bank transfer, and hear when a genuine receipt has confirmed it.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: checkoutBaseUrl }],
    paths: pathsOf(components),
    webhooks: webhooksOf(components),
    components: {
      securitySchemes: {
        checkoutKey: {
          type: "http",
          scheme: "bearer",
          description:
            "For secret scanners: `sck_[0-9A-Za-z]{49}` (the prefix is the installation's). From servers only.",
        },
      },
      schemas: components,
    },
  };
}
