import { MAX_BATCH_BYTES } from "@receipts/contracts";
import express, { type RequestHandler } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { jsonBodyOf, readBodyWith } from "../http/json-body.ts";

const readJson = jsonBodyOf(MAX_BATCH_BYTES);
const readCsv = readBodyWith(express.raw({ limit: MAX_BATCH_BYTES, type: () => true }), {
  maxBytes: MAX_BATCH_BYTES,
  refusalOf: () => undefined,
  isRead: (body) => Buffer.isBuffer(body) && body.length > 0,
});

/** Reads JSON as an object, and CSV as bytes. */
export const batchBody: RequestHandler = (request, response, next) => {
  if (typeof request.is("text/csv") === "string") readCsv(request, response, next);
  else if (request.is("application/json") !== false) readJson(request, response, next);
  else
    next(
      new ApiProblem("unsupported_media_type", { message: "Send the list as application/json or text/csv" }),
    );
};
