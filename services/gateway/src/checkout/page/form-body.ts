import express, { type RequestHandler } from "express";
import { z } from "zod";
import { ApiProblem } from "../../http/api-problem.ts";

/** The longest SMS with a link, several times over. */
export const maxReceiptTextCharacters = 2_000;
/** Each character may be one of three bytes, and each byte is written in three. */
const MAX_BODY_BYTES = 24 * 1024;

const parse = express.urlencoded({ extended: false, limit: MAX_BODY_BYTES, parameterLimit: 20 });

/** Reads a form as browsers send it. */
export const formBody: RequestHandler = (request, response, next) => {
  if (request.is("application/x-www-form-urlencoded") === false) {
    next(new ApiProblem("unsupported_media_type"));
    return;
  }
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
    // Refused unread: whoever sends a gigabyte need not finish first.
    response.set("Connection", "close");
    next(new ApiProblem("payload_too_large"));
    return;
  }
  parse(request, response, (error: unknown) => next(error === undefined ? undefined : problemOf(error)));
};

function problemOf(error: unknown): unknown {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  if (status === 413) return new ApiProblem("payload_too_large", { cause: error });
  if (status === 415) return new ApiProblem("unsupported_media_type", { cause: error });
  // The parser's own refusals: a charset, a broken encoding, too many fields, a body that did not arrive whole.
  return status === 400 ? new ApiProblem("invalid_request", { cause: error }) : error;
}

/** What a payer sent; a field that came twice counts as not sent. */
export interface ReceiptForm {
  readonly text: string;
  readonly suffix: string;
  readonly phone: string;
  /** The page follows the deposit by itself: no need to wait for the outcome. */
  readonly isLive: boolean;
}

const field = z.string().max(MAX_BODY_BYTES).catch("");
const formSchema = z.object({ receipt: field, suffix: field, phone: field, live: field });

export function readReceiptForm(body: unknown): ReceiptForm {
  const { receipt, suffix, phone, live } = formSchema.parse(body ?? {});
  return { text: receipt, suffix, phone, isLive: live !== "" };
}
