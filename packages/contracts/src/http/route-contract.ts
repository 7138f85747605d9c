import type { z } from "zod";
import type { ApiErrorCode } from "../error-codes.ts";
import type { Permission } from "../permissions.ts";
import { type Role, rolesFor, rolesThatGive } from "../roles.ts";

export interface ResponseContract {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** Default: JSON. Several if the response can have any of them. */
  readonly contentType?: string | readonly string[];
  /** Other types that the caller can request with `accept`. */
  readonly alternatives?: Readonly<Record<string, { readonly schema: z.ZodType; readonly example: string }>>;
  /** Headers beyond those of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Callers of a route: a key with this permission, any active key, only a session, or everyone. A route for keys accepts
 * sessions too.
 */
export type Access = Permission | "any_key" | "session" | "public";

/** Routes about webhooks also accept a checkout key with the scope of the same name. */
export const acceptsCheckoutKeys = (access: Access): boolean => access.startsWith("webhooks:");

/** The header of submissions, which follow the request that the key created. */
export const idempotencyKeyHeader = {
  description:
    "Makes a retry safe for 24 hours. 1 to 255 visible ASCII characters. Reuse it only to retry the same request.",
  example: "order-1042",
} as const;

/** One route. Router, validation and OpenAPI document are built from it. */
export interface RouteContract<Who extends string = Access, Code extends string = ApiErrorCode> {
  readonly method: "get" | "post" | "patch" | "put" | "delete";
  /** OpenAPI spelling: `/api/verify/{requestId}`. */
  readonly path: string;
  readonly summary: string;
  /** Overrides the tag of the other routes in the file. */
  readonly tag?: string;
  readonly access: Who;
  /** Roles of signed-in people who can call it. Required for routes that only sessions can call. */
  readonly roles?: readonly Role[];
  /**
   * Sessions need a proof of identity of the last 5 minutes, always or for these fields of the body. For calls that create
   * or widen access, move where money or events go, or switch a protection off.
   */
  readonly needsFreshSignIn?: true | readonly string[];
  /** Needs the cookie of an enrolled till, also where `access` is public. */
  readonly needsDevice?: boolean;
  /** Also for people who must first set up two-factor sign-in. */
  readonly isBeforeEnrollment?: boolean;
  readonly query?: z.ZodObject;
  /** Overrides the common example of a parameter name. */
  readonly queryExamples?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly example?: string }>>;
  readonly body?: z.ZodType;
  /** Another type in which the body can be sent. */
  readonly alsoBody?: { readonly contentType: string; readonly schema: z.ZodType; readonly example: string };
  /** Fields of a body in `multipart/form-data`. */
  readonly formBody?: z.ZodObject;
  /** Reads a missing body as an empty object. */
  readonly bodyIsOptional?: boolean;
  /** Media types of a body that is not JSON. */
  readonly bodyContentTypes?: readonly string[];
  /** Description of a body that is not JSON. */
  readonly bodyDescription?: string;
  /** Takes an `Idempotency-Key`: for 24 hours the same call gets the first response again, without its secrets. */
  readonly isRepeatable?: boolean;
  readonly responses: Readonly<Record<number, ResponseContract>>;
  /** Codes beyond those of every route of its kind. */
  readonly errors?: readonly Code[];
}

/** A route with its name in the OpenAPI document. */
export interface Operation<Who extends string = Access, Code extends string = ApiErrorCode>
  extends RouteContract<Who, Code> {
  readonly operationId: string;
  readonly tag: string;
}

/** Adds the tag, and the key of each route as its `operationId`. */
export function operationsOf<Route extends object>(tag: string, routes: Readonly<Record<string, Route>>) {
  return Object.entries(routes).map(([operationId, route]) => ({ tag, ...route, operationId }));
}

type AccessContract = Pick<RouteContract<string>, "access" | "roles">;

/** The roles whose sessions can call the route. */
export function rolesOf({ access, roles }: AccessContract): readonly Role[] {
  if (roles !== undefined) return roles;
  return access === "session" ? rolesFor.ownership : rolesFor.payments;
}

/** The roles whose keys can call the route, with its permission or scope. */
export function makerRolesOf(contract: AccessContract): readonly Role[] {
  const givers: Readonly<Record<string, readonly Role[]>> = rolesThatGive;
  const given = givers[contract.access];
  return rolesOf(contract).filter((role) => given === undefined || given.includes(role));
}

const everyRoute: readonly ApiErrorCode[] = [
  "not_found",
  "method_not_allowed",
  "internal_error",
  "service_unavailable",
];
/** Codes of a route that requires a key or a session. */
function accessErrors({
  access,
  method,
  needsFreshSignIn,
  isBeforeEnrollment,
}: RouteContract): readonly ApiErrorCode[] {
  if (access === "public") return [];
  return [
    "unauthenticated",
    ...(access === "session" ? [] : (["invalid_api_key"] as const)),
    "rate_limited",
    "permission_denied",
    ...(isBeforeEnrollment === true ? [] : (["two_factor_enrollment_required"] as const)),
    ...(needsFreshSignIn !== undefined ? (["fresh_sign_in_required"] as const) : []),
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

const repeatableRoute: readonly ApiErrorCode[] = [
  "idempotency_conflict",
  "idempotency_in_progress",
  "invalid_payload",
];

/** Returns every error code that the route can respond with. */
export function errorsOf(route: RouteContract): readonly ApiErrorCode[] {
  return [
    ...new Set([
      ...everyRoute,
      ...accessErrors(route),
      ...(route.query === undefined ? [] : (["invalid_payload"] as const)),
      ...(route.body === undefined ? [] : bodyRoute),
      ...(route.isRepeatable === true ? repeatableRoute : []),
      ...(route.errors ?? []),
    ]),
  ];
}
