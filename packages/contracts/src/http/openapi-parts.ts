import { z } from "zod";
import type { Examples } from "./examples/operation-examples.ts";

/** What the documents of both surfaces are made of. */
export type Json = Record<string, unknown>;

/** A schema with a name (`meta({ id })`) is written once, under components, and referred to. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const {
    $schema: _dialect,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any" });
  const hoisted = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = hoisted(definition);
  return hoisted(rest);
}

export const openApiHeader = (description: string): Json => ({ description, schema: { type: "string" } });
const wholeHeader = (description: string): Json => ({
  description,
  schema: { type: "integer", minimum: 0 },
});

/** Headers that many answers carry; each is written once. */
export const sharedHeaders = {
  "x-request-id": openApiHeader("The id that all log lines of this call carry"),
  RateLimit: openApiHeader("What is left in the current window (draft-ietf-httpapi-ratelimit-headers-10)"),
  "RateLimit-Policy": openApiHeader("The quota and its window"),
  "RateLimit-Limit": wholeHeader("Requests a minute"),
  "RateLimit-Remaining": wholeHeader("Requests left in this window"),
  "RateLimit-Reset": wholeHeader("Seconds until the window ends"),
  "Retry-After": wholeHeader("Whole seconds to wait"),
  Allow: openApiHeader("Methods that the path takes"),
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

/** What every answer carries, and those of this status. */
export function headersOfStatus(status: number, isKeyed: boolean): Json {
  return {
    ...shared("x-request-id"),
    ...(isKeyed ? rateLimitHeaders : {}),
    ...(status === 429 || status === 503 ? shared("Retry-After") : {}),
    ...(status === 405 ? shared("Allow") : {}),
  };
}

/** A body of these types, with its schema and what it looks like. */
export function contentOf(types: string | readonly string[], schema: Json, examples?: Examples | Json): Json {
  const media = { schema, ...(examples === undefined ? {} : { examples }) };
  return Object.fromEntries([types].flat().map((type) => [type, media]));
}

/** The errors of a surface. */
export interface DocumentedErrors {
  readonly errors: Readonly<Record<string, { readonly status: number; readonly title: string }>>;
  readonly envelope: z.ZodObject<{ readonly error: z.ZodObject }>;
}

/**
 * One response per status, with an example of each code. Its schema has a name of its own, made of the codes: client
 * generators make nothing good of an envelope that is narrowed from without (`allOf`).
 */
export function errorResponse(
  { errors, envelope }: DocumentedErrors,
  codes: readonly string[],
  headers: Json,
  components: Json,
): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code]?.title}`).join("; "),
    headers,
    content: contentOf(
      "application/json",
      errorSchema(envelope, codes, components),
      Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    ),
  };
}

function errorSchema(
  envelope: DocumentedErrors["envelope"],
  codes: readonly string[],
  components: Json,
): Json {
  const sorted = [...codes].sort();
  // Wherever a key may call, a session may too: the name that clients know says so no less.
  const naming = sorted.includes("invalid_api_key")
    ? sorted.filter((code) => code !== "unauthenticated")
    : sorted;
  const named = naming.map(pascalCase).join("Or");
  const id = named.endsWith("Error") ? named : `${named}Error`;
  const code = z.enum(sorted as [string, ...string[]]);
  const narrowed = envelope.extend({ error: envelope.shape.error.extend({ code }) });
  components[id] ??= jsonSchema(narrowed, "output", components);
  return { $ref: `#/components/schemas/${id}` };
}

const pascalCase = (code: string) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
