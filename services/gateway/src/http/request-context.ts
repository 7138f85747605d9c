import { randomUUID } from "node:crypto";
import type { Queryable } from "@receipts/database";
import { newTraceparent, readTraceparent } from "@receipts/service-kit";
import type { Span, Tracing } from "@receipts/tracing";
import type { Request, Response } from "express";

import type { Turn } from "./account-turns.ts";
import { ApiProblem } from "./api-problem.ts";
import type { Caller } from "./caller.ts";

/** Throws if the caller's key or session has ended since, or its person has another role. */
export type RequireStillActive = (database: Queryable, caller: Caller) => Promise<void>;

/** The data of one call, and the fields of its log line. */
export interface RequestContext {
  readonly requestId: string;
  readonly traceparent: string;
  /** Covers the whole call; its log line ends it. */
  readonly span: Span;
  readonly startedAt: number;
  route: string;
  caller: Caller | undefined;
  /** Undefined without a caller. */
  requireStillActive: RequireStillActive | undefined;
  /** Undefined for calls that take none. */
  turn: Turn | undefined;
  /** Extra fields of the log line: ids, never bodies. */
  readonly logFields: Record<string, unknown>;
}

/** A property: a weak map costs the garbage collector more than all the rest of the context. */
const CONTEXT = Symbol("context");
type WithContext = Request & { [CONTEXT]?: RequestContext };

const GIVEN_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Sets the context and `x-request-id` of every call, before anything can fail. */
export function startRequestContext(tracing: Tracing): (request: Request, response: Response) => void {
  return (request: WithContext, response) => {
    const given = request.get("x-request-id");
    const requestId = given !== undefined && GIVEN_REQUEST_ID.test(given) ? given : randomUUID();
    const parent = readTraceparent(request.get("traceparent"));
    const span = tracing.startSpan({ name: "http request", kind: "server", parent });
    request[CONTEXT] = {
      requestId,
      traceparent: span.traceparent ?? newTraceparent(),
      span,
      startedAt: performance.now(),
      route: "unmatched",
      caller: undefined,
      requireStillActive: undefined,
      turn: undefined,
      logFields: {},
    };
    response.set("x-request-id", requestId);
  };
}

export function contextOf(request: Request): RequestContext {
  const context = (request as WithContext)[CONTEXT];
  if (context === undefined) throw new Error("startRequestContext must run first");
  return context;
}

/** Runs long work without the database, such as DNS, outside of the call's turn: other calls of its account pass it. */
export function outsideTurn<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const { turn } = contextOf(request);
  return turn === undefined ? work() : turn.outside(work);
}

/** The authenticated caller; only for routes that are not public. */
export function callerOf(request: Request): Caller {
  const { caller } = contextOf(request);
  if (caller === undefined) throw new ApiProblem("invalid_api_key");
  return caller;
}
