import { type BankCode, isBankCode } from "@receipts/contracts";
import express, { type RequestHandler } from "express";
import { z } from "zod";
import { ApiProblem } from "../../http/api-problem.ts";

/** Several times the longest SMS with a link. */
export const maxReceiptTextCharacters = 2_000;
/** A character has up to three bytes, and form encoding writes three characters per byte. */
const MAX_BODY_BYTES = 24 * 1024;

const parse = express.urlencoded({ extended: false, limit: MAX_BODY_BYTES, parameterLimit: 20 });

/** Parses a form as browsers send it. */
export const formBody: RequestHandler = (request, response, next) => {
  if (request.is("application/x-www-form-urlencoded") === false) {
    next(new ApiProblem("unsupported_media_type"));
    return;
  }
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
    next(new ApiProblem("payload_too_large"));
    return;
  }
  parse(request, response, (error: unknown) => next(error === undefined ? undefined : problemOf(error)));
};

function problemOf(error: unknown): unknown {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  if (status === 413) return new ApiProblem("payload_too_large", { cause: error });
  if (status === 415) return new ApiProblem("unsupported_media_type", { cause: error });
  // Errors of the parser: charset, encoding, too many fields, incomplete body.
  return status === 400 ? new ApiProblem("invalid_request", { cause: error }) : error;
}

/** A payer's input. A field that is sent twice counts as empty. */
export interface ReceiptForm {
  readonly text: string;
  readonly suffix: string;
  readonly phone: string;
  /** A receipt that was read from a file: its bank and reference, as `readOf` writes them. */
  readonly read: string;
  /** The bank of the file, if the text is the one that was read. Typed text may be of any bank. */
  readonly bank: BankCode | undefined;
  /** The page follows the deposit by itself, so the response does not wait for the outcome. */
  readonly isLive: boolean;
}

const field = z.string().max(MAX_BODY_BYTES).catch("");
const formSchema = z.object({ receipt: field, suffix: field, phone: field, read: field, live: field });

export function readReceiptForm(body: unknown): ReceiptForm {
  const { receipt, suffix, phone, read, live } = formSchema.parse(body ?? {});
  const [bank = ""] = read.split(" ", 1);
  const isAsRead = isBankCode(bank) && read === readOf({ bank, text: receipt.trim() });
  return { text: receipt, suffix, phone, read, bank: isAsRead ? bank : undefined, isLive: live !== "" };
}

export const readOf = ({ bank, text }: { readonly bank: BankCode; readonly text: string }) =>
  `${bank} ${text}`;
