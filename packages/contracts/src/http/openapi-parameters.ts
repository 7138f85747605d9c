import { ids } from "./examples/example-values.ts";
import { type Json, jsonSchema } from "./openapi-parts.ts";
import type { Operation } from "./route-contract.ts";

interface Described {
  readonly description: string;
  readonly schema: Json;
  readonly example: string;
}

const text: Json = { type: "string" };

const idOf = (object: string, example: string): Described => ({
  description: `Id of the ${object}.`,
  schema: text,
  example,
});

/** Path parameters, by the part of the path before them. */
const pathParameters: Readonly<Record<string, Described>> = {
  "/api/verify/": idOf("verification request, from the response to its submission", ids.request),
  "/api/batches/": idOf("batch", ids.batch),
  "/deliveries/": idOf("webhook delivery, also sent as `X-Webhook-Delivery-Id`", ids.delivery),
  "/api/events/": idOf("event", ids.event),
  "/api/webhook-endpoints/": idOf("webhook endpoint", ids.endpoint),
  "/api/webhook-deliveries/": idOf("webhook delivery, also sent as `X-Webhook-Delivery-Id`", ids.delivery),
  "/api/webhook-listeners/": idOf("listener, from the response to its creation", ids.endpoint),
  "/api/webhooks/recover/": idOf("recovery job", ids.recovery),
  "/recover/": idOf("recovery job", ids.recovery),
  "/api/sessions/": idOf("session", ids.session),
  "/api/members/": idOf("membership", ids.member),
  "/api/invitations/": idOf("invitation", ids.memberInvitation),
  "/api/api-keys/": idOf("API key, not the key itself", ids.apiKey),
  "/api/checkout-keys/": idOf("checkout key, not the key itself", ids.checkoutKey),
  "/api/bank-accounts/": idOf("saved bank account", ids.bankAccount),
  "/api/payment-views/": idOf("saved view", ids.paymentView),
  "/api/reconciliations/": idOf("reconciliation", ids.reconciliation),
  "/api/branches/": idOf("branch", ids.branch),
  "/api/cashiers/": idOf("cashier", ids.member),
  "/api/tills/": idOf("till", ids.till),
  "/api/till/payments/": idOf("verification request, from the response to its submission", ids.request),
  "/api/telegram/chats/": idOf("linked Telegram chat", ids.telegramChat),
  "/v1/deposits/": idOf("deposit, from the response to its creation", ids.deposit),
  "/api/deposits/": idOf("deposit, from the response to its creation", ids.deposit),
  "/api/reports/banks/": {
    description: "Code of the bank to report on.",
    schema: { $ref: "#/components/schemas/BankCode" },
    example: "telebirr",
  },
};

/** Examples of parameters whose schema does not list their values. */
const commonExamples: Readonly<Record<string, unknown>> = {
  waitMs: 5_000,
  startDate: "2026-03-01",
  endDate: "2026-03-31",
  action: "api_key.created",
  member: ids.member,
  reference: "order-1042",
  createdAfter: "2026-03-01",
  createdBefore: "2026-03-31T21:00:00Z",
  limit: 20,
  offset: 0,
};

/** Every call can send an id of its own. */
const requestIdParameter: Json = {
  name: "x-request-id",
  in: "header",
  required: false,
  description: "Your id for this call, returned and logged. Generated if missing or invalid.",
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
    if (described === undefined) throw new Error(`pathParameters lacks ${part} of ${path}`);
    found.push({ name: part.slice(1, -1), in: "path", required: true, ...described });
    before = "/";
  }
  return found;
}

interface DocumentedParameters extends Pick<Operation<string, string>, "path" | "query" | "queryExamples"> {
  readonly headers: readonly Json[];
}

function inQuery({ query, queryExamples = {} }: DocumentedParameters, components: Json): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(query, "input", components);
  return Object.entries(properties as Record<string, Json>).map(([name, found]) => {
    const { wire, ...schema } = found;
    const [ownExample] = Array.isArray(found["examples"]) ? found["examples"] : [];
    const example = queryExamples[name] ?? ownExample ?? commonExamples[name];
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

/** In the order of path, query, headers. */
export function parametersOf(route: DocumentedParameters, components: Json): Json[] {
  return [...inPath(route.path), ...inQuery(route, components), ...route.headers, requestIdParameter];
}

/** A request header that holds text. */
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
