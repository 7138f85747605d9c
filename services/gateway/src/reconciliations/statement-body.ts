import { MAX_STATEMENT_BYTES } from "@receipts/contracts";
import type { RequestHandler } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { createBytesBody, incomplete } from "../http/bytes-body.ts";

/** Each is in memory until it is stored. */
const MOST_AT_ONCE = 2;
const read = createBytesBody("A statement", MAX_STATEMENT_BYTES);

/** Reads the bytes of a statement, for few callers at a time. */
export function createStatementBody(): RequestHandler {
  let held = 0;
  return (request, response, next) => {
    // Disconnected while its caller was checked: no "close" event would give the place back.
    if (response.closed) {
      next(incomplete());
      return;
    }
    if (held >= MOST_AT_ONCE) {
      response.set("Connection", "close");
      next(
        new ApiProblem("service_unavailable", {
          retryAfterSeconds: 5,
          message: "Others send statements now",
        }),
      );
      return;
    }
    held += 1;
    response.once("close", () => {
      held -= 1;
    });
    read(request, response, next);
  };
}

export function requireBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new ApiProblem("invalid_request", { message: "The body must be the bytes of the statement" });
}

/** Refuses at once what the reader could only fail with. */
export function refuseOtherFiles(body: unknown): void {
  if (!Buffer.isBuffer(body)) return;
  const other = others.find(([start]) => body.subarray(0, start.length).equals(start));
  if (other === undefined) return;
  throw new ApiProblem("unsupported_media_type", {
    message: `A statement must be CSV or XLSX, not ${other[1]}: save or export it again`,
  });
}

const others = [
  [Buffer.from("%PDF"), "PDF"],
  // Also a workbook with a password.
  [Buffer.from("d0cf11e0", "hex"), "an old or protected workbook"],
  [Buffer.from("<"), "HTML or XML"],
  [Buffer.from("89504e47", "hex"), "a picture"],
] as const;
