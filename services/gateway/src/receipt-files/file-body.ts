import { MAX_FILE_BYTES } from "@receipts/contracts";
import type { Request, RequestHandler } from "express";
import multer, { MulterError } from "multer";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import type { FilePlaces } from "./file-places.ts";

/** Room for the fields beside the file. */
const FIELD_BYTES = 4 * 1024;
const MOST_FIELDS = 12;
const MAX_BODY_BYTES = MAX_FILE_BYTES + MOST_FIELDS * FIELD_BYTES;
/** A slow phone sends a photo in it; a caller that stands still gives its place back. */
const RECEIVE_WITHIN_MS = 60_000;

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
  },
}).single("file");

/** Reads a form with one file, in memory. `ownerOf`: of the places that the file takes. */
export function createFileBody(places: FilePlaces, ownerOf: (request: Request) => string): RequestHandler {
  return (request, response, next) => {
    const end = (error?: unknown) => {
      clearTimeout(late);
      next(error);
    };
    const late = setTimeout(() => {
      end(new ApiProblem("invalid_request", { message: "The file did not arrive in time: send it again" }));
    }, RECEIVE_WITHIN_MS);
    const problem = refusalOf(request);
    if (problem !== undefined) return end(problem);
    try {
      places.take(request, ownerOf(request));
    } catch (error) {
      return end(error);
    }
    receive(request, response, (error: unknown) => {
      // After the time limit the call has its response.
      if (!response.headersSent) end(error === undefined ? undefined : problemOf(error));
    });
  };
}

/** The bytes of the form's file. Throws 422 without it. */
export function fileOf(request: Request): Buffer {
  if (request.file !== undefined && request.file.size > 0) return request.file.buffer;
  throw invalidPayload([
    { field: "file", message: "is required: a photo, screenshot or PDF of the receipt" },
  ]);
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
  switch (error.code) {
    case "LIMIT_FILE_SIZE":
      return tooLarge();
    case "LIMIT_UNEXPECTED_FILE":
    case "LIMIT_FILE_COUNT":
      return invalidPayload([
        { field: error.field ?? "file", message: "is not expected: send one file, as the field `file`" },
      ]);
    case "LIMIT_FIELD_VALUE":
      return invalidPayload([
        { field: error.field ?? "body", message: `must have at most ${FIELD_BYTES} bytes` },
      ]);
    default:
      return new ApiProblem("invalid_request", { message: `The form is not accepted: ${error.message}` });
  }
}
