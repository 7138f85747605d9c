import { MAX_FILE_BYTES } from "@receipts/contracts";
import type { Request, RequestHandler } from "express";
import multer, { MulterError } from "multer";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { BodyPlaces, BodySender } from "../http/body-places.ts";
import { createReceiveBody } from "../http/receive-body.ts";

/** Room for the fields beside the file. */
const FIELD_BYTES = 4 * 1024;
const MOST_FIELDS = 12;
const MAX_BODY_BYTES = MAX_FILE_BYTES + MOST_FIELDS * FIELD_BYTES;
const receive = multer({
  storage: multer.memoryStorage(),
  limits: {
    fileSize: MAX_FILE_BYTES,
    files: 1,
    fields: MOST_FIELDS,
    fieldSize: FIELD_BYTES,
    fieldNameSize: 100,
    parts: MOST_FIELDS + 1,
    headerPairs: 10,
    // Names are plain: from `a[500000000]` the parser would build a list of that length, and walk it.
    fieldNestingDepth: 0,
    fieldArrayIndexLimit: 0,
  },
}).single("file");

/** Reads a form with one file, in memory. */
export function createFileBody(
  places: BodyPlaces,
  senderOf: (request: Request) => BodySender,
): RequestHandler {
  const receiveBody = createReceiveBody({
    places,
    senderOf,
    maxBytes: MAX_BODY_BYTES,
    tooLarge,
    read: (request, response, next) =>
      receive(request, response, (error: unknown) =>
        next(error === undefined ? undefined : problemOf(error)),
      ),
  });
  return (request, response, next) => {
    const problem = refusalOf(request);
    if (problem === undefined) receiveBody(request, response, next);
    else next(problem);
  };
}

/** The bytes of the form's file. Throws 422 without it. */
export function fileOf(request: Request): Buffer {
  if (request.file !== undefined && request.file.size > 0) return request.file.buffer;
  throw invalidPayload([
    { field: "file", message: "is required: a photo, screenshot or PDF of the receipt" },
  ]);
}

/** Empties the file itself, because the parser of the form references it until the call ends. */
export function forgetFile({ file }: Request): void {
  if (file !== undefined) file.buffer = Buffer.alloc(0);
}

/** Refused unread: the caller of a gigabyte need not finish first. */
function refusalOf(request: Request): ApiProblem | undefined {
  if (request.is("multipart/form-data") === false || request.headers["content-encoding"] !== undefined)
    return new ApiProblem("unsupported_media_type", {
      message: "Send the file as the field `file` of multipart/form-data, not compressed",
    });
  return Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES ? tooLarge() : undefined;
}

const tooLarge = () =>
  new ApiProblem("payload_too_large", {
    message: `The file must have at most ${MAX_FILE_BYTES} bytes: send a screenshot, or a smaller photo`,
  });

function problemOf(error: unknown): ApiProblem {
  if (!(error instanceof MulterError))
    return new ApiProblem("invalid_request", { message: "The form is incomplete or damaged: send it again" });
  // Its types lack the newer codes.
  const code: string = error.code;
  switch (code) {
    case "LIMIT_FILE_SIZE":
      return tooLarge();
    case "LIMIT_UNEXPECTED_FILE":
    case "LIMIT_FILE_COUNT":
      return invalidPayload([
        { field: error.field ?? "file", message: "is not expected: send one file, as the field `file`" },
      ]);
    case "LIMIT_FIELD_NESTING":
    case "LIMIT_FIELD_ARRAY_INDEX":
      return invalidPayload([
        { field: error.field ?? "body", message: "is not expected: the names of fields have no brackets" },
      ]);
    case "LIMIT_FIELD_VALUE":
      return invalidPayload([
        { field: error.field ?? "body", message: `must have at most ${FIELD_BYTES} bytes` },
      ]);
    default:
      return new ApiProblem("invalid_request", { message: `The form is not accepted: ${error.message}` });
  }
}
