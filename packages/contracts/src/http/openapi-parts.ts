import { z } from "zod";
import type { Examples } from "./examples/operation-examples.ts";

/** Part of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Writes a schema with a name (`meta({ id })`) once, under components, and returns a reference to it. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const {
    $schema: _dialect,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema: written }) => {
      // We may add fields to responses and events: a reader must not refuse them.
      if (io === "output" && written.additionalProperties === false) delete written.additionalProperties;
      // `format` says the same in two words; the pattern of a time is 300 characters, at each time.
      if (written.format === "date-time" || written.format === "date") delete written.pattern;
    },
  });
  const hoisted = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  const found = Object.entries($defs ?? {}).map(([name, definition]) => [name, hoisted(definition)] as const);
  for (const [name, definition] of found) components[name] = definition;
  for (const [, definition] of found) describeReferences(definition, components);
  const written = hoisted(rest);
  describeReferences(written, components);
  return written;
}

/** Gives each field without a description that of the schema it refers to: many readers do not follow references. */
function describeReferences(schema: unknown, components: Json): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const property of Object.values(asJson(asJson(schema)["properties"])).map(asJson)) {
    const { description } = asJson(components[referredName(property) ?? ""]);
    if (description !== undefined) property["description"] ??= description;
  }
  for (const part of Object.values(schema)) describeReferences(part, components);
}

function referredName({ $ref, anyOf }: Json): string | undefined {
  if (typeof $ref === "string") return $ref.split("/").at(-1);
  return asList(anyOf)
    .map((choice) => referredName(asJson(choice)))
    .find((name) => name !== undefined);
}

const asJson = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const checkoutKeyScheme: Json = {
  type: "http",
  scheme: "bearer",
  description:
    "Key of a server; never put it in an app or page. Pattern for secret scanners: `sck_[0-9A-Za-z]{49}`, with the installation's prefix.",
};

export const openApiHeader = (description: string): Json => ({ description, schema: { type: "string" } });
const wholeHeader = (description: string): Json => ({
  description,
  schema: { type: "integer", minimum: 0 },
});

/** Headers of many responses, each written once. */
export const sharedHeaders = {
  "x-request-id": openApiHeader(
    "Id of this call: yours, or one that we generated. All log lines of the call have it.",
  ),
  RateLimit: openApiHeader(
    "Quota name, remaining calls `r` and seconds until reset `t` (draft-ietf-httpapi-ratelimit-headers-10).",
  ),
  "RateLimit-Policy": openApiHeader(
    "Quotas of the key and of the account: calls `q` in a window of `w` seconds.",
  ),
  "RateLimit-Limit": wholeHeader("Calls that the tightest quota permits in a minute."),
  "RateLimit-Remaining": wholeHeader("Calls left until the quota is renewed."),
  "RateLimit-Reset": wholeHeader("Seconds until the quota is renewed."),
  "Retry-After": wholeHeader("Seconds to wait before you repeat the call."),
  Allow: openApiHeader("Methods that this path accepts, separated by commas."),
} as const satisfies Json;

function shared(...names: readonly (keyof typeof sharedHeaders)[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const rateLimitHeaders = shared(
  "RateLimit",
  "RateLimit-Policy",
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
);

/** Headers of every response, and those of this status. */
export function headersOfStatus(status: number, isKeyed: boolean): Json {
  return {
    ...shared("x-request-id"),
    ...(isKeyed ? rateLimitHeaders : {}),
    ...(status === 429 || status === 503 ? shared("Retry-After") : {}),
    ...(status === 405 ? shared("Allow") : {}),
  };
}

/** A body of these types, with its schema and examples. */
export function contentOf(types: string | readonly string[], schema: Json, examples?: Examples | Json): Json {
  const media = { schema, ...(examples === undefined ? {} : { examples }) };
  return Object.fromEntries([types].flat().map((type) => [type, media]));
}

/** The error codes of a surface and their envelope. */
export interface DocumentedErrors {
  readonly errors: Readonly<Record<string, { readonly status: number; readonly title: string }>>;
  readonly envelope: z.ZodObject<{ readonly error: z.ZodObject }>;
}

/**
 * One response per status, with an example of each code. Each set of codes has a schema of its own, because client
 * generators cannot narrow a common envelope (`allOf`).
 */
export function errorResponse(
  { errors, envelope }: DocumentedErrors,
  codes: readonly string[],
  headers: Json,
  components: Json,
): Json {
  return {
    description: `${codes.map((code) => `\`${code}\`: ${errors[code]?.title}`).join("; ")}.`,
    headers,
    content: contentOf(
      "application/json",
      errorSchema({ errors, envelope }, codes, components),
      Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    ),
  };
}

/** Names of errors with several codes. An error with one code has the name of the code. */
const errorNames: Readonly<Record<string, string>> = {
  "already_exists invalid_state": "BranchConflict",
  "bank_not_detected invalid_payload no_receipt_in_message unsupported_bank": "InvalidReceipt",
  "bank_not_detected invalid_payload no_receipt_in_message unsafe_webhook_url unsupported_bank":
    "InvalidSubmission",
  "invalid_payload no_receipt_in_message reference_not_found unsupported_bank": "UnreadableFile",
  "invalid_payload no_receipt_in_message reference_not_found unsafe_webhook_url unsupported_bank":
    "InvalidFileSubmission",
  "idempotency_conflict idempotency_in_progress": "Idempotency",
  "idempotency_conflict idempotency_in_progress invalid_state": "Conflict",
  "already_exists idempotency_conflict idempotency_in_progress": "CreationConflict",
  "idempotency_conflict invalid_state": "DepositConflict",
  "already_exists idempotency_conflict idempotency_in_progress invalid_state": "BranchCreationConflict",
  "idempotency_key_required invalid_request malformed_json unsupported_version": "BadRequest",
  "invalid_api_key unauthenticated": "InvalidApiKey",
  "invalid_payload unsafe_webhook_url": "InvalidSettings",
  "invalid_payload unsupported_bank": "InvalidBankAccount",
  "invalid_request malformed_json": "UnreadableBody",
  "invalid_request unsupported_version": "InvalidQuery",
  "no_settlement_accounts unsafe_webhook_url": "DepositRefused",
  "fresh_sign_in_required origin_rejected permission_denied": "FreshAcceptDenied",
  "fresh_sign_in_required origin_rejected permission_denied two_factor_enrollment_required":
    "FreshChangeDenied",
  "fresh_sign_in_required permission_denied two_factor_enrollment_required": "FreshAccessDenied",
  "origin_rejected permission_denied": "Forbidden",
  "origin_rejected permission_denied two_factor_enrollment_required": "ChangeDenied",
  "permission_denied two_factor_enrollment_required": "AccessDenied",
  "queue_saturated rate_limited": "TooManyRequests",
  "two_factor_required unauthenticated": "SignInRefused",
  "queue_unavailable service_unavailable": "SubmissionUnavailable",
};

function errorSchema(
  { errors, envelope }: DocumentedErrors,
  codes: readonly string[],
  components: Json,
): Json {
  const sorted = [...codes].sort();
  const [only = "", ...others] = sorted;
  const name = others.length === 0 ? pascalCase(only) : errorNames[sorted.join(" ")];
  if (name === undefined) throw new Error(`errorNames lacks a name for ${sorted.join(" ")}`);
  const stem = name.replace(/Error$/, "");
  const written = asList(asJson(components[`${stem}Code`])["enum"]).join(" ");
  if (written === sorted.join(" ")) return { $ref: `#/components/schemas/${stem}Error` };
  if (written !== "") throw new Error(`${stem}Error has the codes ${written} and ${sorted.join(" ")}`);
  const titles = sorted.map((code) => errors[code]?.title).join(", or: ");
  const code = z.enum(sorted as [string, ...string[]]).meta({
    id: `${stem}Code`,
    description: "Machine-readable cause of the error, explained at /docs/errors.",
  });
  const problem = envelope.shape.error.extend({ code }).meta({
    id: `${stem}Problem`,
    description: "The cause of the error, with the invalid values if there are any.",
  });
  const narrowed = envelope
    .extend({ error: problem })
    .meta({ id: `${stem}Error`, description: `Error response. ${titles}.` });
  return jsonSchema(narrowed, "output", components);
}

const pascalCase = (code: string) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
