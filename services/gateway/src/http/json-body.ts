import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";
import { ApiProblem } from "./api-problem.ts";

const MAX_BODY_BYTES = 64 * 1024;

const parse = express.json({ limit: MAX_BODY_BYTES, strict: false, type: () => true });

/** Reads a JSON object; every way in which a body can be wrong has its own code. */
export const jsonBody: RequestHandler = (request: Request, response: Response, next: NextFunction) => {
  const hasBody =
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  if (hasBody && request.is("application/json") === false) {
    next(new ApiProblem("unsupported_media_type"));
    return;
  }
  parse(request, response, (error: unknown) => {
    if (error !== undefined) next(problemOf(error));
    else if (!isObject(request.body)) next(new ApiProblem("invalid_request"));
    else next();
  });
};

function isObject(body: unknown): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

function problemOf(error: unknown): unknown {
  const type = typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
  switch (type) {
    case "entity.parse.failed":
      return new ApiProblem("malformed_json");
    case "entity.too.large":
      return new ApiProblem("payload_too_large", {
        message: `The body may have ${MAX_BODY_BYTES} bytes at most`,
      });
    case "encoding.unsupported":
    case "charset.unsupported":
      return new ApiProblem("unsupported_media_type");
    case "request.size.invalid":
    case "request.aborted":
    case "stream.encoding.set":
      return new ApiProblem("malformed_json", { message: "The body did not arrive whole" });
    default:
      // A compressed body that cannot be unpacked ends here too.
      return error instanceof Error && "code" in error && String(error.code).startsWith("Z_")
        ? new ApiProblem("malformed_json", { message: "The body could not be unpacked" })
        : error;
  }
}
