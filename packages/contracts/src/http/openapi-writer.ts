import { operationExamples } from "./examples/all-examples.ts";
import { examplesOf, only } from "./examples/operation-examples.ts";
import { headerParameter, parametersOf } from "./openapi-parameters.ts";
import {
  contentOf,
  type DocumentedErrors,
  errorResponse,
  type Json,
  jsonSchema,
  openApiHeader,
  sharedHeaders,
} from "./openapi-parts.ts";
import { type WebhookDescription, webhooksOf } from "./openapi-webhooks.ts";
import type { Operation, ResponseContract } from "./route-contract.ts";

/** One surface, with the common parts of its operations. */
export interface DocumentedSurface<Route extends Operation<string, string>> extends DocumentedErrors {
  readonly routes: readonly Route[];
  readonly errorsOf: (route: Route) => readonly string[];
  /** A sentence on what the caller needs. Undefined if `securityOf` covers it. */
  readonly needsOf: (route: Route) => string | undefined;
  readonly securityOf: (route: Route) => Json[];
  /** Request headers beyond those of the route. */
  readonly requestHeadersOf?: (route: Route) => Json[];
  readonly responseHeadersOf: (route: Route, status: number) => Json;
}

export interface DocumentFacts {
  readonly info: { readonly title: string; readonly version: string } & Json;
  readonly server: string;
  readonly docs: string;
  readonly tags: readonly object[];
  readonly webhooks: Readonly<Record<string, WebhookDescription>>;
  readonly securitySchemes: Json;
  /** Headers beyond those of all surfaces. */
  readonly headers?: Json;
  readonly errorExamples: Json;
  /** Schemas that no route uses. */
  readonly schemas?: Json;
}

/** Builds an OpenAPI 3.1 document from the schemas that validate requests. */
export function writeDocument<Route extends Operation<string, string>>(
  surface: DocumentedSurface<Route>,
  facts: DocumentFacts,
): Json {
  const components: Json = { ...facts.schemas };
  const { docs } = facts;
  return {
    openapi: "3.1.1",
    info: {
      ...facts.info,
      contact: { name: "Documentation", url: docs },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    externalDocs: { description: "Guides and error codes", url: docs },
    servers: [{ url: facts.server }],
    tags: facts.tags,
    paths: pathsOf(surface, components),
    webhooks: webhooksOf(facts.webhooks, components),
    components: {
      securitySchemes: facts.securitySchemes,
      headers: { ...sharedHeaders, ...facts.headers },
      examples: facts.errorExamples,
      schemas: components,
    },
  };
}

function pathsOf<Route extends Operation<string, string>>(
  surface: DocumentedSurface<Route>,
  components: Json,
): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of surface.routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(surface, route, components) };
  }
  return paths;
}

function operationOf<Route extends Operation<string, string>>(
  surface: DocumentedSurface<Route>,
  route: Route,
  components: Json,
): Json {
  const needs = surface.needsOf(route);
  const own = Object.entries(route.headers ?? {}).map(([name, header]) => headerParameter(name, header));
  const headers = [...own, ...(surface.requestHeadersOf?.(route) ?? [])];
  const good = Object.entries(route.responses).map(([status, response]) => [
    status,
    goodResponse(
      route,
      response,
      { status, headers: surface.responseHeadersOf(route, Number(status)) },
      components,
    ),
  ]);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(needs === undefined ? {} : { description: needs }),
    tags: [route.tag],
    security: surface.securityOf(route),
    parameters: parametersOf({ ...route, headers }, components),
    ...requestBodyOf(route, components),
    responses: { ...Object.fromEntries(good), ...errorResponses(surface, route, components) },
  };
}

function requestBodyOf(route: Operation<string, string>, components: Json): Json {
  const given = operationExamples[route.operationId]?.body;
  if (route.bodyContentTypes !== undefined) {
    const content = contentOf(route.bodyContentTypes, { type: "string", format: "binary" });
    return { requestBody: { required: true, description: route.bodyDescription, content } };
  }
  if (route.formBody !== undefined) {
    const schema = jsonSchema(route.formBody, "input", components);
    const content = contentOf("multipart/form-data", schema, examplesOf(route.formBody, given));
    return { requestBody: { required: true, description: route.formBody.description, content } };
  }
  if (route.body === undefined) return {};
  const schema = jsonSchema(route.body, "input", components);
  const content = {
    ...contentOf("application/json", schema, examplesOf(route.body, given)),
    ...otherContentOf(route, components),
  };
  const { description } = route.body;
  return { requestBody: { required: route.bodyIsOptional !== true, description, content } };
}

function otherContentOf({ alsoBody }: Operation<string, string>, components: Json): Json {
  if (alsoBody === undefined) return {};
  const { contentType, schema, example } = alsoBody;
  return contentOf(contentType, jsonSchema(schema, "input", components), only(example));
}

function goodResponse(
  { operationId }: Operation<string, string>,
  response: ResponseContract,
  shown: { readonly status: string; readonly headers: Json },
  components: Json,
): Json {
  const { description, schema, contentType = "application/json", headers = {}, alternatives = {} } = response;
  const given = operationExamples[operationId]?.responses?.[Number(shown.status)];
  const others = Object.entries(alternatives).map(([type, { schema: other, example }]) => [
    type,
    { schema: jsonSchema(other, "output", components), example },
  ]);
  const own = Object.entries(headers).map(([name, text]) => [name, openApiHeader(text)]);
  const base = { description, headers: { ...shown.headers, ...Object.fromEntries(own) } };
  if (schema === undefined) return base;
  const content = contentOf(
    contentType,
    jsonSchema(schema, "output", components),
    examplesOf(schema, given, description),
  );
  return { ...base, content: { ...content, ...Object.fromEntries(others) } };
}

function errorResponses<Route extends Operation<string, string>>(
  surface: DocumentedSurface<Route>,
  route: Route,
  components: Json,
): Json {
  const byStatus = Map.groupBy(surface.errorsOf(route), (code) => surface.errors[code]?.status ?? 500);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => route.responses[status] === undefined)
      .map(([status, codes]) => [
        String(status),
        errorResponse(surface, codes, surface.responseHeadersOf(route, status), components),
      ]),
  );
}
