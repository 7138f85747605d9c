import { MAX_STATEMENT_BYTES } from "@receipts/contracts";
import type { Request, RequestHandler } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { createBodyPlaces, type PlaceBounds } from "../http/body-places.ts";
import { createBytesBody } from "../http/bytes-body.ts";
import { clientNetwork } from "../http/client-address.ts";
import { createReceiveBody } from "../http/receive-body.ts";
import { callerOf } from "../http/request-context.ts";

/** Each is in memory until it is stored. */
const bounds: PlaceBounds = {
  sender: { bodies: 1, bytes: MAX_STATEMENT_BYTES },
  network: { bodies: 8, bytes: 2 * MAX_STATEMENT_BYTES },
  account: { bodies: 1, bytes: MAX_STATEMENT_BYTES },
  process: { bodies: 64, bytes: 3 * MAX_STATEMENT_BYTES },
};

/** Reads the bytes of a statement, one of each account: a slow one holds up its own. */
export const createStatementBody = (): RequestHandler =>
  createReceiveBody({
    places: createBodyPlaces("statements", bounds),
    senderOf: (request) => {
      const { userId } = callerOf(request);
      return { id: userId, account: userId, network: clientNetwork(request) };
    },
    ...createBytesBody("A statement", MAX_STATEMENT_BYTES),
  });

export function requireBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new ApiProblem("invalid_request", { message: "The body must be the bytes of the statement" });
}

/** Refuses at once what the reader could only fail with. */
export function refuseOtherFiles(request: Request): void {
  const { body } = request;
  if (!Buffer.isBuffer(body)) return;
  if (request.is(["multipart/*", "json"]))
    throw new ApiProblem("unsupported_media_type", {
      message: "The body must be the bytes of the file, not a form or JSON",
    });
  const other = others.find(([start]) => body.subarray(0, start.length).equals(start));
  if (other === undefined) return;
  throw new ApiProblem("unsupported_media_type", {
    message: `A statement must be CSV, XLSX or PDF, not ${other[1]}: save or export it again`,
  });
}

const others = [
  // Also a workbook with a password.
  [Buffer.from("d0cf11e0", "hex"), "an old or protected workbook"],
  [Buffer.from("<"), "HTML or XML"],
  [Buffer.from("89504e47", "hex"), "a picture"],
  [Buffer.from("ffd8ff", "hex"), "a picture"],
] as const;
