import type { z } from "zod";
import { ids } from "./examples/example-values.ts";
import { type Json, jsonSchema } from "./openapi-parts.ts";

interface Described {
  readonly description: string;
  readonly schema: Json;
  readonly example: string;
}

const text: Json = { type: "string" };

const idOf = (what: string, example: string): Described => ({
  description: `Id of the ${what}`,
  schema: text,
  example,
});

/** Parameters of paths, by the part of the path that they stand behind. */
const pathParameters: Readonly<Record<string, Described>> = {
  "/api/verify/": idOf("verification, as its submission gave it", ids.request),
  "/deliveries/": idOf("webhook delivery", ids.delivery),
  "/api/webhooks/recover/": idOf("recovery", ids.recovery),
  "/api/api-keys/": idOf("key", ids.apiKey),
  "/api/checkout-keys/": idOf("key", ids.checkoutKey),
  "/api/bank-accounts/": idOf("saved account", ids.bankAccount),
  "/v1/deposits/": idOf("deposit", ids.deposit),
  "/api/deposits/": idOf("deposit", ids.deposit),
  "/api/reports/banks/": {
    description: "The bank that the report is of",
    schema: { $ref: "#/components/schemas/BankCode" },
    example: "telebirr",
  },
};

/** What parameters look like whose schema does not name their values. */
const queryExamples: Readonly<Record<string, unknown>> = {
  waitMs: 5_000,
  startDate: "2026-03-01",
  endDate: "2026-03-31",
  action: "api_key.created",
  reference: "order-1042",
  createdAfter: "2026-03-01",
  createdBefore: "2026-03-31T21:00:00Z",
  limit: 20,
  offset: 0,
};

/** Every call may bring an id of its own. */
const requestIdParameter: Json = {
  name: "x-request-id",
  in: "header",
  required: false,
  description:
    "An id of yours for this call, told in the answer and in all log lines; another is made where it does not fit",
  schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
  example: "order-1042-try-1",
};

function inPath(path: string): Json[] {
  const found: Json[] = [];
  let before = "/";
  for (const part of path.split("/").slice(1)) {
    if (!part.startsWith("{")) {
      before += `${part}/`;
      continue;
    }
    const described = pathParameters[before];
    if (described === undefined) throw new Error(`nobody has said what ${part} in ${path} is`);
    found.push({ name: part.slice(1, -1), in: "path", required: true, ...described });
    before = "/";
  }
  return found;
}

function inQuery(query: z.ZodObject | undefined, components: Json): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(query, "input", components);
  return Object.entries(properties as Record<string, Json>).map(([name, found]) => {
    const { wire, ...schema } = found;
    const example = queryExamples[name];
    return {
      name,
      in: "query",
      required: (required as readonly string[]).includes(name),
      ...(found["description"] === undefined ? {} : { description: found["description"] }),
      schema: wire ?? schema,
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** In the order in which people look for them: path, query, headers. */
export function parametersOf(
  route: {
    readonly path: string;
    readonly query?: z.ZodObject;
    readonly headers: readonly Json[];
  },
  components: Json,
): Json[] {
  return [...inPath(route.path), ...inQuery(route.query, components), ...route.headers, requestIdParameter];
}

/** A request header with text in it. */
export function headerParameter(
  name: string,
  header: { readonly description: string; readonly example?: string; readonly required?: boolean },
): Json {
  const { description, example, required = false } = header;
  return {
    name,
    in: "header",
    required,
    description,
    schema: text,
    ...(example === undefined ? {} : { example }),
  };
}
