import type { ServerResponse } from "node:http";
import express, { type Request, type RequestHandler } from "express";
import { ApiProblem } from "./api-problem.ts";

/**
 * Reads the raw bytes of a body, for `createReceiveBody`: a compressed body would hide its size. `thing`: as in "A logo".
 */
export function createBytesBody(thing: string, maxBytes: number) {
  const parse = express.raw({ limit: maxBytes, type: () => true, inflate: false });
  const tooLarge = () =>
    new ApiProblem("payload_too_large", { message: `${thing} must have at most ${maxBytes} bytes` });
  const read: RequestHandler = (request, response, next) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      next(tooLarge());
      return;
    }
    parse(request, response, (error: unknown) =>
      next(error === undefined ? undefined : problemOf(error, thing, tooLarge)),
    );
  };
  return { read, maxBytes, tooLarge };
}

function problemOf(error: unknown, thing: string, tooLarge: () => ApiProblem): unknown {
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
  switch (type) {
    case "entity.too.large":
      return tooLarge();
    case "encoding.unsupported":
      return new ApiProblem("unsupported_media_type", { message: `${thing} must not be sent compressed` });
    case "request.size.invalid":
    case "request.aborted":
      return incomplete();
    default:
      return error;
  }
}

/** Ends the body for its reader, so that neither its received nor its later bytes stay in memory. */
export function stopReading(request: Request): void {
  request.unpipe();
  request.emit("aborted");
  request.resume();
}

/** Aborts when the call ends or its client disconnects; is aborted already if it has. */
export function disconnectSignal({ res }: { readonly res?: ServerResponse | undefined }): AbortSignal {
  const ended = new AbortController();
  if (res === undefined || res.closed || res.destroyed) ended.abort(incomplete());
  else res.once("close", () => ended.abort(incomplete()));
  return ended.signal;
}

export const incomplete = () =>
  new ApiProblem("invalid_request", { message: "The body is incomplete: send it again" });
