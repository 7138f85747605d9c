import express, { type Request, type RequestHandler } from "express";
import { ApiProblem } from "./api-problem.ts";

/** Reads the raw bytes of a body: a compressed body would hide its size. `thing`: as in "A logo". */
export function createBytesBody(thing: string, mostBytes: number): RequestHandler {
  const parse = express.raw({ limit: mostBytes, type: () => true, inflate: false });
  const problemOf = createProblemOf(thing, mostBytes);
  return (request, response, next) => {
    if (Number(request.headers["content-length"] ?? 0) > mostBytes) {
      next(problemOf({ type: "entity.too.large" }));
      return;
    }
    parse(request, response, (error: unknown) => next(error === undefined ? undefined : problemOf(error)));
  };
}

function createProblemOf(thing: string, mostBytes: number): (error: unknown) => unknown {
  return (error) => {
    const type = typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
    switch (type) {
      case "entity.too.large":
        return new ApiProblem("payload_too_large", {
          message: `${thing} must have at most ${mostBytes} bytes`,
        });
      case "encoding.unsupported":
        return new ApiProblem("unsupported_media_type", { message: `${thing} must not be sent compressed` });
      case "request.size.invalid":
      case "request.aborted":
        return incomplete();
      default:
        return error;
    }
  };
}

/** Aborted once the call is over: work for a caller who has hung up need not begin. */
export function signalOfLeaving(request: Request): AbortSignal {
  const left = new AbortController();
  request.res?.once("close", () => left.abort(incomplete()));
  return left.signal;
}

export const incomplete = () =>
  new ApiProblem("invalid_request", { message: "The body is incomplete: send it again" });
