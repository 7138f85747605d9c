import type { z } from "zod";
import type { ApiErrorCode } from "../api-errors.ts";
import type { Permission } from "../permissions.ts";

export interface ResponseContract {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** JSON unless told; several where the answer may be of any of them. */
  readonly contentType?: string | readonly string[];
  /** What else the caller may ask for with `accept`, each with a schema of its own. */
  readonly alternatives?: Readonly<Record<string, { readonly schema: z.ZodType; readonly example: string }>>;
  /** Response headers beyond those that every answer carries. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Who may call a route: a key with this permission, any live key, only a person who has signed in, or everyone. Where a
 * key may call, a session may too.
 */
export type Access = Permission | "any_key" | "session" | "public";

/** One route as the world sees it; the router, the validation and the OpenAPI document all come from it. */
export interface RouteContract<Who extends string = Access, Code extends string = ApiErrorCode> {
  readonly method: "get" | "post" | "patch" | "put" | "delete";
  /** OpenAPI spelling: `/api/verify/{requestId}`. */
  readonly path: string;
  readonly summary: string;
  /** Where it is not that of the routes beside it. */
  readonly tag?: string;
  readonly access: Who;
  readonly query?: z.ZodObject;
  /** Of parameters that mean something else than their name does elsewhere. */
  readonly queryExamples?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example?: string }>>;
  readonly body?: z.ZodType;
  /** A call without any body is one with an empty object. */
  readonly bodyIsOptional?: boolean;
  /** Of a body that is not JSON. */
  readonly bodyContentTypes?: readonly string[];
  readonly responses: Readonly<Record<number, ResponseContract>>;
  /** Codes beyond those that every route of its kind can answer with. */
  readonly errors?: readonly Code[];
}

/** A route as the OpenAPI document names it. */
export interface Operation<Who extends string = Access, Code extends string = ApiErrorCode>
  extends RouteContract<Who, Code> {
  readonly operationId: string;
  readonly tag: string;
}

/** Each route under its own name, which is that of its key. */
export function operationsOf<Route extends object>(tag: string, routes: Readonly<Record<string, Route>>) {
  return Object.entries(routes).map(([operationId, route]) => ({ tag, ...route, operationId }));
}

const everyRoute: readonly ApiErrorCode[] = [
  "not_found",
  "method_not_allowed",
  "internal_error",
  "service_unavailable",
];
/** Of a route that not everyone may call. */
function accessErrors({ access, method }: RouteContract): readonly ApiErrorCode[] {
  if (access === "public") return [];
  return [
    "unauthenticated",
    ...(access === "session" ? [] : (["invalid_api_key"] as const)),
    "rate_limited",
    ...(access === "session" || access === "any_key" ? [] : (["permission_denied"] as const)),
    ...(method === "get" ? [] : (["origin_rejected"] as const)),
  ];
}
const bodyRoute: readonly ApiErrorCode[] = [
  "malformed_json",
  "invalid_request",
  "payload_too_large",
  "unsupported_media_type",
  "invalid_payload",
];

/** Every error code that the route can answer with. */
export function errorsOf(route: RouteContract): readonly ApiErrorCode[] {
  return [
    ...new Set([
      ...everyRoute,
      ...accessErrors(route),
      ...(route.query === undefined ? [] : (["invalid_payload"] as const)),
      ...(route.body === undefined ? [] : bodyRoute),
      ...(route.errors ?? []),
    ]),
  ];
}
