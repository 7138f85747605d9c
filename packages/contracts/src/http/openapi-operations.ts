import { type ApiErrorCode, apiErrors } from "../api-errors.ts";
import { errorEnvelopeSchema } from "./envelope.ts";
import { operationExamples } from "./examples/all-examples.ts";
import type { Examples } from "./examples/operation-examples.ts";
import { headerParameter, parametersOf } from "./openapi-parameters.ts";
import { errorResponse, headersOfStatus, type Json, jsonSchema, openApiHeader } from "./openapi-parts.ts";
import { errorsOf, type Operation, type ResponseContract } from "./route-contract.ts";

/** One route of the verification surface. */
export function operationOf(route: Operation, components: Json): Json {
  const permission = route.access.includes(":") ? `Needs permission \`${route.access}\`.` : "";
  const good = Object.entries(route.responses).map(([status, response]) => [
    status,
    goodResponse(route, Number(status), response, components),
  ]);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(permission === "" ? {} : { description: permission }),
    tags: [route.tag],
    security: securityOf(route),
    parameters: parametersOf(
      {
        ...route,
        headers: Object.entries(route.headers ?? {}).map(([name, header]) => headerParameter(name, header)),
      },
      components,
    ),
    ...requestBodyOf(route, components),
    responses: { ...Object.fromEntries(good), ...errorResponses(route, components) },
  };
}

const isKeyed = ({ access }: Operation) => access !== "public";

function securityOf({ access }: Operation): Json[] {
  if (access === "public") return [];
  return access === "session" ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function requestBodyOf(route: Operation, components: Json): Json {
  if (route.bodyContentTypes !== undefined) {
    const content = contentOf(route.bodyContentTypes, { type: "string", format: "binary" });
    return { requestBody: { required: true, content } };
  }
  if (route.body === undefined) return {};
  const schema = jsonSchema(route.body, "input", components);
  const examples = operationExamples[route.operationId]?.body;
  return { requestBody: { required: true, content: contentOf("application/json", schema, examples) } };
}

function goodResponse(route: Operation, status: number, response: ResponseContract, components: Json): Json {
  const { description, schema, contentType = "application/json", headers = {}, alternatives = {} } = response;
  const examples = operationExamples[route.operationId]?.answers?.[status];
  const others = Object.entries(alternatives).map(([type, { schema: other, example }]) => [
    type,
    { schema: jsonSchema(other, "output", components), example },
  ]);
  const content =
    schema === undefined
      ? undefined
      : {
          ...contentOf(contentType, jsonSchema(schema, "output", components), examples),
          ...Object.fromEntries(others),
        };
  return {
    description,
    headers: {
      ...headersOfStatus(status, isKeyed(route)),
      ...Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, openApiHeader(text)])),
    },
    ...(content === undefined ? {} : { content }),
  };
}

function contentOf(types: string | readonly string[], schema: Json, examples?: Examples): Json {
  const media = { schema, ...(examples === undefined ? {} : { examples }) };
  return Object.fromEntries([types].flat().map((type) => [type, media]));
}

function errorResponses(route: Operation, components: Json): Json {
  const byStatus = Map.groupBy(errorsOf(route), (code) => apiErrors[code].status);
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => route.responses[status] === undefined)
      .map(([status, codes]) => [
        String(status),
        errorResponse(
          { codes, titleOf, envelope: errorEnvelopeSchema },
          headersOfStatus(status, isKeyed(route)),
          components,
        ),
      ]),
  );
}

const titleOf = (code: string) => apiErrors[code as ApiErrorCode].title; // every code comes from the table
