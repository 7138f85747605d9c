import { MAX_LOGO_BYTES } from "@receipts/contracts";
import express, { type RequestHandler } from "express";
import { ApiProblem } from "../http/api-problem.ts";

const parse = express.raw({ limit: MAX_LOGO_BYTES, type: () => true, inflate: false });

/** Reads the raw bytes: a compressed body would hide its size. */
export const logoBody: RequestHandler = (request, response, next) => {
  if (Number(request.headers["content-length"] ?? 0) > MAX_LOGO_BYTES) {
    // Refused unread: the caller of a gigabyte need not finish first.
    response.set("Connection", "close");
    next(tooLarge());
    return;
  }
  parse(request, response, (error: unknown) => next(error === undefined ? undefined : problemOf(error)));
};

function tooLarge(): ApiProblem {
  return new ApiProblem("payload_too_large", { message: `A logo must have at most ${MAX_LOGO_BYTES} bytes` });
}

function problemOf(error: unknown): unknown {
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
  switch (type) {
    case "entity.too.large":
      return tooLarge();
    case "encoding.unsupported":
      return new ApiProblem("unsupported_media_type", { message: "A logo must not be sent compressed" });
    case "request.size.invalid":
    case "request.aborted":
      return new ApiProblem("invalid_request", { message: "The body is incomplete: send it again" });
    default:
      return error;
  }
}
