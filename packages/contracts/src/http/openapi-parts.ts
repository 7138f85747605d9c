import { z } from "zod";

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

export const rateLimitHeaders: Json = {
  RateLimit: openApiHeader("What is left in the current window (draft-ietf-httpapi-ratelimit-headers-10)"),
  "RateLimit-Policy": openApiHeader("The quota and its window"),
  "RateLimit-Limit": openApiHeader("Requests a minute"),
  "RateLimit-Remaining": openApiHeader("Requests left in this window"),
  "RateLimit-Reset": openApiHeader("Seconds until the window ends"),
};
