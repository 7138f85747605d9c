import express, { type RequestHandler } from "express";
import { ApiProblem } from "./api-problem.ts";

/** Parses a form as browsers send it: not compressed. */
export function createFormBody({ maxBytes }: { readonly maxBytes: number }): RequestHandler {
  const parse = express.urlencoded({ extended: false, limit: maxBytes, parameterLimit: 20, inflate: false });
  return (request, response, next) => {
    if (request.is("application/x-www-form-urlencoded") === false) {
      next(new ApiProblem("unsupported_media_type"));
      return;
    }
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      next(new ApiProblem("payload_too_large"));
      return;
    }
    parse(request, response, (error: unknown) => next(error === undefined ? undefined : problemOf(error)));
  };
}

function problemOf(error: unknown): unknown {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  if (status === 413) return new ApiProblem("payload_too_large", { cause: error });
  if (status === 415) return new ApiProblem("unsupported_media_type", { cause: error });
  // Errors of the parser: charset, encoding, too many fields, incomplete body.
  return status === 400 ? new ApiProblem("invalid_request", { cause: error }) : error;
}
